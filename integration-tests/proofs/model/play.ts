import type { Pool } from "pg"
import { eventually } from "../../store/eventually"
import { harness } from "../../store/harness"
import { expectInvariants } from "../../store/invariants"
import type { CartWish } from "../../store/shop-client"
import { letTimePass } from "../let-time-pass"
import { expectAgreement } from "./agreement"
import { newCart } from "./carts"
import { type Model, newModel, observe, type Story } from "./history"
import type { Plan, PlannedFault } from "./plan"
import { letRest } from "./rest"
import { serviceOf } from "./service"
import { dueNow, leaseHolders, untilIdle } from "./at-work"
import { lookAtWorld } from "./world"

const worldOf = harness()
const { store, simulator } = worldOf

/** Marks everything that a run plants, to be looked for where it must not be. */
export type Canary = { firstName: string; street: string }

type Stage = { database: Pool; plan: Plan; canary: Canary }

/** A new cart, with its shopper and nothing else. */
export async function beginHistory({
  database,
  plan,
  canary,
}: Stage): Promise<{ story: Story; model: Model }> {
  const address = { ...plan.cart.address, first_name: canary.firstName, address_1: canary.street }
  const wish: CartWish = { ...plan.cart, address }
  const cartId = await newCart(database, wish)
  const look = () => lookAtWorld({ database, simulator }, cartId)
  const dead = new Set<string>()
  const story: Story = {
    plan,
    service: serviceOf(worldOf),
    cartId,
    told: [],
    dead,
    look,
    leaseHolders: async () => leaseHolders(database, cartId, await look()),
    dueNow: () => dueNow(database, cartId),
    age: async (minutes) => {
      await untilIdle(story.leaseHolders, dead)
      await letTimePass(cartId, minutes)
    },
  }
  const model = newModel(await look())
  await story.service.notice(story, [])
  return { story, model }
}

/**
 * The end of a history: everything comes to rest, and then both worlds agree or a person was told.
 * @returns how many calls met a fault
 */
export async function endHistory(story: Story, model: Model): Promise<number> {
  story.told.push("everything comes to rest")
  const struck = await letRest(story, model)
  await eventually(
    async () => {
      await observe(model, story)
      expectAgreement(model)
      const listed = model.world.ours.some(({ attentions }) => attentions.length > 0)
      const denied = story.plan.faults.some(isDenial)
      const deeds = [...model.deeds.values()]
      const elsewhere = deeds.reduce((sum, { partialRefunds }) => sum + partialRefunds, 0)
      await expectInvariants(story.cartId, { listed, denied, elsewhere })
    },
    { timeoutMs: 6_000, everyMs: 500 }
  )
  return struck
}

const isDenial = ({ operation, kind, when }: PlannedFault): boolean =>
  operation === "createOrder" && kind === "unauthorized" && when === "after"

/** Leaves nothing behind that later histories would have to wade through. */
export async function forget({ world }: Model, { cartId }: Story): Promise<void> {
  for (const { tip } of await simulator.applicationsOfCart(cartId)) await simulator.forget(tip)
  for (const { id } of world.ours) {
    const change = { id, next_look_at: null, live_key: null }
    await store.call("consumerFinancing", "updateFinancingApplications", change)
  }
}
