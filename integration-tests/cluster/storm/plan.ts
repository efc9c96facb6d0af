import fc from "fast-check"
import type { CartWish } from "../../../tooling/clients/shop-client"

/** One purchase: what its shopper does, and then staff. */
export type Story = {
  cart: CartWish
  /** The shopper comes back and completes the cart, or a postback or the schedule has to. */
  returns: boolean
  /** The service sends what it has to say so many times more. */
  repeats: number
  then: "nothing" | "capture" | "ship" | "refund a part" | "refund" | "cancel"
}

export const TROUBLES = [
  "kill a server",
  "end a server",
  "kill the worker",
  "stop Redis",
  "empty Redis",
  "crash Postgres",
  "cut Postgres off",
] as const
export type Trouble = (typeof TROUBLES)[number]

/** What goes wrong next. `which` of the servers; milliseconds before it, and until it is over. */
export type Blow = { trouble: Trouble; which: number; after: number; lasting: number }

const CARTS: CartWish[] = [
  {},
  { items: [{ handle: "walnut-desk", quantity: 2 }], address: { province: "OR" } },
  { items: [{ handle: "reading-lamp", quantity: 4 }], delivery: "white-glove" },
]

const story = fc.record<Story>({
  cart: fc.constantFrom(...CARTS),
  returns: fc.boolean(),
  repeats: fc.integer({ min: 0, max: 3 }),
  then: fc.constantFrom("nothing", "capture", "ship", "refund a part", "refund", "cancel"),
})

const times = {
  after: fc.integer({ min: 2_000, max: 6_000 }),
  lasting: fc.integer({ min: 500, max: 5_000 }),
}

/** Each trouble once, in some order. */
const round = fc
  .shuffledSubarray([...TROUBLES], { minLength: TROUBLES.length })
  .chain((troubles) =>
    fc.tuple(
      ...troubles.map((trouble) =>
        fc.record<Blow>({ trouble: fc.constant(trouble), which: fc.nat(1_000), ...times })
      )
    )
  )

/** Drawn by a seed alone. */
export function drawStories(seed: number, count: number): Story[] {
  return fc.sample(story, { seed, numRuns: count })
}

export function drawBlows(seed: number, rounds: number): Blow[] {
  return fc.sample(round, { seed, numRuns: rounds }).flat()
}
