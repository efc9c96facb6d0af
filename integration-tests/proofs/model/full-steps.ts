import fc from "fast-check"
import { applicationForm } from "../../store/full-application-steps"
import { harness } from "../../store/harness"
import { answerOf, expectDone } from "./answer"
import { startAgain } from "./crash"
import { dyingShop } from "./doors"
import { type Model, type Step, type Story, step, Violation } from "./history"
import { isOpen } from "./shopper-steps"
import { applicationOf, type OursSeen } from "./world"

const { shop } = harness()

const pathOf = (cartId: string) => `/store/consumer-financing/carts/${cartId}/applications`

/** Submits the shop's own application form (endpoint 4). */
async function apply({ purchaseId }: Story, { asked }: Model, client = shop): Promise<void> {
  asked.choices += 1
  await answerOf(client.door.post(pathOf(purchaseId), applicationForm()))
}

export const applyInFull = step({
  words: "the shopper applies with the shop's own form",
  when: isOpen,
  act: apply,
})

const applyTwice = step({
  words: "the shopper sends the form twice at once",
  when: isOpen,
  act: async (story, model) => {
    await Promise.all([apply(story, model), apply(story, model)])
  },
})

const applyAndDie = (write: number): Step =>
  step({
    words: `the shopper applies with the shop's own form, and the process dies before write ${write}`,
    when: isOpen,
    act: async (story, model) => {
      await apply(story, model, dyingShop(write))
      await startAgain(story, model)
    },
  })

/** Returns the newest application with offers. */
const offered = ({ world }: Model): OursSeen | undefined =>
  world.ours.filter(({ offers }) => offers.length > 0).at(-1)

const hasOffers = (model: Model): boolean => offered(model) !== undefined && isOpen(model)

/** Selects one of the newest application's offers (endpoint 5). */
async function choose(
  { purchaseId }: Story,
  model: Model,
  { position, client = shop }: { position: number; client?: typeof shop }
): Promise<void> {
  const ours = offered(model)
  const offer = ours?.offers[position % ours.offers.length]
  const path = `${pathOf(purchaseId)}/${ours?.id}/offers/${offer}/select`
  await answerOf(client.door.post(path))
}

export const chooseOffer = (position: number): Step =>
  step({
    words: `the shopper chooses offer ${position + 1}`,
    when: hasOffers,
    act: (story, model) => choose(story, model, { position }),
  })

const chooseOfferAndDie = ([position, write]: [number, number]): Step =>
  step({
    words: `the shopper chooses offer ${position + 1}, and the process dies before write ${write}`,
    when: hasOffers,
    act: async (story, model) => {
      await choose(story, model, { position, client: dyingShop(write) })
      await startAgain(story, model)
    },
  })

const chooseAsStranger = step({
  words: "somebody chooses an offer of this application in another cart (G6)",
  when: hasOffers,
  act: async (story, model) => {
    const ours = offered(model)
    const before = ours && applicationOf(model.world, ours)?.chosenOfferId
    const path = `${pathOf(await story.anotherCart())}/${ours?.id}/offers/${ours?.offers[1]}/select`
    const answer = await answerOf(shop.door.post(path))
    if (answer.is !== "refused") throw new Violation(`a stranger's choice is ${answer.is}`)
    const after = await story.look()
    const chosen = ours && applicationOf(after, ours)?.chosenOfferId
    if (chosen !== before) throw new Violation("a stranger chose an offer")
  },
})

const readAgain = step({
  words: "the storefront reads the cart's application",
  when: ({ world }) => world.ours.some(({ kind }) => kind === "full"),
  act: async ({ purchaseId }) => {
    expectDone(await answerOf(shop.door.get(`${pathOf(purchaseId)}/current`)), "reading it")
  },
})

const position = fc.integer({ min: 0, max: 2 })

export const fullSteps: fc.Arbitrary<Step>[] = [
  fc.constant(applyInFull),
  fc.constant(applyInFull),
  fc.constant(applyTwice),
  fc.integer({ min: 1, max: 9 }).map(applyAndDie),
  position.map(chooseOffer),
  position.map(chooseOffer),
  fc.tuple(position, fc.integer({ min: 1, max: 6 })).map(chooseOfferAndDie),
  fc.constant(chooseAsStranger),
  fc.constant(readAgain),
]
