import fc from "fast-check"
import { buildApplicationForm } from "../../store/full-application-steps"
import { createHarness } from "../../store/harness"
import { readAnswer, expectDone } from "./answer"
import { restartAfterCrash } from "./crash"
import { createCrashingShop } from "./crashing-clients"
import { type Model, type Step, type Story, Violation } from "./history"
import { createStep } from "./step"
import { isCartOpen } from "./shopper-steps"
import { findServiceApplication, type ApplicationRow } from "./snapshot"

const { shop } = createHarness()

const getApplicationsPath = (cartId: string) =>
  `/store/consumer-financing/carts/${cartId}/applications`

/** Submits the shop's own application form (endpoint 4). */
async function submitForm(
  { purchaseId }: Story,
  { activity }: Model,
  client = shop
): Promise<void> {
  activity.choices += 1
  await readAnswer(client.storeApi.post(getApplicationsPath(purchaseId), buildApplicationForm()))
}

export const applyWithForm = createStep({
  description: "the shopper applies with the shop's own form",
  when: isCartOpen,
  act: submitForm,
})

const applyTwice = createStep({
  description: "the shopper sends the form twice at once",
  when: isCartOpen,
  act: async (story, model) => {
    await Promise.all([submitForm(story, model), submitForm(story, model)])
  },
})

const applyAndCrash = (write: number): Step =>
  createStep({
    description: `the shopper applies with the shop's own form, and the process dies before write ${write}`,
    when: isCartOpen,
    act: async (story, model) => {
      await submitForm(story, model, createCrashingShop(write))
      await restartAfterCrash(story, model)
    },
  })

/** Returns the newest application with offers. */
const findOfferedRecord = ({ snapshot }: Model): ApplicationRow | undefined =>
  snapshot.records.filter(({ offers }) => offers.length > 0).at(-1)

const hasOffers = (model: Model): boolean =>
  findOfferedRecord(model) !== undefined && isCartOpen(model)

/** Selects one of the newest application's offers (endpoint 5). */
async function selectOffer(
  { purchaseId }: Story,
  model: Model,
  { position, client = shop }: { position: number; client?: typeof shop }
): Promise<void> {
  const record = findOfferedRecord(model)
  const offer = record?.offers[position % record.offers.length]
  const path = `${getApplicationsPath(purchaseId)}/${record?.id}/offers/${offer}/select`
  await readAnswer(client.storeApi.post(path))
}

export const chooseOffer = (position: number): Step =>
  createStep({
    description: `the shopper chooses offer ${position + 1}`,
    when: hasOffers,
    act: (story, model) => selectOffer(story, model, { position }),
  })

const chooseOfferAndCrash = ([position, write]: [number, number]): Step =>
  createStep({
    description: `the shopper chooses offer ${position + 1}, and the process dies before write ${write}`,
    when: hasOffers,
    act: async (story, model) => {
      await selectOffer(story, model, { position, client: createCrashingShop(write) })
      await restartAfterCrash(story, model)
    },
  })

const chooseAsStranger = createStep({
  description: "somebody chooses an offer of this application in another cart (G6)",
  when: hasOffers,
  act: async (story, model) => {
    const record = findOfferedRecord(model)
    const before = record && findServiceApplication(model.snapshot, record)?.chosenOfferId
    const path = `${getApplicationsPath(await story.createOtherCart())}/${record?.id}/offers/${record?.offers[1]}/select`
    const answer = await readAnswer(shop.storeApi.post(path))
    if (answer.is !== "refused") throw new Violation(`a stranger's choice is ${answer.is}`)
    const after = await story.readSnapshot()
    const chosen = record && findServiceApplication(after, record)?.chosenOfferId
    if (chosen !== before) throw new Violation("a stranger chose an offer")
  },
})

const readCurrentApplication = createStep({
  description: "the storefront reads the cart's application",
  when: ({ snapshot }) => snapshot.records.some(({ kind }) => kind === "full"),
  act: async ({ purchaseId }) => {
    expectDone(
      await readAnswer(shop.storeApi.get(`${getApplicationsPath(purchaseId)}/current`)),
      "reading it"
    )
  },
})

const positions = fc.integer({ min: 0, max: 2 })

export const fullSteps: fc.Arbitrary<Step>[] = [
  fc.constant(applyWithForm),
  fc.constant(applyWithForm),
  fc.constant(applyTwice),
  fc.integer({ min: 1, max: 9 }).map(applyAndCrash),
  positions.map(chooseOffer),
  positions.map(chooseOffer),
  fc.tuple(positions, fc.integer({ min: 1, max: 6 })).map(chooseOfferAndCrash),
  fc.constant(chooseAsStranger),
  fc.constant(readCurrentApplication),
]
