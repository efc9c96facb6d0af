import fc from "fast-check"
import type { CartOptions } from "../../../tooling/clients/shop-client"

/** One purchase: the actions of its shopper, then of staff. */
export type PurchasePlan = {
  cart: CartOptions
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
export type DisruptionKind = (typeof LANES)[number][number]

/** A disruption. `which` selects the server; `after` and `lasting` are milliseconds. */
export type Disruption = { kind: DisruptionKind; which: number; after: number; lasting: number }

const CARTS: CartOptions[] = [
  {},
  { items: [{ handle: "walnut-desk", quantity: 2 }], address: { province: "OR" } },
  { items: [{ handle: "reading-lamp", quantity: 4 }], delivery: "white-glove" },
]

const purchase = fc.record<PurchasePlan>({
  cart: fc.constantFrom(...CARTS),
  returns: fc.boolean(),
  repeats: fc.integer({ min: 0, max: 3 }),
  then: fc.constantFrom("nothing", "capture", "ship", "refund a part", "refund", "cancel"),
})

const timing = {
  after: fc.integer({ min: 2_000, max: 6_000 }),
  lasting: fc.integer({ min: 500, max: 5_000 }),
}

/** Each disruption of a lane once, in random order. */
const createRound = (lane: readonly DisruptionKind[]) =>
  fc
    .shuffledSubarray([...lane], { minLength: lane.length })
    .chain((kinds) =>
      fc.tuple(
        ...kinds.map((trouble) =>
          fc.record<Disruption>({ kind: fc.constant(trouble), which: fc.nat(1_000), ...timing })
        )
      )
    )

/** Draws purchases. The seed alone determines them. */
export function drawPurchases(seed: number, count: number): PurchasePlan[] {
  return fc.sample(purchase, { seed, numRuns: count })
}

export function drawDisruptions(
  seed: number,
  lane: readonly DisruptionKind[],
  rounds: number
): Disruption[] {
  return fc.sample(createRound(lane), { seed, numRuns: rounds }).flat()
}
