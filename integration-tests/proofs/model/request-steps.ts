import fc from "fast-check"
import { updateDraftQuantity, updateOrderQuantity } from "../../store/financing-request-steps"
import { createHarness } from "../../store/harness"
import { readAnswer, readCoreAnswer } from "./answer"
import { restartAfterCrash } from "./crash"
import { createCrashingAdmin } from "./crashing-clients"
import type { Model, Step, Story } from "./history"
import { createStep } from "./step"
import { signApplication } from "./service-steps"
import type { ApplicationRow } from "./snapshot"

const { admin } = createHarness()

const REQUESTS = "/admin/consumer-financing/financing-requests"

/** Whether a draft or an open order exists. */
const hasDraftOrOpenOrder = ({ snapshot }: Model): boolean => {
  const { draft, order } = snapshot.medusa
  return draft !== null || order?.canceled === false
}

/** Sends a financing request to the customer (endpoint 3). */
async function sendFinancingRequest(
  { purchaseId }: Story,
  { activity }: Model,
  client = admin
): Promise<void> {
  activity.choices += 1
  await readAnswer(client.adminApi.post(REQUESTS, { order_id: purchaseId }))
}

export const requestFinancing = createStep({
  description: "staff ask the customer to finance it",
  when: hasDraftOrOpenOrder,
  act: sendFinancingRequest,
})

const requestTwice = createStep({
  description: "two of the staff ask the customer at once",
  when: hasDraftOrOpenOrder,
  act: async (story, model) => {
    await Promise.all([sendFinancingRequest(story, model), sendFinancingRequest(story, model)])
  },
})

const requestAndCrash = (write: number): Step =>
  createStep({
    description: `staff ask the customer, and the process dies before write ${write}`,
    when: hasDraftOrOpenOrder,
    act: async (story, model) => {
      await sendFinancingRequest(story, model, createCrashingAdmin(write))
      await restartAfterCrash(story, model)
    },
  })

const getNewestRecord = ({ snapshot }: Model): ApplicationRow | undefined => snapshot.records.at(-1)

const hasRequest = (model: Model): boolean => getNewestRecord(model) !== undefined

const sendLink = (channel: "email" | "sms"): Step =>
  createStep({
    description: `staff send the link by ${channel}`,
    when: hasRequest,
    act: async (_, model) => {
      await readAnswer(
        admin.adminApi.post(`${REQUESTS}/${getNewestRecord(model)?.id}/send`, { channel })
      )
    },
  })

async function withdrawRequest(model: Model, client = admin): Promise<void> {
  const id = String(getNewestRecord(model)?.id)
  const answer = await readAnswer(client.adminApi.post(`${REQUESTS}/${id}/withdraw`))
  if (answer.is === "done") model.activity.withdrawn.add(id)
}

const withdraw = createStep({
  description: "staff withdraw the request",
  when: hasRequest,
  act: (_, model) => withdrawRequest(model),
})

const withdrawAndCrash = (write: number): Step =>
  createStep({
    description: `staff withdraw the request, and the process dies before write ${write}`,
    when: hasRequest,
    act: async (story, model) => {
      await withdrawRequest(model, createCrashingAdmin(write))
      await restartAfterCrash(story, model)
    },
  })

/** Whether staff may edit the order. Once a payment of this method exists, edits are core's business (C16). */
const isEditable = ({ snapshot }: Model): boolean => {
  const { draft, order, payments } = snapshot.medusa
  return draft !== null || (order?.canceled === false && payments.length === 0)
}

async function changeQuantity({ purchaseId }: Story, model: Model, sofas: number): Promise<void> {
  model.activity.cartEdits += 1
  const applyEdit = model.snapshot.medusa.draft ? updateDraftQuantity : updateOrderQuantity
  await readCoreAnswer(applyEdit(purchaseId, sofas))
}

const editQuantity = (sofas: number): Step =>
  createStep({
    description: `staff change the order to ${sofas} sofas`,
    when: isEditable,
    act: (story, model) => changeQuantity(story, model, sofas),
  })

/** Afterwards the order matches the signed amount, or a review case exists. */
const editWhileSigning = (sofas: number): Step =>
  createStep({
    description: `staff change the order to ${sofas} sofas while the customer signs`,
    when: (model) => isEditable(model) && model.snapshot.applications.length > 0,
    act: async (story, model) => {
      await Promise.all([changeQuantity(story, model, sofas), signApplication(0).run(model, story)])
    },
  })

const withdrawWhileSigning = createStep({
  description: "staff withdraw the request while the customer signs",
  when: (model) => hasRequest(model) && model.snapshot.applications.length > 0,
  act: async (story, model) => {
    await Promise.all([withdrawRequest(model), signApplication(0).run(model, story)])
  },
})

const convertDraft = createStep({
  description: "staff make an order of the draft",
  when: ({ snapshot }) => snapshot.medusa.draft !== null,
  act: async ({ purchaseId }, { activity }) => {
    activity.isConverted = true
    await readCoreAnswer(admin.adminApi.post(`/admin/draft-orders/${purchaseId}/convert-to-order`))
  },
})

const deleteDraft = createStep({
  description: "staff delete the draft",
  when: ({ snapshot }) => snapshot.medusa.draft !== null,
  act: async ({ purchaseId }, { activity }) => {
    activity.cartEdits += 1
    await readCoreAnswer(admin.adminApi.delete(`/admin/draft-orders/${purchaseId}`))
  },
})

const writes = fc.integer({ min: 1, max: 9 })
const quantities = fc.integer({ min: 1, max: 3 })

export const requestSteps: fc.Arbitrary<Step>[] = [
  fc.constant(requestFinancing),
  fc.constant(requestFinancing),
  fc.constant(requestFinancing),
  fc.constant(requestTwice),
  writes.map(requestAndCrash),
  fc.constantFrom("email" as const, "sms" as const).map(sendLink),
  fc.constant(withdraw),
  fc.constant(withdrawWhileSigning),
  writes.map(withdrawAndCrash),
  quantities.map(editQuantity),
  quantities.map(editWhileSigning),
  fc.constant(convertDraft),
  fc.constant(deleteDraft),
]
