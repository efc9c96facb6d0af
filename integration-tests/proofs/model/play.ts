import type { Pool } from "pg"
import type { ApplicationView } from "../../../src/sandbox"
import { eventually } from "../../../tooling/clients/eventually"
import { harness } from "../../store/harness"
import { expectInvariants } from "../../store/invariants"
import { type DraftWish, draftOrder, orderWithRest } from "../../store/financing-request-steps"
import { newCart } from "../../store/new-cart"
import type { CartWish } from "../../../tooling/clients/shop-client"
import { letTimePass } from "../let-time-pass"
import {
  expectAgreement,
  isAttachedUnseen,
  isHidden,
  isSettledUnseen,
  isTakenForOurs,
  isToldAsPreApproval,
} from "./agreement"
import { type Guest, type Model, newModel, observe, type Story } from "./history"
import { inspectWorld } from "./inspect-world"
import { denies, type Plan, refusesAttaching } from "./plan"
import { letRest } from "./rest"
import { serviceOf } from "./service"
import { dueNow, leaseHolders, untilIdle } from "./at-work"

const worldOf = harness()
const { store, simulator } = worldOf

/** Personal data planted by a run, for the search for leaks. */
export type Canary = { firstName: string; street: string }

type Stage = { database: Pool; plan: Plan; canary: Canary }

let guests = 0

/** Creates a guest with a unique last name, which identifies the guest in the simulator. */
function newGuest({ firstName }: Canary): Guest {
  guests += 1
  const lastName = `Guest ${process.pid}-${Date.now()}-${guests}`
  return { firstName, lastName, preApprovals: [], otherCarts: [] }
}

/** Creates a purchase with its customer, and its model. */
export async function beginHistory({
  database,
  plan,
  canary,
}: Stage): Promise<{ story: Story; model: Model }> {
  const address = { ...plan.cart.address, first_name: canary.firstName, address_1: canary.street }
  const wish: CartWish = { ...plan.cart, address }
  const purchaseId =
    plan.way === "request" ? await newRequested(plan, address) : (await newCart(wish)).id
  const guest = newGuest(canary)
  const look = () => inspectWorld({ database, simulator }, { purchaseId, guest })
  const dead = new Set<string>()
  const story: Story = {
    plan,
    service: serviceOf(worldOf),
    purchaseId,
    guest,
    told: [],
    dead,
    look,
    leaseHolders: () => leaseHolders(database, purchaseId),
    dueNow: () => dueNow(database, purchaseId),
    untilIdle: () => untilIdle(story.leaseHolders, dead),
    age: async (minutes) => {
      await story.untilIdle()
      await letTimePass(purchaseId, minutes)
    },
    anotherCart: async () => {
      const { id: cartId } = await newCart(wish)
      guest.otherCarts.push(cartId)
      return cartId
    },
  }
  const model = newModel(await look())
  await story.service.notice(story, [])
  return { story, model }
}

/** Creates the order or draft that staff ask the customer to finance. */
async function newRequested({ requested }: Plan, address: DraftWish["address"]): Promise<string> {
  const wish = address ? { address } : {}
  if (requested === "an order with a rest") return await orderWithRest(wish)
  return await draftOrder({ ...wish, quantity: requested === "a draft of two sofas" ? 2 : 1 })
}

/**
 * Ends a history: brings it to a stable state and expects agreement or a review case.
 * @returns the number of calls that met a fault
 */
export async function endHistory(story: Story, model: Model): Promise<number> {
  story.told.push("everything comes to rest")
  const struck = await letRest(story, model)
  await eventually(
    async () => {
      await observe(model, story)
      expectAgreement(model, story.plan)
      const listed = model.world.ours.some(({ review_cases }) => review_cases.length > 0)
      const effects = [...model.effects.values()]
      const elsewhere = effects.reduce((sum, { partialRefunds }) => sum + partialRefunds, 0)
      const { faults } = story.plan
      const mayHide = faults.some(denies) || faults.some(refusesAttaching)
      const denied = mayHide && mayBeHidden(story, model)
      const unseen = model.world.applications.some((one) => isTakenForOurs(model, one))
      const settledUnseen = (one: ApplicationView) => isSettledUnseen(model.world, one)
      const exemptions = { listed, denied, elsewhere, unseen, settledUnseen }
      await expectInvariants(story.purchaseId, exemptions)
    },
    { timeoutMs: 30_000, everyMs: 500 }
  )
  return struck
}

const mayBeHidden =
  ({ plan }: Story, model: Model) =>
  (application: ApplicationView): boolean =>
    isHidden(model, plan, application) ||
    isAttachedUnseen(model.world, plan, application) ||
    isToldAsPreApproval(model.world, application)

/** Removes a history's applications from the simulator and from the plugin's schedule. */
export async function forget({ world }: Model, { purchaseId, guest }: Story): Promise<void> {
  const carts = [purchaseId, ...guest.otherCarts]
  const filed = await Promise.all(carts.map((id) => simulator.applicationsOfCart(id)))
  const guests = guest.preApprovals.length > 0 ? { lastName: guest.lastName } : null
  const asked = guests ? await simulator.applications(guests) : []
  const tips = new Set([...filed.flat(), ...asked].map(({ tip }) => tip))
  for (const tip of tips) await simulator.forget(tip)
  for (const { id } of world.ours) {
    const change = { id, next_check_at: null, live_key: null }
    await store.call("consumerFinancing", "updateFinancingApplications", change)
  }
}
