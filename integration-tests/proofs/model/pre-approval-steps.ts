import fc from "fast-check"
import { createHarness } from "../../store/harness"
import { buildPerson, type RequestedPreApproval } from "../../store/pre-approval-steps"
import { readAnswer } from "./answer"
import { restartAfterCrash } from "./crash"
import { createCrashingShop } from "./crashing-clients"
import type { Model, Step, Story } from "./history"
import { createStep } from "./step"
import { tryAction } from "./service-steps"
import { isCartOpen } from "./shopper-steps"

const { shop, simulator, store } = createHarness()

const API_PATH = "/store/consumer-financing"
const MAX_PRE_APPROVALS = 3

/** Requests a pre-approval as a guest (endpoint 6). Only this answer contains the claim. */
async function sendPreApprovalRequest({ guest }: Story, client = shop): Promise<void> {
  const { lastName: last_name, firstName: first_name } = guest
  const response = client.storeApi.post<RequestedPreApproval>(
    `${API_PATH}/pre-approvals`,
    buildPerson({ last_name, first_name })
  )
  await readAnswer(
    response.then(({ pre_approval: { id }, claim }) => {
      guest.preApprovals.push({ id, claim })
    })
  )
}

const canRequest = ({ snapshot }: Model): boolean =>
  snapshot.preApprovals.length < MAX_PRE_APPROVALS

export const requestPreApproval = createStep({
  description: "a guest asks to be pre-approved",
  when: canRequest,
  act: (story) => sendPreApprovalRequest(story),
})

const requestAndCrash = (write: number): Step =>
  createStep({
    description: `a guest asks to be pre-approved, and the process dies before write ${write}`,
    when: canRequest,
    act: async (story, model) => {
      await sendPreApprovalRequest(story, createCrashingShop(write))
      await restartAfterCrash(story, model)
    },
  })

async function sendClaim({ guest }: Story, { activity }: Model, cartId: string): Promise<void> {
  const preApproval = guest.preApprovals.filter(({ claim }) => claim !== null).at(-1)
  if (!preApproval) return
  const carts = activity.claimed.get(preApproval.id) ?? new Set()
  activity.claimed.set(preApproval.id, carts.add(cartId))
  const { claim } = preApproval
  await readAnswer(shop.storeApi.post(`${API_PATH}/carts/${cartId}/pre-approval`, { claim }))
}

const hasPreApproval = ({ snapshot }: Model): boolean => snapshot.preApprovals.length > 0

export const bringClaim = createStep({
  description: "the guest brings the claim to the cart",
  when: hasPreApproval,
  act: (story, model) => sendClaim(story, model, story.purchaseId),
})

const chooseElsewhere = createStep({
  description: "the guest brings the claim to another cart, and chooses financing there",
  when: hasPreApproval,
  act: async (story, model) => {
    const cartId = await story.createOtherCart()
    await sendClaim(story, model, cartId)
    await readAnswer(shop.choosePaymentMethod(cartId))
  },
})

const chooseInBoth = createStep({
  description: "the guest chooses financing in two carts at once (one pre-approval, one order)",
  when: (model) => hasPreApproval(model) && isCartOpen(model),
  act: async (story, model) => {
    const cartId = await story.createOtherCart()
    model.activity.choices += 1
    await Promise.all([
      readAnswer(shop.choosePaymentMethod(story.purchaseId)),
      sendClaim(story, model, cartId).then(() => readAnswer(shop.choosePaymentMethod(cartId))),
    ])
  },
})

const payElsewhere = createStep({
  description: "the guest signs for the other cart, and completes it",
  when: ({ snapshot }) => snapshot.preApprovals.some(({ uses }) => uses.length > 0),
  act: async ({ guest, purchaseId }) => {
    const cartId = guest.otherCartIds.at(-1)
    if (cartId === undefined || cartId === purchaseId) return
    for (const { tip } of await simulator.listCartApplications(cartId)) {
      await tryAction(simulator.decision(tip, { outcome: "approve" }))
      await tryAction(simulator.decision(tip, { outcome: "sign" }))
    }
    await readAnswer(shop.completeCart(cartId))
  },
})

/** A stranger can send an invented claim and ids in the session's data. */
const chooseAsStranger = createStep({
  description: "a stranger with a made-up claim chooses financing in a cart of their own (G11)",
  when: hasPreApproval,
  act: async (story) => {
    const cartId = await story.createOtherCart()
    const [held] = story.guest.preApprovals
    const claim = (held?.claim ?? "").replace(/^./, (first) => (first === "A" ? "B" : "A"))
    await readAnswer(shop.storeApi.post(`${API_PATH}/carts/${cartId}/pre-approval`, { claim }))
    const data = { pre_approval_id: held?.id, kind: "pre-approval" }
    await readAnswer(shop.choosePaymentMethod(cartId, { data }))
  },
})

/** Checks every unused pre-approval as the schedule does. */
async function checkPreApprovals({ snapshot }: Model): Promise<void> {
  for (const { id, uses } of snapshot.preApprovals) {
    const input = { pre_approval_id: id }
    if (uses.length === 0) await store.runWorkflow("check-pre-approval-of-financing", input)
  }
}

const OUTCOMES = ["approve", "approve", "decline", "review", "cancel"] as const

const decidePreApproval = (outcome: (typeof OUTCOMES)[number]): Step =>
  createStep({
    description: `at the service, of the pre-approval: ${outcome}; and the schedule looks`,
    when: ({ snapshot }) => snapshot.preApproved.length > 0,
    act: async (_, model) => {
      const tip = model.snapshot.preApproved.at(-1)?.tip ?? ""
      await tryAction(simulator.decision(tip, { outcome }))
      await checkPreApprovals(model)
    },
  })

export const approvePreApproval = decidePreApproval("approve")

const checkAllPreApprovals = createStep({
  description: "the schedule looks at the pre-approvals",
  when: hasPreApproval,
  act: (_, model) => checkPreApprovals(model),
})

export const preApprovalSteps: fc.Arbitrary<Step>[] = [
  fc.constant(requestPreApproval),
  fc.integer({ min: 1, max: 3 }).map(requestAndCrash),
  fc.constant(bringClaim),
  fc.constant(bringClaim),
  fc.constant(chooseElsewhere),
  fc.constant(chooseInBoth),
  fc.constant(payElsewhere),
  fc.constant(chooseAsStranger),
  fc.constantFrom(...OUTCOMES).map(decidePreApproval),
  fc.constantFrom(...OUTCOMES).map(decidePreApproval),
  fc.constant(checkAllPreApprovals),
]
