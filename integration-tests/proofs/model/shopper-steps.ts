import fc from "fast-check"
import { createHarness } from "../../store/harness"
import { get } from "../../store/postback-steps"
import { NEW_YORK } from "../../../tooling/clients/shop-client"
import { readAnswer, readCartAnswer } from "./answer"
import { restartAfterCrash } from "./crash"
import { createCrashingShop } from "./crashing-clients"
import type { Model, Step, Story } from "./history"
import { createStep } from "./step"

const { shop } = createHarness()

/** Whether the cart has no order yet. */
export const isCartOpen = ({ snapshot }: Model): boolean => snapshot.medusa.order === null

async function chooseFinancingMethod(story: Story, model: Model, client = shop): Promise<void> {
  model.activity.choices += 1
  await readAnswer(client.choosePaymentMethod(story.purchaseId))
}

export const chooseFinancing = createStep({
  description: "the shopper chooses financing",
  when: isCartOpen,
  act: chooseFinancingMethod,
})

const startSecondSession = createStep({
  description: "a storefront starts another session, though the order is placed (C13)",
  when: ({ snapshot }) => snapshot.medusa.order !== null,
  act: chooseFinancingMethod,
})

const chooseAndCrash = (write: number): Step =>
  createStep({
    description: `the shopper chooses financing, and the process dies before write ${write}`,
    when: isCartOpen,
    act: async (story, model) => {
      await chooseFinancingMethod(story, model, createCrashingShop(write))
      await restartAfterCrash(story, model)
    },
  })

const chooseOtherMethod = createStep({
  description: "the shopper chooses another method",
  when: isCartOpen,
  act: async ({ purchaseId }, { activity }) => {
    activity.hasOtherMethod = true
    await readAnswer(shop.choosePaymentMethod(purchaseId, { providerId: "pp_system_default" }))
  },
})

const addItem = (handle: string): Step =>
  createStep({
    description: `the shopper puts a ${handle} into the cart`,
    when: isCartOpen,
    act: async ({ purchaseId }, { activity }) => {
      activity.cartEdits += 1
      await readCartAnswer(() => shop.addItem(purchaseId, { handle, quantity: 1 }))
    },
  })

const changeAddress = (street: string): Step =>
  createStep({
    description: `the shopper changes the address to ${street}`,
    when: isCartOpen,
    act: async ({ purchaseId }, { activity }) => {
      activity.cartEdits += 1
      const shipping_address = { ...NEW_YORK, address_1: street }
      await readCartAnswer(() => shop.updateCart(purchaseId, { shipping_address }))
    },
  })

export const completeCart = createStep({
  description: "the shopper completes the cart",
  when: ({ activity }) => activity.choices > 0,
  act: async ({ purchaseId }, { activity }) => {
    activity.isShopperPresent = true
    await readAnswer(shop.completeCart(purchaseId))
  },
})

const followLink = (address: "returnUrl" | "cancelUrl", description: string): Step =>
  createStep({
    description,
    // The service has no return URL for an application from the shop's own form.
    when: ({ snapshot }) => snapshot.applications.at(-1)?.[address] !== undefined,
    act: async (_, { activity, snapshot }) => {
      if (address === "returnUrl") activity.isShopperPresent = true
      const url = snapshot.applications.at(-1)?.[address]
      await get(String(url))
    },
  })

export const shopperSteps: fc.Arbitrary<Step>[] = [
  fc.constant(chooseFinancing),
  fc.constant(chooseFinancing),
  fc.constant(startSecondSession),
  fc.integer({ min: 1, max: 9 }).map(chooseAndCrash),
  fc.constant(chooseOtherMethod),
  fc.constantFrom("reading-lamp", "oak-bookcase").map(addItem),
  fc.constantFrom("1 Elsewhere Street", "2 Other Avenue").map(changeAddress),
  fc.constant(completeCart),
  fc.constant(completeCart),
]

export const returnSteps: fc.Arbitrary<Step>[] = [
  fc.constant(followLink("returnUrl", "the shopper comes back from the service's page")),
  fc.constant(followLink("cancelUrl", "the shopper walks away from the service's page")),
]
