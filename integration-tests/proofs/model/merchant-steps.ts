import fc from "fast-check"
import { type AdminClient, createAdminClient } from "../../../tooling/clients/admin-client"
import { eventually } from "../../../tooling/clients/eventually"
import { createHarness } from "../../store/harness"
import { readAnswer, expectDone } from "./answer"
import { restartAfterCrash } from "./crash"
import { createCrashingAdmin } from "./crashing-clients"
import type { Model, Step, Story } from "./history"
import { createStep } from "./step"
import { listDoubts, findRecord, findPayment, type MedusaPayment } from "./snapshot"

const { run, admin, store } = createHarness()

/** Client for simultaneous requests, one of which may be refused. */
const concurrentAdmin = createAdminClient(run.storeUrl)

function findLivePayment({ snapshot }: Pick<Model, "snapshot">): MedusaPayment | undefined {
  return snapshot.medusa.payments.find(({ canceled }) => !canceled)
}

const isPaid = (model: Model): boolean =>
  Boolean(model.snapshot.medusa.order && findLivePayment(model))

const getUnrefundedCents = ({ amount, refunded }: MedusaPayment): number => amount - refunded

/** Whether the model expects a capture to succeed. */
async function isCaptureExpected(
  { snapshot, activity }: Model,
  { service }: Story
): Promise<boolean> {
  const payment = findLivePayment({ snapshot })
  const application = snapshot.applications.find((application) => {
    return findPayment(snapshot, findRecord(snapshot, application))?.id === payment?.id
  })
  const record = application && findRecord(snapshot, application)
  const isReady = application?.status === "S" && !application.settled
  return (
    isReady &&
    record !== undefined &&
    activity.crashes === 0 &&
    listDoubts(record).length === 0 &&
    payment?.captures === 0 &&
    // A payment created while its order is cancelled does not count.
    snapshot.medusa.order?.canceled === false &&
    !(await service.canFail(["settle", "getStatus"]))
  )
}

async function capturePayment(
  story: Story,
  model: Model,
  client: AdminClient = admin
): Promise<void> {
  const isExpected = client === admin && (await isCaptureExpected(model, story))
  model.activity.captures += 1
  const answer = await readAnswer(client.capture(String(findLivePayment(model)?.id)))
  if (!isExpected) return
  // Shipping also settles, possibly at the same time.
  const isCapturedByShipping = answer.is === "refused" && model.activity.isShipped
  if (isCapturedByShipping) await eventually(async () => expect(await countCaptures(story)).toBe(1))
  else expectDone(answer, "the capture")
}

async function countCaptures({ readSnapshot }: Story): Promise<number | undefined> {
  return findLivePayment({ snapshot: await readSnapshot() })?.captures
}

async function refundPayment(
  model: Model,
  share: number,
  client: AdminClient = admin
): Promise<void> {
  const payment = findLivePayment(model)
  if (!payment) return
  const amount = Math.max(1, Math.round((getUnrefundedCents(payment) * share) / 100))
  const pendingRefund = { amount, answer: "unknown" as const }
  model.activity.refunds.push(pendingRefund)
  const answer = await readAnswer(client.refund(payment.id, { amount: amount / 100 }))
  const outcome = answer.is === "lost" ? "unknown" : answer.is
  model.activity.refunds[model.activity.refunds.indexOf(pendingRefund)] = {
    amount,
    answer: outcome,
  }
}

const isCaptured = (model: Model): boolean => Boolean(findLivePayment(model)?.captures)
const canRefund = (model: Model): boolean => {
  const payment = findLivePayment(model)
  return (
    isPaid(model) && isCaptured(model) && payment !== undefined && getUnrefundedCents(payment) > 0
  )
}

export const captureAll = createStep({
  description: "the merchant captures",
  when: isPaid,
  act: capturePayment,
})

