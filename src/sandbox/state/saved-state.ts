import { z } from "@medusajs/framework/zod"
import { applyMagic } from "../magic"
import type { Application, PostbackRecord } from "./application"
import { fundLater, isBeingFunded } from "./money-moves"
import type { World } from "./world"

const link = z.looseObject({
  token: z.string().min(1),
  status: z.string().min(1),
  loanAmount: z.number(),
  orderId: z.string(),
})

const entries = z.array(z.looseObject({}))

/** Minimal shape of a saved application that pages and calls rely on. */
const application = z.looseObject({
  id: z.string().min(1),
  environment: z.enum(["staging", "production"]),
  auth: z.string().min(1),
  rauth: z.string().min(1),
  chain: z.array(link).min(1),
  originalOrderId: z.string(),
  customer: z.looseObject({}),
  behaviour: z.looseObject({}),
  items: entries,
  offers: entries,
  messages: entries,
  partialRefunds: entries,
  postbacks: entries,
})

const savedState = z.strictObject({
  version: z.literal(1),
  /** Milliseconds by which virtual time is ahead. */
  ahead: z.number().min(0),
  // Safe cast: the schema checks the shape, and the same version wrote the list entries.
  applications: z.array(application.transform((one) => one as unknown as Application)),
  refusals: z.array(
    z.strictObject({
      id: z.string(),
      reason: z.enum(["out-of-range", "po-box"]),
      loanAmount: z.number(),
      cancelUrl: z.string().optional(),
    })
  ),
})

export type SavedState = z.output<typeof savedState>

/** Collects the state that survives a restart. Options, faults and rules do not. */
export function stateOf(world: World): SavedState {
  return {
    version: 1,
    ahead: world.clock.ahead(),
    applications: world.applications.all(),
    refusals: [...world.refusals].map(([id, refusal]) => ({ id, ...refusal })),
  }
}

/** Parses a saved state. @throws SyntaxError or ZodError when the text is not a saved state */
export function parseState(text: string): SavedState {
  return savedState.parse(JSON.parse(text))
}

/** Restores a saved state and reschedules its pending work. */
export function restoreState(world: World, saved: SavedState): void {
  world.clock.advance(saved.ahead / 1000)
  for (const { id, ...refusal } of saved.refusals) {
    world.refusals.set(id, { ...refusal, cancelUrl: refusal.cancelUrl })
  }
  for (const one of saved.applications) {
    world.applications.add(one)
    goOn(world, one)
  }
}

function goOn(world: World, one: Application): void {
  const [newest] = one.chain.slice(-1)
  if (newest?.status === "P" && one.kind !== "full") applyMagic(world, one)
  if (isBeingFunded(world, one)) fundLater(world, one, "usual")
  const last = one.postbacks.at(-1)
  if (last && isOutstanding(world, last)) world.postbacks.announce(one)
}

function isOutstanding(world: World, { delivered, outcome, attempts }: PostbackRecord): boolean {
  const hasGivenUp = attempts > world.options.postbackRetryMs.length
  return !delivered && !hasGivenUp && outcome !== "lost" && outcome !== "held"
}
