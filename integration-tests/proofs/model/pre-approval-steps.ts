import fc from "fast-check"
import { harness } from "../../store/harness"
import { person, type Requested } from "../../store/pre-approval-steps"
import { answerOf } from "./answer"
import { startAgain } from "./crash"
import { dyingShop } from "./doors"
import { type Model, type Step, type Story, step } from "./history"
import { ifPossible } from "./service-steps"
import { isOpen } from "./shopper-steps"

const { shop, simulator, store } = harness()

const ROOM = "/store/consumer-financing"
const MOST = 3

/** Requests a pre-approval as a guest (endpoint 6). Only this answer contains the claim. */
async function request({ guest }: Story, client = shop): Promise<void> {
  const { lastName: last_name, firstName: first_name } = guest
  const asked = client.door.post<Requested>(
    `${ROOM}/pre-approvals`,
    person({ last_name, first_name })
  )
  await answerOf(
    asked.then(({ pre_approval: { id }, claim }) => {
      guest.preApprovals.push({ id, claim })
    })
  )
}

const mayAsk = ({ world }: Model): boolean => world.preApprovals.length < MOST

export const askPreApproval = step({
  words: "a guest asks to be pre-approved",
  when: mayAsk,
  act: (story) => request(story),
})

const askAndDie = (write: number): Step =>
  step({
    words: `a guest asks to be pre-approved, and the process dies before write ${write}`,
    when: mayAsk,
    act: async (story, model) => {
      await request(story, dyingShop(write))
      await startAgain(story, model)
    },
  })

async function show({ guest }: Story, { asked }: Model, cartId: string): Promise<void> {
  const held = guest.preApprovals.filter(({ claim }) => claim !== null).at(-1)
  if (!held) return
  const carts = asked.claimed.get(held.id) ?? new Set()
  asked.claimed.set(held.id, carts.add(cartId))
  const { claim } = held
  await answerOf(shop.door.post(`${ROOM}/carts/${cartId}/pre-approval`, { claim }))
}

const hasClaim = ({ world }: Model): boolean => world.preApprovals.length > 0

export const bring = step({
  words: "the guest brings the claim to the cart",
  when: hasClaim,
  act: (story, model) => show(story, model, story.purchaseId),
})

const chooseElsewhere = step({
  words: "the guest brings the claim to another cart, and chooses financing there",
  when: hasClaim,
  act: async (story, model) => {
    const cartId = await story.anotherCart()
    await show(story, model, cartId)
    await answerOf(shop.choosePaymentMethod(cartId))
  },
})

const chooseInBoth = step({
  words: "the guest chooses financing in two carts at once (one pre-approval, one order)",
  when: (model) => hasClaim(model) && isOpen(model),
  act: async (story, model) => {
    const cartId = await story.anotherCart()
    model.asked.choices += 1
    await Promise.all([
      answerOf(shop.choosePaymentMethod(story.purchaseId)),
      show(story, model, cartId).then(() => answerOf(shop.choosePaymentMethod(cartId))),
    ])
  },
})

const payElsewhere = step({
  words: "the guest signs for the other cart, and completes it",
  when: ({ world }) => world.preApprovals.some(({ uses }) => uses.length > 0),
  act: async ({ guest, purchaseId }) => {
    const cartId = guest.otherCarts.at(-1)
    if (cartId === undefined || cartId === purchaseId) return
    for (const { tip } of await simulator.applicationsOfCart(cartId)) {
      await ifPossible(simulator.decision(tip, { outcome: "approve" }))
      await ifPossible(simulator.decision(tip, { outcome: "sign" }))
    }
    await answerOf(shop.completeCart(cartId))
  },
})

/** A stranger can send an invented claim and ids in the session's data. */
const chooseAsStranger = step({
  words: "a stranger with a made-up claim chooses financing in a cart of their own (G11)",
  when: hasClaim,
  act: async (story) => {
    const cartId = await story.anotherCart()
    const [held] = story.guest.preApprovals
    const claim = (held?.claim ?? "").replace(/^./, (first) => (first === "A" ? "B" : "A"))
    await answerOf(shop.door.post(`${ROOM}/carts/${cartId}/pre-approval`, { claim }))
    const data = { pre_approval_id: held?.id, kind: "pre-approval" }
    await answerOf(shop.choosePaymentMethod(cartId, { data }))
  },
})

/** Checks every unused pre-approval as the schedule does. */
async function checkPreApprovals({ world }: Model): Promise<void> {
  for (const { id, uses } of world.preApprovals) {
    const input = { pre_approval_id: id }
    if (uses.length === 0) await store.workflow("check-pre-approval-of-financing", input)
  }
}

const OUTCOMES = ["approve", "approve", "decline", "review", "cancel"] as const

const decide = (outcome: (typeof OUTCOMES)[number]): Step =>
  step({
    words: `at the service, of the pre-approval: ${outcome}; and the schedule looks`,
    when: ({ world }) => world.preApproved.length > 0,
    act: async (_, model) => {
      const tip = model.world.preApproved.at(-1)?.tip ?? ""
      await ifPossible(simulator.decision(tip, { outcome }))
      await checkPreApprovals(model)
    },
  })

export const preApprove = decide("approve")

const checkAllAgain = step({
  words: "the schedule looks at the pre-approvals",
  when: hasClaim,
  act: (_, model) => checkPreApprovals(model),
})

export const preApprovalSteps: fc.Arbitrary<Step>[] = [
  fc.constant(askPreApproval),
  fc.integer({ min: 1, max: 3 }).map(askAndDie),
  fc.constant(bring),
  fc.constant(bring),
  fc.constant(chooseElsewhere),
  fc.constant(chooseInBoth),
  fc.constant(payElsewhere),
  fc.constant(chooseAsStranger),
  fc.constantFrom(...OUTCOMES).map(decide),
  fc.constantFrom(...OUTCOMES).map(decide),
  fc.constant(checkAllAgain),
]
