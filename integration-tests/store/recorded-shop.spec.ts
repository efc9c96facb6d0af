import { Client } from "pg"
import { APPLICATION_STATES } from "../../src/domain/application-state"
import { type AdminClient, createAdminClient } from "../../tooling/clients/admin-client"
import { eventually } from "../../tooling/clients/eventually"
import { type ShopClient, createShopClient } from "../../tooling/clients/shop-client"
import { readCase, type RecordedCase } from "../../tooling/recorded-shop/recording"
import { readShopFacts } from "../../tooling/shop-facts"
import { getOnlyPayment } from "./purchase-steps"
import { type RestoredShop, restoreRecordedShop } from "./recorded-shop"

let restoredShop: RestoredShop
let client: Client
let shop: ShopClient
let admin: AdminClient

beforeAll(async () => {
  restoredShop = await restoreRecordedShop()
  client = new Client({ connectionString: restoredShop.databaseUrl })
  await client.connect()
  shop = createShopClient(restoredShop.store.url, await readShopFacts(restoredShop.databaseUrl))
  admin = createAdminClient(restoredShop.store.url)
}, 300_000)
afterAll(async () => {
  await client?.end()
  await restoredShop?.stop()
})

const getCase = (name: string): RecordedCase => {
  const found = restoredShop.recorded[name]
  if (!found) throw new Error(`Nothing was recorded as ${name}`)
  return found
}
/** The state of an application in the database now. */
const readCurrentCase = async ({ cartId, orderId, token }: RecordedCase): Promise<RecordedCase> =>
  await readCase(client, { owner: cartId ?? orderId ?? "", token })
const reconcileCase = ({ applicationId: application_id }: RecordedCase) =>
  restoredShop.store.control.runWorkflow("reconcile-financing-application", {
    application_id,
    cause: "poll",
  })
const signApplication = async ({ token }: RecordedCase, isApproved = false): Promise<void> => {
  const { control } = restoredShop.simulator
  if (!isApproved) await control.decision(token, { outcome: "approve" })
  await control.decision(token, { outcome: "sign" })
}
/** The order with its one payment, once core has written both and the order's payment status. */
const waitForPaidOrder = async (recordedCase: RecordedCase) =>
  await eventually(async () => {
    const { orderId } = await readCurrentCase(recordedCase)
    const order = await admin.getOrder(orderId ?? "")
    expect(["not_paid", "awaiting"]).not.toContain(order.payment_status)
    return { order, payment: getOnlyPayment(order) }
  })

