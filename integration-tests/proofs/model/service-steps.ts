import fc from "fast-check"
import type { ApplicationView } from "../../../src/sandbox"
import { harness } from "../../store/harness"
import { HttpRefusal } from "../../../tooling/clients/http-door"
import { localEffectsOf, type Model, type Step, step } from "./history"

const { simulator } = harness()

const hasApplication = ({ world }: Model): boolean => world.applications.length > 0

/** Returns the newest application, or one further back, which the customer may sign too (A17). */
function pick({ world }: Model, back: number): ApplicationView {
  const one = world.applications.at(-1 - (back % world.applications.length))
  if (!one) throw new Error("There is no application yet")
  return one
}

/** Runs an action at the service. Returns false when its state does not allow it (409). */
export async function ifPossible(act: Promise<unknown>): Promise<boolean> {
  try {
    await act
    return true
  } catch (error) {
    if (error instanceof HttpRefusal && error.status === 409) return false
    throw error
  }
}

const which = (back: number): string => (back === 0 ? "" : " an earlier application")

const OUTCOMES = ["approve", "decline", "review", "mismatch", "cancel"] as const

export const decide = ([outcome, back]: [(typeof OUTCOMES)[number], number]): Step =>
  step({
    words: `at the service: ${outcome}${which(back)}`,
    when: hasApplication,
    act: async (_, model) => {
      const { id, tip } = pick(model, back)
      const isDone = await ifPossible(simulator.decision(tip, { outcome }))
      if (isDone && outcome === "cancel") localEffectsOf(model, id).ends += 1
    },
  })

export const sign = (back: number): Step =>
  step({
    words: `the customer is approved and signs${which(back)}`,
    when: hasApplication,
    act: async (_, model) => {
      const { id, tip } = pick(model, back)
      await ifPossible(simulator.decision(tip, { outcome: "approve" }))
      if (await ifPossible(simulator.decision(tip, { outcome: "sign" }))) model.signed.add(id)
    },
  })

const PORTAL = ["fund", "cancel", "refund"] as const

const portal = ([action, back]: [(typeof PORTAL)[number], number]): Step =>
  step({
    words: `in the service's portal: ${action}${which(back)}`,
    when: hasApplication,
    act: async (_, model) => {
      const { id, tip, status } = pick(model, back)
      const effects = localEffectsOf(model, id)
      if (["O", "U", "X", "T"].includes(status)) return
      if (action !== "cancel" && !["S", "C", "L"].includes(status)) return
      if (action === "cancel" && ["C", "L"].includes(status)) return
      await simulator.portal(tip, { action })
      if (action === "cancel") effects.ends += 1
      if (action === "refund") effects.fullRefunds += 1
    },
  })

/** A partial refund in the portal: the service creates a new application whose token the shop does not get. */
const portalPartialRefund = step({
  words: "in the service's portal: refund $50",
  when: ({ world }) => world.applications.some(({ funded }) => funded),
  act: async (_, model) => {
    const funded = model.world.applications.find(({ status }) => status === "C" || status === "L")
    if (!funded || funded.loanAmount <= 60) return
    const loanAmount = Math.round((funded.loanAmount - 50) * 100) / 100
    await simulator.portal(funded.tip, { action: "partial-refund", loanAmount })
    localEffectsOf(model, funded.id).partialRefunds += 1
  },
})

const back = fc.oneof({ weight: 5, arbitrary: fc.constant(0) }, fc.integer({ min: 1, max: 2 }))

export const serviceSteps: fc.Arbitrary<Step>[] = [
  back.map(sign),
  back.map(sign),
  back.map(sign),
  fc.tuple(fc.constantFrom(...OUTCOMES), back).map(decide),
  fc.tuple(fc.constant("review" as const), back).map(decide),
  fc.tuple(fc.constantFrom(...PORTAL), back).map(portal),
  fc.constant(portalPartialRefund),
]
