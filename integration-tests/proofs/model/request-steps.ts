import fc from "fast-check"
import { editDraft, raiseOrder } from "../../store/financing-request-steps"
import { harness } from "../../store/harness"
import { answerOf, answerOfCore } from "./answer"
import { startAgain } from "./crash"
import { dyingAdmin } from "./doors"
import { type Model, type Step, type Story, step } from "./history"
import { sign } from "./service-steps"
import type { OursSeen } from "./world"

const { admin } = harness()

const REQUESTS = "/admin/consumer-financing/financing-requests"

/** Whether a draft or an open order exists. */
const isThere = ({ world }: Model): boolean => {
  const { draft, order } = world.medusa
  return draft !== null || order?.canceled === false
}

/** Sends a financing request to the customer (endpoint 3). */
async function askCustomer({ purchaseId }: Story, { asked }: Model, client = admin): Promise<void> {
  asked.choices += 1
  await answerOf(client.door.post(REQUESTS, { order_id: purchaseId }))
}

export const ask = step({
  words: "staff ask the customer to finance it",
  when: isThere,
  act: askCustomer,
})

const askTwice = step({
  words: "two of the staff ask the customer at once",
  when: isThere,
  act: async (story, model) => {
    await Promise.all([askCustomer(story, model), askCustomer(story, model)])
  },
})

const askAndDie = (write: number): Step =>
  step({
    words: `staff ask the customer, and the process dies before write ${write}`,
    when: isThere,
    act: async (story, model) => {
      await askCustomer(story, model, dyingAdmin(write))
      await startAgain(story, model)
    },
  })

const newest = ({ world }: Model): OursSeen | undefined => world.ours.at(-1)

const wasAsked = (model: Model): boolean => newest(model) !== undefined

const send = (channel: "email" | "sms"): Step =>
  step({
    words: `staff send the link by ${channel}`,
    when: wasAsked,
    act: async (_, model) => {
      await answerOf(admin.door.post(`${REQUESTS}/${newest(model)?.id}/send`, { channel }))
    },
  })

async function takeBack(model: Model, client = admin): Promise<void> {
  const id = String(newest(model)?.id)
  const answer = await answerOf(client.door.post(`${REQUESTS}/${id}/withdraw`))
  if (answer.is === "done") model.asked.withdrawn.add(id)
}

const withdraw = step({
  words: "staff withdraw the request",
  when: wasAsked,
  act: (_, model) => takeBack(model),
})

const withdrawAndDie = (write: number): Step =>
  step({
    words: `staff withdraw the request, and the process dies before write ${write}`,
    when: wasAsked,
    act: async (story, model) => {
      await takeBack(model, dyingAdmin(write))
      await startAgain(story, model)
    },
  })

/** Whether staff may edit the order. Once a payment of this method exists, edits are core's business (C16). */
const canBeEdited = ({ world }: Model): boolean => {
  const { draft, order, payments } = world.medusa
  return draft !== null || (order?.canceled === false && payments.length === 0)
}

async function change({ purchaseId }: Story, model: Model, sofas: number): Promise<void> {
  model.asked.cartEdits += 1
  const edit = model.world.medusa.draft ? editDraft : raiseOrder
  await answerOfCore(edit(purchaseId, sofas))
}

const edit = (sofas: number): Step =>
  step({
    words: `staff change the order to ${sofas} sofas`,
    when: canBeEdited,
    act: (story, model) => change(story, model, sofas),
  })

/** Afterwards the order matches the signed amount, or a review case exists. */
const editWhileSigning = (sofas: number): Step =>
  step({
    words: `staff change the order to ${sofas} sofas while the customer signs`,
    when: (model) => canBeEdited(model) && model.world.applications.length > 0,
    act: async (story, model) => {
      await Promise.all([change(story, model, sofas), sign(0).run(model, story)])
    },
  })

const withdrawWhileSigning = step({
  words: "staff withdraw the request while the customer signs",
  when: (model) => wasAsked(model) && model.world.applications.length > 0,
  act: async (story, model) => {
    await Promise.all([takeBack(model), sign(0).run(model, story)])
  },
})

const convert = step({
  words: "staff make an order of the draft",
  when: ({ world }) => world.medusa.draft !== null,
  act: async ({ purchaseId }, { asked }) => {
    asked.converted = true
    await answerOfCore(admin.door.post(`/admin/draft-orders/${purchaseId}/convert-to-order`))
  },
})

const discard = step({
  words: "staff delete the draft",
  when: ({ world }) => world.medusa.draft !== null,
  act: async ({ purchaseId }, { asked }) => {
    asked.cartEdits += 1
    await answerOfCore(admin.door.delete(`/admin/draft-orders/${purchaseId}`))
  },
})

const write = fc.integer({ min: 1, max: 9 })
const sofas = fc.integer({ min: 1, max: 3 })

export const requestSteps: fc.Arbitrary<Step>[] = [
  fc.constant(ask),
  fc.constant(ask),
  fc.constant(ask),
  fc.constant(askTwice),
  write.map(askAndDie),
  fc.constantFrom("email" as const, "sms" as const).map(send),
  fc.constant(withdraw),
  fc.constant(withdrawWhileSigning),
  write.map(withdrawAndDie),
  sofas.map(edit),
  sofas.map(editWhileSigning),
  fc.constant(convert),
  fc.constant(discard),
]
