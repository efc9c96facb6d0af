import fc from "fast-check"
import type { ApplicationView } from "../../../src/sandbox"
import { createHarness } from "../../store/harness"
import { HttpError } from "../../../tooling/clients/http-client"
import { getExternalEffects, type Model, type Step } from "./history"
import { createStep } from "./step"

const { simulator } = createHarness()

const hasApplication = ({ snapshot }: Model): boolean => snapshot.applications.length > 0

/** Returns the newest application, or one further back, which the customer may sign too (A17). */
function getApplication({ snapshot }: Model, back: number): ApplicationView {
  const application = snapshot.applications.at(-1 - (back % snapshot.applications.length))
  if (!application) throw new Error("There is no application yet")
  return application
}

/** Runs an action at the service. Returns false when its state does not allow it (409). */
export async function tryAction(act: Promise<unknown>): Promise<boolean> {
  try {
    await act
    return true
  } catch (error) {
    if (error instanceof HttpError && error.status === 409) return false
    throw error
  }
}

const describeTarget = (back: number): string => (back === 0 ? "" : " an earlier application")

const OUTCOMES = ["approve", "decline", "review", "mismatch", "cancel"] as const

export const decideApplication = ([outcome, back]: [(typeof OUTCOMES)[number], number]): Step =>
  createStep({
    description: `at the service: ${outcome}${describeTarget(back)}`,
    when: hasApplication,
    act: async (_, model) => {
      const { id, tip } = getApplication(model, back)
      const isDone = await tryAction(simulator.decision(tip, { outcome }))
      if (isDone && outcome === "cancel") getExternalEffects(model, id).ends += 1
    },
  })

export const signApplication = (back: number): Step =>
  createStep({
    description: `the customer is approved and signs${describeTarget(back)}`,
    when: hasApplication,
    act: async (_, model) => {
      const { id, tip } = getApplication(model, back)
      await tryAction(simulator.decision(tip, { outcome: "approve" }))
      if (await tryAction(simulator.decision(tip, { outcome: "sign" }))) model.signed.add(id)
    },
  })

const PORTAL_ACTIONS = ["fund", "cancel", "refund"] as const

const usePortal = ([action, back]: [(typeof PORTAL_ACTIONS)[number], number]): Step =>
  createStep({
    description: `in the service's portal: ${action}${describeTarget(back)}`,
    when: hasApplication,
    act: async (_, model) => {
      const { id, tip, status } = getApplication(model, back)
      const effects = getExternalEffects(model, id)
      if (["O", "U", "X", "T"].includes(status)) return
      if (action !== "cancel" && !["S", "C", "L"].includes(status)) return
      if (action === "cancel" && ["C", "L"].includes(status)) return
      await simulator.portal(tip, { action })
      if (action === "cancel") effects.ends += 1
      if (action === "refund") effects.fullRefunds += 1
    },
  })

/** A partial refund in the portal: the service creates a new application whose token the shop does not get. */
const refundPartInPortal = createStep({
  description: "in the service's portal: refund $50",
  when: ({ snapshot }) => snapshot.applications.some(({ funded }) => funded),
  act: async (_, model) => {
    const funded = model.snapshot.applications.find(
      ({ status }) => status === "C" || status === "L"
    )
    if (!funded || funded.loanAmount <= 60) return
    const loanAmount = Math.round((funded.loanAmount - 50) * 100) / 100
    await simulator.portal(funded.tip, { action: "partial-refund", loanAmount })
    getExternalEffects(model, funded.id).partialRefunds += 1
  },
})

const positions = fc.oneof({ weight: 5, arbitrary: fc.constant(0) }, fc.integer({ min: 1, max: 2 }))

export const serviceSteps: fc.Arbitrary<Step>[] = [
  positions.map(signApplication),
  positions.map(signApplication),
  positions.map(signApplication),
  fc.tuple(fc.constantFrom(...OUTCOMES), positions).map(decideApplication),
  fc.tuple(fc.constant("review" as const), positions).map(decideApplication),
  fc.tuple(fc.constantFrom(...PORTAL_ACTIONS), positions).map(usePortal),
  fc.constant(refundPartInPortal),
]
