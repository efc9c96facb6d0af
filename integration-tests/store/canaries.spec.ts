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
async function createEventfulPurchase(): Promise<PaidOrder> {
  const purchase = await createCapturedOrder()
  const { token, payment, applied, cart } = purchase
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
  return purchase
}

describe("the store's rows, logs and responses (I10)", () => {
  let purchase: PaidOrder
  let log: string
  let database: string
  let responses: string

  beforeAll(async () => {
    purchase = await createEventfulPurchase()
    const otherCart = await createAppliedCart()
    await signApplication(otherCart.token)
    await waitForOrder(otherCart.cart.id)
    log = await readFile(run.storeLogFile, "utf8")
    database = await readDatabaseText(run.databaseUrl)
    responses = JSON.stringify([
      otherCart.session,
      await shop.getCart(otherCart.cart.id),
      await shop.storeApi.get(
        `/store/orders/${purchase.order.id}?fields=*payment_collections.payments`
      ),
      await admin.getOrder(purchase.order.id),
      await admin.adminApi.get(`/admin/payments/${purchase.payment.id}`),
    ])
  })

  it("never contain the merchant's credentials or the signing secret (G4)", () => {
    const secrets = listShopSecrets()
    expect(secrets).toHaveLength(7)
    for (const secret of secrets) {
      for (const output of [log, database, responses]) expect(output).not.toContain(secret)
    }
  })

  it("never contain a bearer token", () => {
    for (const output of [log, database, responses]) {
      expect(output).not.toMatch(/bearer\s+[\w.-]{16,}/i)
      expect(output).not.toMatch(/access_token/i)
    }
  })

  it("never contain a signature of the plugin's URLs (G7)", async () => {
    const { id } = await getLatestApplication(purchase.cart.id)
    const capabilities = (["postback", "return", "cancel"] as const).map((purpose) =>
      signAddress(purpose, id)
    )
    expect(String(purchase.applied.notifyUrl)).toContain(capabilities[0])
    for (const capability of capabilities) {
      for (const output of [log, database, responses]) expect(output).not.toContain(capability)
    }
    const path = buildAddress({ path: "return", applicationId: id, signature: "[capability]" })
    expect(log).toContain(new URL(path).pathname.replace(/%5B/, "[").replace(/%5D/, "]"))
  })

  it("keep the customer's data and application tokens out of the logs", () => {
    const { token, applied, cart } = purchase
    const { email = "", lastName, street } = { ...applied.customer, ...{ email: cart.email } }
    for (const value of [email, lastName, street, token]) {
      expect(value).toEqual(expect.any(String))
      expect(log).not.toContain(String(value))
    }
    expect(log).not.toMatch(/[?&](app|auth|rauth)=/)
  })

  it("keep personal data out of the plugin's own tables", () => {
    const pluginRows = database.split("\n").filter((row) => row.startsWith("financing_"))
    expect(pluginRows.length).toBeGreaterThan(10)
    const { lastName, street, email } = purchase.applied.customer
    for (const value of [lastName, street, email, purchase.cart.email]) {
      expect(pluginRows.join("\n")).not.toContain(String(value))
    }
  })
})
