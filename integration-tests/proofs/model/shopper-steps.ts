import fc from "fast-check"
import { harness } from "../../store/harness"
import { get } from "../../store/postback-steps"
import { NEW_YORK } from "../../../tooling/clients/shop-client"
import { answerOf, answerOfCart } from "./answer"
import { startAgain } from "./crash"
import { dyingShop } from "./doors"
import { type Model, type Step, type Story, step } from "./history"

const { shop } = harness()

/** Whether the cart has no order yet. */
export const isOpen = ({ world }: Model): boolean => world.medusa.order === null

async function choose(story: Story, model: Model, client = shop): Promise<void> {
  model.asked.choices += 1
  await answerOf(client.choosePaymentMethod(story.purchaseId))
}

export const chooseFinancing = step({
  words: "the shopper chooses financing",
  when: isOpen,
  act: choose,
})

const chooseAgain = step({
  words: "a storefront starts another session, though the order is placed (C13)",
  when: ({ world }) => world.medusa.order !== null,
  act: choose,
})

const chooseAndDie = (write: number): Step =>
  step({
    words: `the shopper chooses financing, and the process dies before write ${write}`,
    when: isOpen,
    act: async (story, model) => {
      await choose(story, model, dyingShop(write))
      await startAgain(story, model)
    },
  })

const chooseOther = step({
  words: "the shopper chooses another method",
  when: isOpen,
  act: async ({ purchaseId }, { asked }) => {
    asked.otherMethod = true
    await answerOf(shop.choosePaymentMethod(purchaseId, { providerId: "pp_system_default" }))
  },
})

const addItem = (handle: string): Step =>
  step({
    words: `the shopper puts a ${handle} into the cart`,
    when: isOpen,
    act: async ({ purchaseId }, { asked }) => {
      asked.cartEdits += 1
      await answerOfCart(() => shop.addItem(purchaseId, { handle, quantity: 1 }))
    },
  })

const moveHouse = (street: string): Step =>
  step({
    words: `the shopper changes the address to ${street}`,
    when: isOpen,
    act: async ({ purchaseId }, { asked }) => {
      asked.cartEdits += 1
      const shipping_address = { ...NEW_YORK, address_1: street }
      await answerOfCart(() => shop.updateCart(purchaseId, { shipping_address }))
    },
  })

export const complete = step({
  words: "the shopper completes the cart",
  when: ({ asked }) => asked.choices > 0,
  act: async ({ purchaseId }, { asked }) => {
    asked.present = true
    await answerOf(shop.completeCart(purchaseId))
  },
})

const follow = (address: "returnUrl" | "cancelUrl", words: string): Step =>
  step({
    words,
    // The service has no return URL for an application from the shop's own form.
    when: ({ world }) => world.applications.at(-1)?.[address] !== undefined,
    act: async (_, { asked, world }) => {
      if (address === "returnUrl") asked.present = true
      const url = world.applications.at(-1)?.[address]
      await get(String(url))
    },
  })

export const shopperSteps: fc.Arbitrary<Step>[] = [
  fc.constant(chooseFinancing),
  fc.constant(chooseFinancing),
  fc.constant(chooseAgain),
  fc.integer({ min: 1, max: 9 }).map(chooseAndDie),
  fc.constant(chooseOther),
  fc.constantFrom("reading-lamp", "oak-bookcase").map(addItem),
  fc.constantFrom("1 Elsewhere Street", "2 Other Avenue").map(moveHouse),
  fc.constant(complete),
  fc.constant(complete),
]

export const backAndForth: fc.Arbitrary<Step>[] = [
  fc.constant(follow("returnUrl", "the shopper comes back from the service's page")),
  fc.constant(follow("cancelUrl", "the shopper walks away from the service's page")),
]
