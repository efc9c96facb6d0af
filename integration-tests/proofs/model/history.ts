import type { AsyncCommand } from "fast-check"
import type { Due } from "./at-work"
import { isOver } from "./change"
import type { Plan } from "./plan"
import type { Service } from "./service"
import { checkRules } from "./rules"
import type { World } from "./world"

/** What shoppers and staff requested so far. */
export type Asked = {
  /** How often financing was chosen or requested. Each may create one application at most. */
  choices: number
  /** Whether the shopper completed the cart or returned from the service's page. */
  present: boolean
  /** Number of changes to the cart, or to the draft or order of a financing request. */
  cartEdits: number
  otherMethod: boolean
  /** Whether staff converted the draft to an order. */
  converted: boolean
  /** Ids of the plugin's applications whose request staff withdrew successfully. */
  withdrawn: Set<string>
  /** Cart ids that received each pre-approval's claim, by pre-approval id. */
  claimed: Map<string, Set<string>>
  captures: number
  shipped: boolean
  /** Every refund that the merchant requested, in cents, with its answer. */
  refunds: { amount: number; answer: "done" | "refused" | "unknown" }[]
  orderCancelled: boolean
  paymentCancelled: boolean
  /** Hours since the start. */
  hours: number
  /** Number of process crashes. */
  crashes: number
}

/** What others did to an application at the service. */
export type Deeds = {
  ends: number
  /** `ends` at the last observation. */
  endsSeen: number
  fullRefunds: number
  partialRefunds: number
}

/** The model's state: requests, effects by others, and both sides as last read. */
export type Model = {
  asked: Asked
  effects: Map<string, Deeds>
  /** Ids at the service of applications that were ever signed. */
  signed: Set<string>
  /** Ids at the service of applications that ever ended. */
  over: Set<string>
  /** `cartEdits` when each application was first read, by its id at the service. */
  filedAfter: Map<string, number>
  world: World
  /** Whether an outage alarm was ever raised. */
  hadAlarm: boolean
}

/** A guest with a unique name who requests pre-approvals. */
export type Guest = {
  firstName: string
  lastName: string
  /** The guest's pre-approvals, newest last. Only the first answer, which may be lost, contains the claim. */
  preApprovals: { id: string; claim: string | null }[]
  /** Other carts, the guest's or a stranger's. */
  otherCarts: string[]
}

/** One history in the real store. */
export type Story = {
  plan: Plan
  service: Service
  /** Id of the cart, or of the order or draft that staff created. */
  purchaseId: string
  guest: Guest
  /** Descriptions of the steps so far. */
  told: string[]
  /** Lease holders whose process died. */
  dead: Set<string>
  look: () => Promise<World>
  leaseHolders: () => Promise<string[]>
  /** Lists applications that are due for a scheduled check. */
  dueNow: () => Promise<Due[]>
  /** Waits until no living process holds a lease. */
  untilIdle: () => Promise<void>
  /** Waits until idle, then advances time. */
  age: (minutes: number) => Promise<void>
  /** Creates another cart with the same items. */
  anotherCart: () => Promise<string>
}

export type Step = AsyncCommand<Model, Story>

export function newModel(world: World): Model {
  const asked: Asked = {
    choices: 0,
    present: false,
    cartEdits: 0,
    otherMethod: false,
    converted: false,
    withdrawn: new Set(),
    claimed: new Map(),
    captures: 0,
    shipped: false,
    refunds: [],
    orderCancelled: false,
    paymentCancelled: false,
    hours: 0,
    crashes: 0,
  }
  return {
    asked,
    effects: new Map(),
    signed: new Set(),
    over: new Set(),
    filedAfter: new Map(),
    world,
    hadAlarm: world.isAlarm,
  }
}

export function localEffectsOf(model: Model, applicationId: string): Deeds {
  const known = model.effects.get(applicationId)
  if (known) return known
  const none: Deeds = { ends: 0, endsSeen: 0, fullRefunds: 0, partialRefunds: 0 }
  model.effects.set(applicationId, none)
  return none
}

/** A broken rule of the model. */
export class Violation extends Error {}

/** Reads both sides and checks what changed since the last read against the rules. */
export async function observe(model: Model, story: Story): Promise<void> {
  const before = model.world
  model.world = await story.look()
  model.hadAlarm ||= model.world.isAlarm
  const { applications, preApproved } = model.world
  await story.service.notice(story, [...applications, ...preApproved])
  for (const application of applications) {
    const { id, status } = application
    if (["S", "C", "L"].includes(status)) model.signed.add(id)
    if (isOver(application)) model.over.add(id)
    if (!model.filedAfter.has(id)) model.filedAfter.set(id, model.asked.cartEdits)
  }
  checkRules(before, model)
  for (const effects of model.effects.values()) effects.endsSeen = effects.ends
}

type Deed = {
  words: string
  when?: (model: Model) => boolean
  act: (story: Story, model: Model) => Promise<void>
}

/** Creates a step that acts on the real store and then checks the rules. */
export function step({ words, when = () => true, act }: Deed): Step {
  return {
    check: when,
    run: async (model, story) => {
      story.told.push(words)
      await act(story, model)
      await observe(model, story)
    },
    toString: () => words,
  }
}
