import fc from "fast-check"
import type { CartWish } from "../../../tooling/clients/shop-client"

/** One purchase: the actions of its shopper, then of staff. */
export type Story = {
  cart: CartWish
  /** Whether the shopper returns and completes the cart; otherwise a postback or the schedule does. */
  returns: boolean
  /** How often the postback is repeated. */
  repeats: number
  then: "nothing" | "capture" | "ship" | "refund a part" | "refund" | "cancel"
}

/** Two disruptions run at a time: one of a server, and one of a shared dependency. */
export const LANES = [
  ["kill a server", "end a server"],
  ["crash Postgres", "stop Redis", "cut Postgres off", "kill the worker", "empty Redis"],
] as const
export type Trouble = (typeof LANES)[number][number]

/** A disruption. `which` selects the server; `after` and `lasting` are milliseconds. */
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

/** Each disruption of a lane once, in random order. */
const roundOf = (lane: readonly Trouble[]) =>
  fc
    .shuffledSubarray([...lane], { minLength: lane.length })
    .chain((troubles) =>
      fc.tuple(
        ...troubles.map((trouble) =>
          fc.record<Blow>({ trouble: fc.constant(trouble), which: fc.nat(1_000), ...times })
        )
      )
    )

/** Draws purchases. The seed alone determines them. */
export function drawStories(seed: number, count: number): Story[] {
  return fc.sample(story, { seed, numRuns: count })
}

export function drawBlows(seed: number, lane: readonly Trouble[], rounds: number): Blow[] {
  return fc.sample(roundOf(lane), { seed, numRuns: rounds }).flat()
}
