import fc from "fast-check"
import { type AdminClient, adminClient } from "../../../tooling/clients/admin-client"
import { eventually } from "../../../tooling/clients/eventually"
import { harness } from "../../store/harness"
import { answerOf, expectDone } from "./answer"
import { startAgain } from "./crash"
import { dyingAdmin } from "./doors"
import { type Model, type Step, type Story, step } from "./history"
import { doubtsOf, oursOf, paymentOn, type PaymentSeen } from "./world"

const { run, admin, store } = harness()

/** Client for simultaneous requests, one of which may be refused. */
const impatient = adminClient(run.storeUrl)

function livePayment({ world }: Pick<Model, "world">): PaymentSeen | undefined {
  return world.medusa.payments.find(({ canceled }) => !canceled)
}

const isPaid = (model: Model): boolean => Boolean(model.world.medusa.order && livePayment(model))

const left = ({ amount, refunded }: PaymentSeen): number => amount - refunded

/** Whether the model expects a capture to succeed. */
async function mustSettle({ world, asked }: Model, { service }: Story): Promise<boolean> {
  const payment = livePayment({ world })
  const application = world.applications.find((one) => {
    return paymentOn(world, oursOf(world, one))?.id === payment?.id
  })
  const ours = application && oursOf(world, application)
  const isReady = application?.status === "S" && !application.settled
  return (
    isReady &&
    ours !== undefined &&
    asked.crashes === 0 &&
    doubtsOf(ours).length === 0 &&
    payment?.captures === 0 &&
    // A payment created while its order is cancelled does not count.
    world.medusa.order?.canceled === false &&
    !(await service.mayFail(["settle", "getStatus"]))
  )
}

async function capture(story: Story, model: Model, client: AdminClient = admin): Promise<void> {
  const must = client === admin && (await mustSettle(model, story))
  model.asked.captures += 1
  const answer = await answerOf(client.capture(String(livePayment(model)?.id)))
  if (!must) return
  // Shipping also settles, possibly at the same time.
  const isMadeElsewhere = answer.is === "refused" && model.asked.shipped
  if (isMadeElsewhere) await eventually(async () => expect(await captures(story)).toBe(1))
  else expectDone(answer, "the capture")
}

async function captures({ look }: Story): Promise<number | undefined> {
  return livePayment({ world: await look() })?.captures
}

async function refund(model: Model, share: number, client: AdminClient = admin): Promise<void> {
  const payment = livePayment(model)
  if (!payment) return
  const amount = Math.max(1, Math.round((left(payment) * share) / 100))
  const wish = { amount, answer: "unknown" as const }
  model.asked.refunds.push(wish)
  const answer = await answerOf(client.refund(payment.id, { amount: amount / 100 }))
  const word = answer.is === "lost" ? "unknown" : answer.is
  model.asked.refunds[model.asked.refunds.indexOf(wish)] = { amount, answer: word }
}

const isCaptured = (model: Model): boolean => Boolean(livePayment(model)?.captures)
const canRefund = (model: Model): boolean => {
  const payment = livePayment(model)
  return isPaid(model) && isCaptured(model) && payment !== undefined && left(payment) > 0
}

export const captureAll = step({ words: "the merchant captures", when: isPaid, act: capture })

const capturePart = step({
  words: "the merchant captures a part",
  when: isPaid,
  act: async (_, model) => {
    await answerOf(admin.capture(String(livePayment(model)?.id), 10))
  },
})

const captureTwice = step({
  words: "the merchant captures twice at once",
  when: isPaid,
  act: async (story, model) => {
    await Promise.all([capture(story, model, impatient), capture(story, model, impatient)])
  },
})

const ship = step({
  words: "the merchant ships everything",
  when: (model) => isPaid(model) && !model.world.medusa.order?.canceled && !model.asked.shipped,
  act: async (_, { asked, world }) => {
    const id = String(world.medusa.order?.id)
    asked.shipped = true
    // Shipping settles the application.
    asked.captures += 1
    await answerOf(admin.fulfil(id).then((fulfillment) => admin.ship(id, fulfillment)))
  },
})

const captureAndDie = (write: number): Step =>
  step({
    words: `the merchant captures, and the process dies before write ${write}`,
    when: isPaid,
    act: async (story, model) => {
      await capture(story, model, dyingAdmin(write))
      await startAgain(story, model)
    },
  })

const refundShare = (share: number): Step =>
  step({
    words: share === 100 ? "the merchant refunds the rest" : `the merchant refunds ${share} %`,
    when: canRefund,
    act: (_, model) => refund(model, share),
  })

const refundAndDie = ([share, write]: [number, number]): Step =>
  step({
    words: `the merchant refunds ${share} %, and the process dies before write ${write}`,
    when: canRefund,
    act: async (story, model) => {
      await refund(model, share, dyingAdmin(write))
      await startAgain(story, model)
    },
  })

const refundTwice = (share: number): Step =>
  step({
    words: `the merchant refunds ${share} % twice at once`,
    when: canRefund,
    act: async (_, model) => {
      await Promise.all([refund(model, share), refund(model, share)])
    },
  })

const cancelOrder = step({
  words: "the merchant cancels the order",
  when: ({ world }) => world.medusa.order !== null && !world.medusa.order.canceled,
  act: async (_, { asked, world }) => {
    asked.orderCancelled = true
    await answerOf(admin.cancelOrder(String(world.medusa.order?.id)))
  },
})

const cancelPayment = step({
  words: "the payment is cancelled in Medusa",
  when: (model) => isPaid(model) && !isCaptured(model),
  act: async (_, model) => {
    model.asked.paymentCancelled = true
    await store.call("payment", "cancelPayment", livePayment(model)?.id)
  },
})

const checkStatus = step({
  words: "the merchant presses Check status",
  when: ({ world }) => world.medusa.order !== null && world.medusa.sessions.length > 0,
  act: async (_, { world }) => {
    const path = `/admin/orders/${world.medusa.order?.id}/payment-sessions/authorize`
    await answerOf(admin.door.post(path, { payment_session_id: world.medusa.sessions[0] }))
  },
})

const share = fc.oneof(fc.constant(100), fc.integer({ min: 1, max: 99 }))
const write = fc.integer({ min: 1, max: 8 })

export const merchantSteps: fc.Arbitrary<Step>[] = [
  fc.constant(captureAll),
  fc.constant(captureAll),
  fc.constant(captureTwice),
  fc.constant(capturePart),
  fc.constant(ship),
  write.map(captureAndDie),
  share.map(refundShare),
  share.map(refundShare),
  share.map(refundTwice),
  fc.tuple(share, write).map(refundAndDie),
  fc.constant(cancelOrder),
  fc.constant(cancelPayment),
  fc.constant(checkStatus),
]
