import { setTimeout as sleep } from "node:timers/promises"
import type { CartStatus } from "../../src/workflows/cart-status"
import type { Store } from "../../tooling/store-process"
import { type AdminClient, createAdminClient } from "../../tooling/clients/admin-client"
import { eventually } from "../../tooling/clients/eventually"
import { waitForAuthorizedOrder, createDraftOrder } from "./financing-request-steps"
import { createHarness, startExtraStore } from "./harness"
import { expectInvariants } from "./invariants"
import { postponeCheck } from "./scheduled-checks"
import { listServiceCalls } from "./money-steps"
import { getLatestApplication, hoursAgo, reconcile, updateApplication } from "./plugin-records"
import { post } from "./postback-steps"
import { sendStoreRequest as askStore } from "./pre-approval-steps"
import {
  createAppliedCart,
  signApplication,
  createSignedApplication,
  disablePostbacks,
} from "./purchase-steps"
import { createShopClient } from "../../tooling/clients/shop-client"

const { run, shop, admin, store, simulator } = createHarness()

const runSql = (text: string) => store.call<{ rows: unknown[] }>("__pg_connection__", "raw", text)

/** Another process hangs while it holds the lease on the cart's completion. */
async function withCompletionLease(cartId: string, act: () => Promise<void>): Promise<void> {
  const lease = await store.call<{ holder: string; name: string }>(
    "consumerFinancing",
    "leases.acquire",
    `complete:${cartId}`
  )
  const { holder, name } = lease
  await act()
  await store.call("consumerFinancing", "leases.release", { name, holder })
}

/** The first order waits for three seconds before it is written. */
async function withDelayedFirstOrder<T>(act: () => Promise<T>): Promise<T> {
  const name = `first_order_${process.pid}`
  await runSql(`create sequence ${name}`)
  await runSql(`create function ${name}() returns trigger language plpgsql as $$ begin
    if nextval('${name}') = 1 then perform pg_sleep(3); end if; return new; end $$`)
  await runSql(
    `create trigger ${name} before insert on "order" for each row execute function ${name}()`
  )
  try {
    return await act()
  } finally {
    await runSql(`drop function ${name}() cascade`)
    await runSql(`drop sequence ${name}`)
  }
}

/** Counts how often all servers request the lease on a cart's completion. */
async function countLeaseRequests(cartId: string, act: () => Promise<void>): Promise<number> {
  const name = `asks_${process.pid}`
  await runSql(`create sequence ${name}`)
  await runSql(`create function ${name}() returns trigger language plpgsql as $$ begin
    if new.id = 'complete:${cartId}' then perform nextval('${name}'); end if;
    return new; end $$`)
  await runSql(
    `create trigger ${name} before insert on financing_lease for each row execute function ${name}()`
  )
  try {
    await act()
    const { rows } = await runSql(`select last_value, is_called from ${name}`)
    const { last_value, is_called } = rows[0] as { last_value: string; is_called: boolean }
    return is_called ? Number(last_value) : 0
  } finally {
    await runSql(`drop function ${name}() cascade`)
    await runSql(`drop sequence ${name}`)
  }
}

const listOrders = async (cartId: string) =>
  (
    await runSql(
      `select order_id from order_cart where cart_id = '${cartId}' and deleted_at is null`
    )
  ).rows

let otherStore: Store
beforeAll(async () => {
  otherStore = await startExtraStore()
})

