import { setTimeout as sleep } from "node:timers/promises"
import { createFinancingClient, type FinancingClient } from "../../src/financing-api"
import { type Sandbox, startSandbox } from "../../src/sandbox"
import { getBusiestMinute } from "../../tooling/busiest-minute"
import { formatElapsed } from "../../tooling/progress"
import { type StoreControl, createStoreControl } from "../../tooling/store-control"
import { printLine } from "../proofs/proof-options"
import { eventually } from "../../tooling/clients/eventually"
import { STATEMENT_RECORDER, recordCost } from "../../tooling/clients/statements"
import { NEW_YORK } from "../../tooling/clients/shop-client"
import { type IsolatedShop, startIsolatedShop } from "./isolated-shop"

const MODULE = "consumerFinancing"
const CALLS_PER_MINUTE = 240
const APPLICATIONS = 300
const ORDERS = 4
const OUTAGE_MS = 15_000
/** The outage lasts until more calls than this have failed. */
const MIN_FAILED_CALLS = 20
const TIMEOUT_MS = 400_000

type ApplicationRow = {
  id: string
  state: string
  next_check_at: string | null
  review_reason: string | null
}

/** Creates an application and cancels it at the service, without a postback. */
async function createCancelledApplication(
  sandbox: Sandbox,
  client: FinancingClient,
  orderId: string
) {
  const result = await client.createOrder({
    orderId,
    firstName: "Dana",
    lastName: "Shopper",
    street: NEW_YORK.address_1,
    city: NEW_YORK.city,
    zip: NEW_YORK.postal_code,
    state: NEW_YORK.province,
    email: `${orderId}@shop.example`,
    loanAmount: 500,
    shipping: 0,
    taxes: 0,
    applicationItems: [{ description: "Desk", quantity: 1, price: 500 }],
  })
  if (result.outcome === "refused") throw new Error("The simulator refused the application")
  await sandbox.control.status(result.token, { status: "O", postback: false })
  return result.token
}

/** Stores the same applications in our records: open, and due once their tokens are stored. */
async function storeApplications(store: StoreControl, tokens: string[]): Promise<string[]> {
  const rows = await store.call<ApplicationRow[]>(
    MODULE,
    "createFinancingApplications",
    tokens.map((token, index) => ({
      environment: "staging",
      state: "awaiting-customer",
      code: "P",
      service_order_id: `outage-${index}`,
      financed_cents: 50_000,
      snapshot_hash: token,
    }))
  )
  const ids = rows.map(({ id }) => id)
  await store.call(
    MODULE,
    "createFinancingTokens",
    tokens.map((token, index) => ({
      application_id: ids[index],
      environment: "staging",
      token,
      position: 1,
    }))
  )
  const dueUpdate = { selector: { id: ids }, data: { next_check_at: new Date() } }
  await store.call(MODULE, "updateFinancingApplications", dueUpdate)
  return ids
}

/** Lists the times in milliseconds of all calls that scheduled checks cause. */
const listCallTimes = async (sandbox: Sandbox): Promise<number[]> =>
  (await sandbox.control.calls())
    .filter(({ operation }) => operation !== "createOrder")
    .map(({ at }) => new Date(at).getTime())