const capturePart = createStep({
  description: "the merchant captures a part",
  when: isPaid,
  act: async (_, model) => {
    await readAnswer(admin.capture(String(findLivePayment(model)?.id), 10))
  },
})

const captureTwice = createStep({
  description: "the merchant captures twice at once",
  when: isPaid,
  act: async (story, model) => {
    await Promise.all([
      capturePayment(story, model, concurrentAdmin),
      capturePayment(story, model, concurrentAdmin),
    ])
  },
})

const shipOrder = createStep({
  description: "the merchant ships everything",
  when: (model) =>
    isPaid(model) && !model.snapshot.medusa.order?.canceled && !model.activity.isShipped,
  act: async (_, { activity, snapshot }) => {
    const id = String(snapshot.medusa.order?.id)
    activity.isShipped = true
    // Shipping settles the application.
    activity.captures += 1
    await readAnswer(
      admin.createFulfillment(id).then((fulfillment) => admin.createShipment(id, fulfillment))
    )
  },
})

const captureAndCrash = (write: number): Step =>
  createStep({
    description: `the merchant captures, and the process dies before write ${write}`,
    when: isPaid,
    act: async (story, model) => {
      await capturePayment(story, model, createCrashingAdmin(write))
      await restartAfterCrash(story, model)
    },
  })

const refundShare = (share: number): Step =>
  createStep({
    description:
      share === 100 ? "the merchant refunds the rest" : `the merchant refunds ${share} %`,
    when: canRefund,
    act: (_, model) => refundPayment(model, share),
  })

const refundAndCrash = ([share, write]: [number, number]): Step =>
  createStep({
    description: `the merchant refunds ${share} %, and the process dies before write ${write}`,
    when: canRefund,
    act: async (story, model) => {
      await refundPayment(model, share, createCrashingAdmin(write))
      await restartAfterCrash(story, model)
    },
  })

const refundTwice = (share: number): Step =>
  createStep({
    description: `the merchant refunds ${share} % twice at once`,
    when: canRefund,
    act: async (_, model) => {
      await Promise.all([refundPayment(model, share), refundPayment(model, share)])
    },
  })

const cancelOrder = createStep({
  description: "the merchant cancels the order",
  when: ({ snapshot }) => snapshot.medusa.order !== null && !snapshot.medusa.order.canceled,
  act: async (_, { activity, snapshot }) => {
    activity.isOrderCancelled = true
    await readAnswer(admin.cancelOrder(String(snapshot.medusa.order?.id)))
  },
})

const cancelPayment = createStep({
  description: "the payment is cancelled in Medusa",
  when: (model) => isPaid(model) && !isCaptured(model),
  act: async (_, model) => {
    model.activity.isPaymentCancelled = true
    await store.call("payment", "cancelPayment", findLivePayment(model)?.id)
  },
})

const checkStatus = createStep({
  description: "the merchant presses Check status",
  when: ({ snapshot }) => snapshot.medusa.order !== null && snapshot.medusa.sessions.length > 0,
  act: async (_, { snapshot }) => {
    const path = `/admin/orders/${snapshot.medusa.order?.id}/payment-sessions/authorize`
    await readAnswer(admin.adminApi.post(path, { payment_session_id: snapshot.medusa.sessions[0] }))
  },
})

const shares = fc.oneof(fc.constant(100), fc.integer({ min: 1, max: 99 }))
const writes = fc.integer({ min: 1, max: 8 })

export const merchantSteps: fc.Arbitrary<Step>[] = [
  fc.constant(captureAll),
  fc.constant(captureAll),
  fc.constant(captureTwice),
  fc.constant(capturePart),
  fc.constant(shipOrder),
  writes.map(captureAndCrash),
  shares.map(refundShare),
  shares.map(refundShare),
  shares.map(refundTwice),
  fc.tuple(shares, writes).map(refundAndCrash),
  fc.constant(cancelOrder),
  fc.constant(cancelPayment),
  fc.constant(checkStatus),
]
