import type { SyncApplicationInput } from "../../src/workflows"
import { eventually } from "../../tooling/clients/eventually"
import { harness } from "./harness"
import { callsOf, faultOn } from "./money-steps"
import { applicationOf, rewrite, sync } from "./our-records"
import { appliedCart, orderOf, sign, silence } from "./purchases"

const { store } = harness()

/** An open application that the schedule leaves alone for the length of a test. */
async function quietApplication() {
  const made = await appliedCart()
  await silence(made.token)
  const { id } = await applicationOf(made.cart.id)
  await eventually(async () => {
    await sync(id)
    expect((await applicationOf(made.cart.id)).code).toBe("P")
  })
  await rewrite(id, { looks_done: 40, next_look_at: new Date(Date.now() + 3_600_000) })
  return { ...made, id }
}

/** Without the wait of our own for a running sync: being busy is the point here. */
const syncNow = async (id: string, cause: SyncApplicationInput["cause"]) =>
  await store.workflow<{ action: string }>("sync-financing-application", {
    application_id: id,
    cause,
  })

const looksAt = async (token: string) => (await callsOf(token, "getStatus")).length

describe("a sync that comes while another one runs", () => {
  it("leads to one more look right after it, though that one put the next look off", async () => {
    const { cart, id, token } = await quietApplication()
    // The service has answered "P" already, and takes its time to say so.
    await faultOn(token, {
      operation: "getStatus",
      kind: "drip",
      when: "after",
      intervalMs: 20,
      count: 1,
    })
    const before = await looksAt(token)
    const running = syncNow(id, "store")
    await eventually(async () => expect(await looksAt(token)).toBeGreaterThan(before))
    await sign(token)
    expect(await syncNow(id, "postback")).toMatchObject({ action: "wait" })
    await running
    const ended = Date.now()
    await orderOf(cart.id)
    expect(Date.now() - ended).toBeLessThan(6_000)
  })

  it("leaves word once, however many come: one look follows, not one each (B11)", async () => {
    const { id, token } = await quietApplication()
    const name = `sync:${id}`
    const lease = await store.call<{ holder: string }>("consumerFinancing", "leases.acquire", name)
    const before = await looksAt(token)
    await Promise.all(Array.from({ length: 20 }, () => syncNow(id, "store")))
    expect(await looksAt(token)).toBe(before)
    await store.call("consumerFinancing", "leases.release", { name, holder: lease.holder })
    await syncNow(id, "store")
    await new Promise((resolve) => setTimeout(resolve, 6_000))
    // The sync itself, the one that was asked for, and at most one that the schedule was quicker with.
    const looks = (await looksAt(token)) - before
    expect(looks).toBeGreaterThanOrEqual(2)
    expect(looks).toBeLessThanOrEqual(3)
  })
})
