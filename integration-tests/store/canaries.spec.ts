import { readFile } from "node:fs/promises"
import { readDatabaseText } from "./database-content"
import { createHarness } from "./harness"
import { injectFault, getRefusalMessage, reconcileUntil } from "./money-steps"
import { getLatestApplication } from "./plugin-records"
import { buildAddress, get, post, signAddress } from "./postback-steps"
import {
  createCapturedOrder,
  waitForOrder,
  signApplication,
  createAppliedCart,
  type PaidOrder,
} from "./purchase-steps"
import { listShopSecrets } from "./secrets"

const { run, shop, admin, simulator } = createHarness()

/** Creates a purchase with one call of each kind, failures included. */
async function eventfulPurchase(): Promise<PaidOrder> {
  const bought = await createCapturedOrder()
  const { token, payment, applied, cart } = bought
  await simulator.revokeAccessTokens()
  await admin.refund(payment.id, { amount: 10 })
  await injectFault(token, { operation: "getStatus", kind: "unauthorized" })
  await getRefusalMessage(admin.refund(payment.id, { amount: 10 }))
  await simulator.clearFaults()
  await injectFault(token, { operation: "partialRefund", kind: "garbage", body: token, nth: 1 })
  await getRefusalMessage(admin.refund(payment.id, { amount: 10 }))
  await post(String(applied.notifyUrl), `uuid=${token}&x=${"y".repeat(100)}`)
  await post(String(applied.notifyUrl).slice(0, -1), `uuid=${token}`)
  await get(String(applied.returnUrl))
  await reconcileUntil(cart.id, () => undefined)
  return bought
}

describe("the store's rows, logs and responses (I10)", () => {
  let bought: PaidOrder
  let log: string
  let database: string
  let responses: string

  beforeAll(async () => {
    bought = await eventfulPurchase()
    const other = await createAppliedCart()
    await signApplication(other.token)
    await waitForOrder(other.cart.id)
    log = await readFile(run.storeLogFile, "utf8")
    database = await readDatabaseText(run.databaseUrl)
    responses = JSON.stringify([
      other.session,
      await shop.getCart(other.cart.id),
      await shop.storeApi.get(
        `/store/orders/${bought.order.id}?fields=*payment_collections.payments`
      ),
      await admin.getOrder(bought.order.id),
      await admin.adminApi.get(`/admin/payments/${bought.payment.id}`),
    ])
  })

  it("never contain the merchant's credentials or the signing secret (G4)", () => {
    const secrets = listShopSecrets()
    expect(secrets).toHaveLength(7)
    for (const secret of secrets) {
      for (const sink of [log, database, responses]) expect(sink).not.toContain(secret)
    }
  })

  it("never contain a bearer token", () => {
    for (const sink of [log, database, responses]) {
      expect(sink).not.toMatch(/bearer\s+[\w.-]{16,}/i)
      expect(sink).not.toMatch(/access_token/i)
    }
  })

  it("never contain a signature of the plugin's URLs (G7)", async () => {
    const { id } = await getLatestApplication(bought.cart.id)
    const capabilities = (["postback", "return", "cancel"] as const).map((one) =>
      signAddress(one, id)
    )
    expect(String(bought.applied.notifyUrl)).toContain(capabilities[0])
    for (const capability of capabilities) {
      for (const sink of [log, database, responses]) expect(sink).not.toContain(capability)
    }
    const path = buildAddress({ path: "return", applicationId: id, signature: "[capability]" })
    expect(log).toContain(new URL(path).pathname.replace(/%5B/, "[").replace(/%5D/, "]"))
  })

  it("keep the customer's data and application tokens out of the logs", () => {
    const { token, applied, cart } = bought
    const { email = "", lastName, street } = { ...applied.customer, ...{ email: cart.email } }
    for (const personal of [email, lastName, street, token]) {
      expect(personal).toEqual(expect.any(String))
      expect(log).not.toContain(String(personal))
    }
    expect(log).not.toMatch(/[?&](app|auth|rauth)=/)
  })

  it("keep personal data out of the plugin's own tables", () => {
    const ours = database.split("\n").filter((row) => row.startsWith("financing_"))
    expect(ours.length).toBeGreaterThan(10)
    const { lastName, street, email } = bought.applied.customer
    for (const personal of [lastName, street, email, bought.cart.email]) {
      expect(ours.join("\n")).not.toContain(String(personal))
    }
  })
})