describe("a cart that is completed twice at the same time (C2)", () => {
  it("becomes one order, and both storefronts receive it", async () => {
    const { cart } = await createSignedApplication()
    const otherShop = createShopClient(otherStore.url, run.facts)
    const [first, second] = await withDelayedFirstOrder(async () => {
      const pendingCompletion = shop.completeCart(cart.id)
      await sleep(700)
      return await Promise.all([pendingCompletion, otherShop.completeCart(cart.id)])
    })
    expect(await listOrders(cart.id)).toHaveLength(1)
    const { order_id: id } = (await listOrders(cart.id))[0] as { order_id: string }
    expect([first, second]).toMatchObject([{ order: { id } }, { order: { id } }])
    await expectInvariants(cart.id)
  })

  it.each([
    { times: 200, servers: 1, asks: 3 },
    { times: 40, servers: 2, asks: 30 },
  ])(
    "becomes one order after $times completions at once on $servers server(s), and each returns it",
    async ({ times, servers, asks }) => {
      const { cart } = await createSignedApplication()
      const shops = [shop, createShopClient(otherStore.url, run.facts)].slice(0, servers)
      // A scheduled check would request the lease, too.
      await postponeCheck(cart.id)
      const leaseRequests = await countLeaseRequests(cart.id, async () => {
        const answers = await withDelayedFirstOrder(() =>
          Promise.all(
            Array.from({ length: times }, (_, index) =>
              (shops[index % servers] ?? shop).completeCart(cart.id)
            )
          )
        )
        const { order_id: id } = (await listOrders(cart.id))[0] as { order_id: string }
        const orderIds = new Set(
          answers.map((answer) => (answer.type === "order" ? answer.order.id : answer.type))
        )
        expect([...orderIds]).toEqual([id])
      })
      expect(leaseRequests).toBeLessThanOrEqual(asks)
      expect(await listOrders(cart.id)).toHaveLength(1)
      await expectInvariants(cart.id)
    }
  )

  it("becomes one order when a postback makes another process complete it", async () => {
    const { cart, token, applied } = await createSignedApplication()
    const address = String(applied.notifyUrl).replace(run.storeUrl, otherStore.url)
    await withDelayedFirstOrder(async () => {
      const pendingCompletion = shop.completeCart(cart.id)
      await sleep(700)
      await post(address, `uuid=${token}&pt_app_status=S&payment_status=pending`)
      expect(await pendingCompletion).toMatchObject({ type: "order" })
    })
    await eventually(async () =>
      expect(await getLatestApplication(cart.id)).toMatchObject({
        seen_purchase_state: "authorized-order",
      })
    )
    expect(await listOrders(cart.id)).toHaveLength(1)
    await expectInvariants(cart.id)
  })

  it("is refused with a message while another process hangs, and keeps an open review case (I12)", async () => {
    const [{ cart }, listedCart] = [
      await createSignedApplication(),
      await createSignedApplication(),
    ]
    const { id } = await getLatestApplication(listedCart.cart.id)
    const reason = "The cart could not become an order."
    await store.call("consumerFinancing", "reviewCases.open", id, "order", reason)
    await withCompletionLease(cart.id, async () => {
      await withCompletionLease(listedCart.cart.id, async () => {
        const pendingCompletion = shop.completeCart(cart.id)
        await Promise.all([
          expect(pendingCompletion).rejects.toThrow(/400: This cart is being completed already/),
          reconcile(id),
        ])
        expect(await getLatestApplication(listedCart.cart.id)).toMatchObject({
          review_reason: reason,
        })
        expect(await listOrders(cart.id)).toEqual([])
        expect(await listOrders(listedCart.cart.id)).toEqual([])
      })
    })
    expect(await shop.completeCart(cart.id)).toMatchObject({ type: "order" })
    await eventually(async () => {
      await reconcile(id)
      expect(await listOrders(listedCart.cart.id)).toHaveLength(1)
      expect(await getLatestApplication(listedCart.cart.id)).toMatchObject({ review_reason: null })
    })
    await expectInvariants(cart.id)
    await expectInvariants(listedCart.cart.id)
  })

  it("becomes one order when the shopper aborts the first request and repeats it", async () => {
    const { cart } = await createSignedApplication()
    await withDelayedFirstOrder(async () => {
      const abortController = new AbortController()
      const abortedRequest = fetch(`${run.storeUrl}/store/carts/${cart.id}/complete`, {
        method: "POST",
        headers: { "x-publishable-api-key": run.facts.publishableKey },
        signal: abortController.signal,
      }).catch(() => "gone")
      await sleep(700)
      abortController.abort()
      expect(await abortedRequest).toBe("gone")
      expect(await shop.completeCart(cart.id)).toMatchObject({ type: "order" })
    })
    expect(await listOrders(cart.id)).toHaveLength(1)
    await expectInvariants(cart.id)
  })
})

describe("a financing request that two processes create at once", () => {
  it("C2: creates one application and one payment session", async () => {
    const otherAdmin = createAdminClient(otherStore.url)
    const orderId = await createDraftOrder()
    const requestFinancing = ({ adminApi }: Pick<AdminClient, "adminApi">) =>
      adminApi.post<{ financing_request: { id: string } }>(
        "/admin/consumer-financing/financing-requests",
        { order_id: orderId }
      )
    const answers = await Promise.all([
      requestFinancing(admin),
      requestFinancing(otherAdmin),
      requestFinancing(admin),
      requestFinancing(otherAdmin),
    ])
    expect(new Set(answers.map(({ financing_request: { id } }) => id)).size).toBe(1)
    expect(await simulator.listCartApplications(orderId)).toHaveLength(1)
    await signApplication((await simulator.findCartApplication(orderId)).tip)
    const { order } = await waitForAuthorizedOrder(orderId)
    const collections = order.payment_collections ?? []
    expect(collections.flatMap(({ payment_sessions }) => payment_sessions ?? [])).toHaveLength(1)
    await expectInvariants(orderId)
  })
})

describe("the cart's financing status read from two processes", () => {
  const readCartStatus = async (cartId: string, storeUrl: string): Promise<CartStatus> => {
    const answer = await askStore(`carts/${cartId}/status`, { storeUrl })
    expect(answer.status).toBe(200)
    return ((await answer.json()) as { financing: CartStatus }).financing
  }

  it("causes one status check in ten seconds, and shows a decline without a postback", async () => {
    const { cart, token } = await createAppliedCart()
    await disablePostbacks(token)
    const { id } = await getLatestApplication(cart.id)
    // No check is scheduled in the next hour, and the last one was long ago.
    await updateApplication(id, { last_check_at: hoursAgo(1), next_check_at: hoursAgo(-1) })
    await simulator.decision(token, { outcome: "decline" })
    const before = (await listServiceCalls(token, "getStatus")).length
    const servers = [run.storeUrl, otherStore.url]
    await Promise.all(
      [...servers, ...servers, ...servers].map((url) => readCartStatus(cart.id, url))
    )
    await eventually(async () =>
      expect((await readCartStatus(cart.id, run.storeUrl)).status).toBe("declined")
    )
    for (let index = 0; index < 5; index += 1) await readCartStatus(cart.id, otherStore.url)
    expect((await listServiceCalls(token, "getStatus")).length).toBe(before + 1)
  })
})
