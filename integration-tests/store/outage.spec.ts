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
const IN_VAIN = 20
const PATIENCE = 400_000

type Row = { id: string; state: string; next_check_at: string | null; review_reason: string | null }

/** Creates an application and cancels it at the service, without a postback. */
async function fileAndCancel(sandbox: Sandbox, client: FinancingClient, orderId: string) {
  const created = await client.createOrder({
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
  if (created.outcome === "refused") throw new Error("The simulator refused the application")
  await sandbox.control.status(created.token, { status: "O", postback: false })
  return created.token
}

/** Stores the same applications in our records: open, and due once their tokens are stored. */
async function remember(store: StoreControl, tokens: string[]): Promise<string[]> {
  const rows = await store.call<Row[]>(
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
  const due = { selector: { id: ids }, data: { next_check_at: new Date() } }
  await store.call(MODULE, "updateFinancingApplications", due)
  return ids
}

/** Lists the times in milliseconds of all calls that scheduled checks cause. */
const callTimes = async (sandbox: Sandbox): Promise<number[]> =>
  (await sandbox.control.calls())
    .filter(({ operation }) => operation !== "createOrder")
    .map(({ at }) => new Date(at).getTime())

describe("two servers of one shop", () => {
  let sandbox: Sandbox
  let client: FinancingClient
  let apart: IsolatedShop
  let store: StoreControl

  beforeAll(async () => {
    sandbox = await startSandbox({ quiet: true })
    const access = { baseUrl: sandbox.baseUrl, ...sandbox.credentials.staging }
    client = createFinancingClient(access)
    const pluginOptions = { polling: { callsPerMinute: CALLS_PER_MINUTE } }
    apart = await startIsolatedShop(
      { staging: access, pluginOptions },
      { processes: 2, preload: [STATEMENT_RECORDER] }
    )
    store = apart.stores[0].control
  }, PATIENCE)

  afterAll(async () => {
    await client.close()
    await sandbox.close()
  })

  it("find out with one SQL statement that nothing is due", async () => {
    const { controlAddress } = apart.stores[0]
    const { statements } = await recordCost((headers) =>
      createStoreControl(controlAddress, headers).runJob("watch-financing-applications")
    )
    expect(statements.filter((text) => text.includes("financing_"))).toHaveLength(1)
  })

  /** Creates carts whose customers sign while the service cannot be reached. */
  async function applyInTime(): Promise<{ cartIds: string[]; signAll: () => Promise<void> }> {
    const carts = await Promise.all(Array.from({ length: ORDERS }, () => apart.shop.createCart()))
    for (const { id } of carts) await apart.shop.choosePaymentMethod(id)
    const filed = await sandbox.control.applications()
    const signAll = async () => {
      for (const { tip } of filed) {
        await sandbox.control.postbacks({ mode: "lost", match: { token: tip } })
        await sandbox.control.status(tip, { status: "S", postback: false })
      }
    }
    return { cartIds: carts.map(({ id }) => id), signAll }
  }

  it(
    "share one budget of status checks during an outage, and every application converges (H5, H7)",
    async () => {
      const { cartIds, signAll } = await applyInTime()
      const tokens: string[] = []
      for (let count = 0; count < APPLICATIONS; count += 1) {
        tokens.push(await fileAndCancel(sandbox, client, `outage-${count}`))
      }
      await sandbox.control.fault({ operation: "getStatus", kind: "status", status: 503 })
      await sandbox.control.fault({ operation: "requestToken", kind: "status", status: 503 })
      await signAll()
      const ids = await remember(store, tokens)
      const list = () =>
        store.call<Row[]>(MODULE, "listFinancingApplications", { id: ids }, { take: null })
      const began = performance.now()
      await sleep(OUTAGE_MS)
      // The server that was granted the first checks may have no access token, and waits for one.
      await eventually(
        async () => expect((await callTimes(sandbox)).length).toBeGreaterThan(IN_VAIN),
        { everyMs: 500 }
      )
      const lasted = formatElapsed(began)
      expect((await list()).every(({ state }) => state === "awaiting-customer")).toBe(true)
      const inVain = (await callTimes(sandbox)).length
      await sandbox.control.clearFaults()
      const back = performance.now()
      await eventually(
        async () => {
          const open = (await list()).filter(({ next_check_at }) => next_check_at !== null)
          expect(open).toHaveLength(0)
          for (const id of cartIds) {
            expect((await apart.admin.findOrderByCart(id))?.payment_status).toBe("authorized")
          }
        },
        { timeoutMs: 240_000, everyMs: 500 }
      )
      const busiest = getBusiestMinute(await callTimes(sandbox))
      printLine(
        `  ${APPLICATIONS} applications due at two servers, ${inVain} calls in vain within ${lasted}; all settled ${formatElapsed(back)} after the outage; busiest minute: ${busiest} calls of ${CALLS_PER_MINUTE}`
      )
      expect(busiest).toBeLessThanOrEqual(CALLS_PER_MINUTE)
      const ended = await list()
      expect(new Set(ended.map(({ state }) => state))).toEqual(new Set(["cancelled"]))
      expect(new Set(ended.map(({ review_reason }) => review_reason))).toEqual(new Set([null]))
    },
    PATIENCE
  )

  it("get one burst of calls between them, however many they request at once", async () => {
    await store.call(MODULE, "schedule.spendCalls", CALLS_PER_MINUTE)
    expect(await store.call(MODULE, "schedule.grantCalls", 1)).toBe(0)
    await store.call(MODULE, "deleteFinancingLeases", "budget:checks")
    const burst = CALLS_PER_MINUTE / 6
    const started = performance.now()
    const asked = apart.stores.flatMap(({ control }) =>
      Array.from({ length: 60 }, () => control.call<number>(MODULE, "schedule.grantCalls", 3))
    )
    const granted = (await Promise.all(asked)).reduce((sum, one) => sum + one, 0)
    const grown = ((performance.now() - started) / 60_000) * CALLS_PER_MINUTE
    expect(granted).toBeGreaterThanOrEqual(burst)
    expect(granted).toBeLessThanOrEqual(burst + grown)
  })
})
