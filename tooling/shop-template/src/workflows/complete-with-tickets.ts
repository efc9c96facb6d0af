import { setTimeout as sleep } from "node:timers/promises"
import { MedusaError, Modules } from "@medusajs/framework/utils"
import {
  createStep,
  createWorkflow,
  StepResponse,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import { acquireLockStep, completeCartWorkflow, releaseLockStep } from "@medusajs/medusa/core-flows"

type CompletionInput = { id: string; cart_id: string }

/** Test switches in the cart's metadata, which Medusa copies to the order. */
type TestSwitches = {
  ticket_seconds?: number
  ticket_failure?: string
  runs?: number
  tickets?: "issued"
}

const issueTicketsStep = createStep(
  "issue-tickets",
  async ({ order_id }: { order_id: string }, { container }) => {
    const orders = container.resolve(Modules.ORDER)
    const { metadata } = await orders.retrieveOrder(order_id)
    const { ticket_seconds, ticket_failure, runs = 0, tickets } = (metadata ?? {}) as TestSwitches
    if (tickets) return new StepResponse({ order_id })
    // Two concurrent runs would count to two.
    const countedMetadata = { ...metadata, runs: runs + 1 }
    await orders.updateOrders(order_id, { metadata: countedMetadata })
    if (ticket_seconds) await sleep(ticket_seconds * 1000)
    if (ticket_failure) throw new MedusaError(MedusaError.Types.NOT_ALLOWED, ticket_failure)
    await orders.updateOrders(order_id, { metadata: { ...countedMetadata, tickets: "issued" } })
    return new StepResponse({ order_id })
  }
)

/** Places orders of a shop that sells tickets, as in Medusa's documentation. */
export const completeWithTicketsWorkflow = createWorkflow(
  "complete-with-tickets",
  ({ id, cart_id }: CompletionInput) => {
    acquireLockStep({ key: cart_id, timeout: 30, ttl: 120 })
    const order = completeCartWorkflow.runAsStep({ input: { id } })
    const issued = issueTicketsStep({ order_id: order.id })
    releaseLockStep({ key: cart_id })
    return new WorkflowResponse(issued)
  }
)

const sendLaterStep = createStep({ name: "send-tickets-later", async: true }, async () => {
  await sleep(1000)
  return new StepResponse(null)
})

/** Returns before it places the order. */
export const completeLaterWorkflow = createWorkflow("complete-later", ({ id }: CompletionInput) => {
  sendLaterStep()
  return new WorkflowResponse(completeCartWorkflow.runAsStep({ input: { id } }))
})