describe("a shop with unfinished purchases of version 0.1.0, upgraded to this version (H6)", () => {
  it("is migrated with every application, review case and doubt unchanged", () => {
    expect(restoredShop.migrated).toEqual(restoredShop.recorded)
    const states = new Set(Object.values(restoredShop.recorded).map(({ state }) => state))
    expect(APPLICATION_STATES.filter((state) => !states.has(state))).toEqual([])
  })

  it("shows staff the same review cases", async () => {
    const { review_cases } = await admin.adminApi.get<{
      review_cases: { cause: string; application_id: string }[]
    }>("/admin/consumer-financing/review-cases?limit=50")
    const casesWithoutDoubt = Object.values(restoredShop.recorded).filter(
      ({ inDoubt }) => inDoubt.length === 0
    )
    for (const { applicationId, causes } of casesWithoutDoubt) {
      const reviewCases = review_cases.filter(
        (reviewCase) => reviewCase.application_id === applicationId
      )
      expect(reviewCases.map(({ cause }) => cause).sort()).toEqual(causes)
    }
  })

  it("reports payouts that equal Medusa's captures minus its refunds to the cent", async () => {
    const { total } = await admin.adminApi.get<{ total: { requested_cents: number } }>(
      "/admin/consumer-financing/payouts?from=2020-01-01&to=2099-12-31"
    )
    const { rows } = await client.query<{ cents: number }>(
      `select cast(coalesce(sum(cents), 0) as int) as cents from (
         select round(100 * amount) as cents, payment_id from capture where deleted_at is null
         union all
         select -round(100 * amount), payment_id from refund where deleted_at is null) as moved
       where payment_id in (select id from payment
         where provider_id like 'pp_consumer-financing%' and deleted_at is null)`
    )
    expect(total.requested_cents).toBe(rows[0]?.cents)
  })

  it("completes an open cart that is signed now", async () => {
    const recordedCase = getCase("an open cart")
    await signApplication(recordedCase)
    const completion = await shop.completeCart(recordedCase.cartId ?? "")
    expect(completion.type).toBe("order")
    expect((await waitForPaidOrder(recordedCase)).order.payment_status).toBe("authorized")
  })

  it("processes a postback to an address from before the upgrade, and places the order", async () => {
    const recordedCase = getCase("a cart that the service approved")
    await signApplication(recordedCase, true)
    await waitForPaidOrder(recordedCase)
    const { rows } = await client.query(
      "select processed_at from financing_postback where application_id = $1",
      [recordedCase.applicationId]
    )
    expect(rows.length).toBeGreaterThan(0)
    await eventually(async () => {
      const unprocessedQuery = "select 1 from financing_postback where processed_at is null"
      expect((await client.query(unprocessedQuery)).rows).toEqual([])
    })
  })

  it.each([
    "a signed cart whose shopper did not come back",
    "an order that waits for a postback",
    "an order under review",
  ])("authorizes %s automatically", async (name) => {
    const recordedCase = getCase(name)
    if (name === "an order under review") {
      await restoredShop.simulator.control.status(recordedCase.token, { status: "S" })
    }
    expect((await waitForPaidOrder(recordedCase)).order.payment_status).toBe("authorized")
  })

  it("captures a signed order", async () => {
    const recordedCase = getCase("a signed order")
    await admin.capture((await waitForPaidOrder(recordedCase)).payment.id)
    expect(await restoredShop.simulator.control.application(recordedCase.token)).toMatchObject({
      settleCount: 1,
    })
    expect((await waitForPaidOrder(recordedCase)).payment.captures).toHaveLength(1)
  })

  it("resolves a create and a refund in doubt, and captures a settled order", async () => {
    const { control } = restoredShop.simulator
    const refundCase = getCase("a refund whose answer was lost")
    await control.postback(refundCase.token)
    // The postback names the token that the shop did not get.
    await signApplication(getCase("a create whose answer was lost"))
    for (const [name, recordedCase] of Object.entries(restoredShop.recorded)) {
      if (recordedCase.inDoubt.length === 0) continue
      await eventually(async () => {
        await reconcileCase(recordedCase)
        expect([name, (await readCurrentCase(recordedCase)).inDoubt]).toEqual([name, []])
      })
    }
    const settleCase = getCase("a settle whose answer was lost")
    await eventually(async () =>
      expect((await waitForPaidOrder(settleCase)).payment.captures).toHaveLength(1)
    )
    expect(await control.application(settleCase.token)).toMatchObject({ settleCount: 1 })
    await eventually(async () =>
      expect((await waitForPaidOrder(refundCase)).payment.refunds).toMatchObject([{ amount: 100 }])
    )
  })

  it("refunds the rest of a partly refunded order", async () => {
    const recordedCase = getCase("an order refunded in part")
    const { payment } = await waitForPaidOrder(recordedCase)
    await admin.refund(payment.id, { amount: Number(payment.amount) - 100 })
    expect(await restoredShop.simulator.control.application(recordedCase.token)).toMatchObject({
      refunded: true,
    })
  })

  it("authorizes the order of a draft once the customer signs", async () => {
    const recordedCase = getCase("a draft that a customer was asked to finance")
    await signApplication(recordedCase)
    expect((await waitForPaidOrder(recordedCase)).order.payment_status).toBe("authorized")
  })

  it("still reads the credentials that were entered in the dashboard", async () => {
    const settingsPath = "/admin/consumer-financing/settings"
    type SettingsAnswer = {
      settings: { credentials: { production: Record<string, string | null> } }
    }
    const { settings } = await admin.adminApi.get<SettingsAnswer>(settingsPath)
    expect(settings.credentials.production.api_username).toMatch(/hant$/)
    // They point to the simulator's old address.
    const path = `${settingsPath}/test-connection`
    const { connection } = await admin.adminApi.post<{ connection: { outcome: string } }>(path, {
      environment: "production",
    })
    expect(connection.outcome).toBe("unreachable")
  })
})