describe("two servers of one shop", () => {
  let sandbox: Sandbox
  let client: FinancingClient
  let isolatedShop: IsolatedShop
  let store: StoreControl

  beforeAll(async () => {
    sandbox = await startSandbox({ quiet: true })
    const credentials = { baseUrl: sandbox.baseUrl, ...sandbox.credentials.staging }
    client = createFinancingClient(credentials)
    const pluginOptions = { polling: { callsPerMinute: CALLS_PER_MINUTE } }
    isolatedShop = await startIsolatedShop(
      { staging: credentials, pluginOptions },
      { processes: 2, preload: [STATEMENT_RECORDER] }
    )
    store = isolatedShop.stores[0].control
  }, TIMEOUT_MS)

  afterAll(async () => {
    await client.close()
    await sandbox.close()
  })

  it("find out with one SQL statement that nothing is due", async () => {
    const { controlAddress } = isolatedShop.stores[0]
    const { statements } = await recordCost((headers) =>
      createStoreControl(controlAddress, headers).runJob("watch-financing-applications")
    )
    expect(statements.filter((text) => text.includes("financing_"))).toHaveLength(1)
  })

  /** Creates carts whose customers sign while the service cannot be reached. */
  async function createUnsignedCarts(): Promise<{
    cartIds: string[]
    signAll: () => Promise<void>
  }> {
    const carts = await Promise.all(
      Array.from({ length: ORDERS }, () => isolatedShop.shop.createCart())
    )
    for (const { id } of carts) await isolatedShop.shop.choosePaymentMethod(id)
    const applications = await sandbox.control.applications()
    const signAll = async () => {
      for (const { tip } of applications) {
        await sandbox.control.postbacks({ mode: "lost", match: { token: tip } })
        await sandbox.control.status(tip, { status: "S", postback: false })
      }
    }
    return { cartIds: carts.map(({ id }) => id), signAll }
  }

  it(
    "share one budget of status checks during an outage, and every application converges (H5, H7)",
    async () => {
      const { cartIds, signAll } = await createUnsignedCarts()
      const tokens: string[] = []
      for (let index = 0; index < APPLICATIONS; index += 1) {
        tokens.push(await createCancelledApplication(sandbox, client, `outage-${index}`))
      }
      await sandbox.control.fault({ operation: "getStatus", kind: "status", status: 503 })
      await sandbox.control.fault({ operation: "requestToken", kind: "status", status: 503 })
      await signAll()
      const ids = await storeApplications(store, tokens)
      const listRows = () =>
        store.call<ApplicationRow[]>(
          MODULE,
          "listFinancingApplications",
          { id: ids },
          { take: null }
        )
      const outageStart = performance.now()
      await sleep(OUTAGE_MS)
      // The server that was granted the first checks may have no access token, and waits for one.
      await eventually(
        async () => expect((await listCallTimes(sandbox)).length).toBeGreaterThan(MIN_FAILED_CALLS),
        { everyMs: 500 }
      )
      const outageDuration = formatElapsed(outageStart)
      expect((await listRows()).every(({ state }) => state === "awaiting-customer")).toBe(true)
      const failedCalls = (await listCallTimes(sandbox)).length
      await sandbox.control.clearFaults()
      const outageEnd = performance.now()
      await eventually(
        async () => {
          const dueRows = (await listRows()).filter(({ next_check_at }) => next_check_at !== null)
          expect(dueRows).toHaveLength(0)
          for (const id of cartIds) {
            expect((await isolatedShop.admin.findOrderByCart(id))?.payment_status).toBe(
              "authorized"
            )
          }
        },
        { timeoutMs: 240_000, everyMs: 500 }
      )
      const busiestMinute = getBusiestMinute(await listCallTimes(sandbox))
      printLine(
        `  ${APPLICATIONS} applications due at two servers, ${failedCalls} calls in vain within ${outageDuration}; all settled ${formatElapsed(outageEnd)} after the outage; busiest minute: ${busiestMinute} calls of ${CALLS_PER_MINUTE}`
      )
      expect(busiestMinute).toBeLessThanOrEqual(CALLS_PER_MINUTE)
      const rows = await listRows()
      expect(new Set(rows.map(({ state }) => state))).toEqual(new Set(["cancelled"]))
      expect(new Set(rows.map(({ review_reason }) => review_reason))).toEqual(new Set([null]))
    },
    TIMEOUT_MS
  )

  it("get one burst of calls between them, however many they request at once", async () => {
    await store.call(MODULE, "schedule.spendCalls", CALLS_PER_MINUTE)
    expect(await store.call(MODULE, "schedule.grantCalls", 1)).toBe(0)
    await store.call(MODULE, "deleteFinancingLeases", "budget:checks")
    const burst = CALLS_PER_MINUTE / 6
    const startedAt = performance.now()
    const pendingGrants = isolatedShop.stores.flatMap(({ control }) =>
      Array.from({ length: 60 }, () => control.call<number>(MODULE, "schedule.grantCalls", 3))
    )
    const grantedCalls = (await Promise.all(pendingGrants)).reduce((sum, calls) => sum + calls, 0)
    const refilledCalls = ((performance.now() - startedAt) / 60_000) * CALLS_PER_MINUTE
    expect(grantedCalls).toBeGreaterThanOrEqual(burst)
    expect(grantedCalls).toBeLessThanOrEqual(burst + refilledCalls)
  })
})
