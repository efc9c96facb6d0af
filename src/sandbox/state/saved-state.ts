import { z } from "@medusajs/framework/zod"
import { applyMagic } from "../magic"
import type { Application, PostbackRecord } from "./application"
import { scheduleFunding, isAwaitingFunding } from "./money-operations"
import type { SimulatorState } from "./simulator-state"

const linkSchema = z.looseObject({
  token: z.string().min(1),
  status: z.string().min(1),
  loanAmount: z.number(),
  orderId: z.string(),
})

const entriesSchema = z.array(z.looseObject({}))

/** Minimal shape of a saved application that pages and calls rely on. */
const applicationSchema = z.looseObject({
  id: z.string().min(1),
  environment: z.enum(["staging", "production"]),
  auth: z.string().min(1),
  rauth: z.string().min(1),
  chain: z.array(linkSchema).min(1),
  originalOrderId: z.string(),
  customer: z.looseObject({}),
  behaviour: z.looseObject({}),
  items: entriesSchema,
  offers: entriesSchema,
  messages: entriesSchema,
  partialRefunds: entriesSchema,
  postbacks: entriesSchema,
})

const savedStateSchema = z.strictObject({
  version: z.literal(1),
  /** Milliseconds by which virtual time is ahead. */
  ahead: z.number().min(0),
  // Safe cast: the schema checks the shape, and the same version wrote the list entries.
  applications: z.array(applicationSchema.transform((one) => one as unknown as Application)),
  refusals: z.array(
    z.strictObject({
      id: z.string(),
      reason: z.enum(["out-of-range", "po-box"]),
      loanAmount: z.number(),
      cancelUrl: z.string().optional(),
    })
  ),
})

export type SavedState = z.output<typeof savedStateSchema>

/** Collects the state that survives a restart. Options, faults and rules do not. */
export function buildSavedState(simulator: SimulatorState): SavedState {
  return {
    version: 1,
    ahead: simulator.clock.getOffset(),
    applications: simulator.applications.getAll(),
    refusals: [...simulator.refusals].map(([id, refusal]) => ({ id, ...refusal })),
  }
}

/** Parses a saved state. @throws SyntaxError or ZodError when the text is not a saved state */
export function parseState(text: string): SavedState {
  return savedStateSchema.parse(JSON.parse(text))
}

/** Restores a saved state and reschedules its pending work. */
export function restoreState(simulator: SimulatorState, saved: SavedState): void {
  simulator.clock.advance(saved.ahead / 1000)
  for (const { id, ...refusal } of saved.refusals) {
    simulator.refusals.set(id, { ...refusal, cancelUrl: refusal.cancelUrl })
  }
  for (const one of saved.applications) {
    simulator.applications.add(one)
    resumeApplication(simulator, one)
  }
}

function resumeApplication(simulator: SimulatorState, application: Application): void {
  const [newest] = application.chain.slice(-1)
  if (newest?.status === "P" && application.kind !== "full") applyMagic(simulator, application)
  if (isAwaitingFunding(simulator, application)) scheduleFunding(simulator, application, "usual")
  const last = application.postbacks.at(-1)
  if (last && isUndelivered(simulator, last)) simulator.postbacks.sendStatus(application)
}

function isUndelivered(
  simulator: SimulatorState,
  { delivered, outcome, attempts }: PostbackRecord
): boolean {
  const hasGivenUp = attempts > simulator.options.postbackRetryMs.length
  return !delivered && !hasGivenUp && outcome !== "lost" && outcome !== "held"
}
