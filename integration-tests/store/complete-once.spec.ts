import { setTimeout as sleep } from "node:timers/promises"
import type { Store } from "../../tooling/store-process"
import { eventually } from "../../tooling/clients/eventually"
import { harness, startAnotherStore } from "./harness"
import { expectInvariants } from "./invariants"
import { putOffCheck } from "./no-check-due"
import { applicationOf, reconcile } from "./our-records"
import { post } from "./postback-steps"
import { signedApplication } from "./purchase-steps"
import { shopClient } from "../../tooling/clients/shop-client"

const { run, shop, store } = harness()

const sql = (text: string) => store.call<{ rows: unknown[] }>("__pg_connection__", "raw", text)

/** Somebody else completes the cart, and does not come to an end: they hold the lease on it. */
async function whileCompletedElsewhere(cartId: string, act: () => Promise<void>): Promise<void> {
  const lease = await store.call<{ holder: string; name: string }>(
    "consumerFinancing",
    "leases.acquire",
    `complete:${cartId}`
  )
  const { holder, name } = lease
  await act()
  await store.call("consumerFinancing", "leases.release", { name, holder })
}

/** Whoever makes an order first stands still for three seconds before it is written. */
async function whileFirstOrderWaits<T>(act: () => Promise<T>): Promise<T> {
  const name = `first_order_${process.pid}`
  await sql(`create sequence ${name}`)
  await sql(`create function ${name}() returns trigger language plpgsql as $$ begin
    if nextval('${name}') = 1 then perform pg_sleep(3); end if; return new; end $$`)
  await sql(
    `create trigger ${name} before insert on "order" for each row execute function ${name}()`
  )
  try {
    return await act()
  } finally {
    await sql(`drop function ${name}() cascade`)
    await sql(`drop sequence ${name}`)
  }
}

/** Counts how often the lease on a cart's completion is asked for, by every server. */
async function countingAsks(cartId: string, act: () => Promise<void>): Promise<number> {
  const name = `asks_${process.pid}`
  await sql(`create sequence ${name}`)
  await sql(`create function ${name}() returns trigger language plpgsql as $$ begin
    if new.id = 'complete:${cartId}' then perform nextval('${name}'); end if;
    return new; end $$`)
  await sql(
    `create trigger ${name} before insert on financing_lease for each row execute function ${name}()`
  )
  try {
    await act()
    const { rows } = await sql(`select last_value, is_called from ${name}`)
    const { last_value, is_called } = rows[0] as { last_value: string; is_called: boolean }
    return is_called ? Number(last_value) : 0
  } finally {
    await sql(`drop function ${name}() cascade`)
    await sql(`drop sequence ${name}`)
  }
}

const ordersOf = async (cartId: string) =>
  (await sql(`select order_id from order_cart where cart_id = '${cartId}' and deleted_at is null`))
    .rows

describe("a cart that two processes make an order of at the same moment (C2)", () => {
  let other: Store
  beforeAll(async () => {
    other = await startAnotherStore()
  })

  it("becomes one order, and both storefronts are told of it", async () => {
    const { cart } = await signedApplication()
    const there = shopClient(other.url, run.facts)
    const [first, second] = await whileFirstOrderWaits(async () => {
      const slow = shop.completeCart(cart.id)
      await sleep(700)
      return await Promise.all([slow, there.completeCart(cart.id)])
    })
    expect(await ordersOf(cart.id)).toHaveLength(1)
    const { order_id: id } = (await ordersOf(cart.id))[0] as { order_id: string }
    expect([first, second]).toMatchObject([{ order: { id } }, { order: { id } }])
    await expectInvariants(cart.id)
  })

  it.each([
    { times: 200, servers: 1, asks: 3 },
    { times: 40, servers: 2, asks: 30 },
  ])(
    "becomes one order of $times completions at once at $servers server(s), and each is answered with it",
    async ({ times, servers, asks }) => {
      const { cart } = await signedApplication()
      const shops = [shop, shopClient(other.url, run.facts)].slice(0, servers)
      // A look by the schedule would ask for the lease as well.
      await putOffCheck(cart.id)
      const asked = await countingAsks(cart.id, async () => {
        const answers = await whileFirstOrderWaits(() =>
          Promise.all(
            Array.from({ length: times }, (_, index) =>
              (shops[index % servers] ?? shop).completeCart(cart.id)
            )
          )
        )
        const { order_id: id } = (await ordersOf(cart.id))[0] as { order_id: string }
        const told = new Set(answers.map((one) => (one.type === "order" ? one.order.id : one.type)))
        expect([...told]).toEqual([id])
      })
      expect(asked).toBeLessThanOrEqual(asks)
      expect(await ordersOf(cart.id)).toHaveLength(1)
      await expectInvariants(cart.id)
    }
  )

  it("becomes one order where a postback made the other process place it", async () => {
    const { cart, token, applied } = await signedApplication()
    const address = String(applied.notifyUrl).replace(run.storeUrl, other.url)
    await whileFirstOrderWaits(async () => {
      const slow = shop.completeCart(cart.id)
      await sleep(700)
      await post(address, `uuid=${token}&pt_app_status=S&payment_status=pending`)
      expect(await slow).toMatchObject({ type: "order" })
    })
    await eventually(async () =>
      expect(await applicationOf(cart.id)).toMatchObject({
        seen_purchase_state: "authorized-order",
      })
    )
    expect(await ordersOf(cart.id)).toHaveLength(1)
    await expectInvariants(cart.id)
  })

  it("is refused in a sentence while whoever holds it does not come to an end, and can be completed then", async () => {
    const { cart } = await signedApplication()
    await whileCompletedElsewhere(cart.id, async () => {
      await expect(shop.completeCart(cart.id)).rejects.toThrow(
        /400: This cart is being completed already/
      )
      expect(await ordersOf(cart.id)).toEqual([])
    })
    expect(await shop.completeCart(cart.id)).toMatchObject({ type: "order" })
    await expectInvariants(cart.id)
  })

  it("leaves what a person was asked as it is while somebody else is at it (I12)", async () => {
    const { cart } = await signedApplication()
    const { id } = await applicationOf(cart.id)
    const reason = "The cart could not become an order."
    await store.call("consumerFinancing", "reviewCases.ask", id, "order", reason)
    await whileCompletedElsewhere(cart.id, async () => {
      await reconcile(id)
      expect(await applicationOf(cart.id)).toMatchObject({ review_reason: reason })
      expect(await ordersOf(cart.id)).toEqual([])
    })
    await eventually(async () => {
      await reconcile(id)
      expect(await ordersOf(cart.id)).toHaveLength(1)
      expect(await applicationOf(cart.id)).toMatchObject({ review_reason: null })
    })
    await expectInvariants(cart.id)
  })

  it("can be completed again as soon as the order stands, although its shopper had gone", async () => {
    const { cart } = await signedApplication()
    await whileFirstOrderWaits(async () => {
      const leaving = new AbortController()
      const gone = fetch(`${run.storeUrl}/store/carts/${cart.id}/complete`, {
        method: "POST",
        headers: { "x-publishable-api-key": run.facts.publishableKey },
        signal: leaving.signal,
      }).catch(() => "gone")
      await sleep(700)
      leaving.abort()
      expect(await gone).toBe("gone")
      expect(await shop.completeCart(cart.id)).toMatchObject({ type: "order" })
    })
    expect(await ordersOf(cart.id)).toHaveLength(1)
    await expectInvariants(cart.id)
  })
})
