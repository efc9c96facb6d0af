import type { AsyncCommand } from "fast-check"
import type { Due } from "./at-work"
import { isOver } from "./change"
import type { Plan } from "./plan"
import type { Service } from "./service"
import { checkRules } from "./rules"
import type { World } from "./world"

/** What people wished for so far, and what others did behind our back: the model's memory. */
export type Asked = {
  /** Financing was chosen, applied for or asked for; each time may file one application at most. */
  choices: number
  /** The shopper completed the cart or came back from the service's page. */
  present: boolean
  /** Changes of the cart, or of the draft or order of a financing request. */
  cartEdits: number
  otherMethod: boolean
  /** Staff made an order of the draft themselves. */
  converted: boolean
  /** Applications of ours whose request staff withdrew, with the store's confirmation. */
  withdrawn: Set<string>
  /** Carts that each pre-approval's claim was brought to, by the pre-approval's id. */
  claimed: Map<string, Set<string>>
  captures: number
  shipped: boolean
  /** Every refund the merchant pressed, in cents, with what was answered. */
  refunds: { amount: number; answer: "done" | "refused" | "unknown" }[]
  orderCancelled: boolean
  paymentCancelled: boolean
  /** Hours that passed since the beginning. */
  hours: number
  /** Processes that died over their work. */
  crashes: number
}

/** What another party did to an application at the service, by its id there. */
export type Deeds = {
  ends: number
  /** `ends` when the worlds were last looked at. */
  endsSeen: number
  fullRefunds: number
  partialRefunds: number
}

/** The model: wishes, others' effects, what was ever signed, and both worlds as last seen. */
export type Model = {
  asked: Asked
  effects: Map<string, Deeds>
  /** Applications, by their id at the service, that were ready to settle at some time. */
  signed: Set<string>
  /** Applications that were over at some time, whatever they read by now. */
  over: Set<string>
  /** How often the cart had been changed when an application, by its id, was first seen. */
  filedAfter: Map<string, number>
  world: World
  /** The alarm of an outage was raised at some time. */
  hadAlarm: boolean
}

/** A guest with a unique name who requests pre-approvals. */
export type Guest = {
  firstName: string
  lastName: string
  /** What the guest got, the newest last; a claim is in one answer only, which may be lost. */
  preApprovals: { id: string; claim: string | null }[]
  /** Further carts: the guest's own, and a stranger's. */
  otherCarts: string[]
}

/** One history in the real store: its purchase, and how to act and look. */
export type Story = {
  plan: Plan
  service: Service
  /** The cart; or the order or draft that staff made. */
  purchaseId: string
  guest: Guest
  /** What was done so far, in words. */
  told: string[]
  /** Holders of leases that died with their process. */
  dead: Set<string>
  look: () => Promise<World>
  leaseHolders: () => Promise<string[]>
  /** Our applications that the schedule would look at now. */
  dueNow: () => Promise<Due[]>
  /** Waits until every living process has done its work. */
  untilIdle: () => Promise<void>
  /** Lets so many minutes pass, once every living process has done its work. */
  age: (minutes: number) => Promise<void>
  /** One more cart with the same goods, of the guest's or of a stranger's. */
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

/** Both worlds went where no rule leads. */
export class Violation extends Error {}

/** Looks again, and holds what changed since the last look against the rules. */
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

/** One step of a history: done in the real store, then looked at. */
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
