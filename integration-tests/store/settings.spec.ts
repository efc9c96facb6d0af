import { readDatabaseText } from "./database-content"
import { eventually } from "../../tooling/clients/eventually"
import { createHarness } from "./harness"
import {
  completePurchase,
  DASHBOARD_SETTINGS,
  getIssuedCredentials,
  getHttpRefusal,
  createSettingsClient,
} from "./setting-steps"
import { createShopClient } from "../../tooling/clients/shop-client"
import { startIsolatedShop, type IsolatedShop } from "./isolated-shop"

const { run, simulator, admin } = createHarness()

let isolatedShop: IsolatedShop
let settings: ReturnType<typeof createSettingsClient>

beforeAll(async () => {
  isolatedShop = await startIsolatedShop(DASHBOARD_SETTINGS, { processes: 2 })
  settings = createSettingsClient(isolatedShop.admin.adminApi)
}, 300_000)

type ApplicationRow = {
  id: string
  environment: string
  state: string
  live_key: string | null
  end_reason: string | null
}

const listApplications = async (cartId: string) =>
  await isolatedShop.stores[0].control.call<ApplicationRow[]>(
    "consumerFinancing",
    "listFinancingApplications",
    { cart_id: cartId },
    { order: { attempt: "ASC" } }
  )

const listSecrets = () =>
  (["staging", "production"] as const).flatMap((environment) => {
    const { api_username, api_password, api_signature } = getIssuedCredentials(environment)
    const [id = "", secret = ""] = Buffer.from(api_signature, "base64").toString().split(":")
    return [api_username, api_password, api_signature, id, secret].filter((text) => text.length > 8)
  })

describe("a shop that is configured in the dashboard", () => {
  it("starts without credentials, and refuses financing with a message", async () => {
    const settingsAnswer = await settings.getSettings()
    expect(settingsAnswer).toMatchObject({ is_ready: false, locked: [], changes: [] })
    expect(settingsAnswer.values).toMatchObject({ environment: "staging" })
    expect(settingsAnswer.credentials.staging).toMatchObject({ source: null, api_password: null })
    const cart = await isolatedShop.shop.createCart()
    const refusal = await getHttpRefusal(isolatedShop.shop.choosePaymentMethod(cart.id))
    expect(refusal.body.message).toContain("Financing is not available in this shop at the moment")
  })

  it("tests credentials without saving them, and reports how they fail", async () => {
    expect(await settings.testConnection({ environment: "staging" })).toMatchObject({
      outcome: "not-set",
      step: null,
    })
    expect(await settings.testConnection(getIssuedCredentials("staging"))).toMatchObject({
      outcome: "connected",
      step: "read",
      http_status: 404,
    })
    const mixedCredentials = { ...getIssuedCredentials("production"), environment: "staging" }
    expect(
      await settings.testConnection({
        ...mixedCredentials,
        base_url: getIssuedCredentials("staging").base_url,
      })
    ).toMatchObject({
      outcome: "wrong-credentials",
      step: "token",
      http_status: 401,
    })
    const unreachableCredentials = {
      ...getIssuedCredentials("staging"),
      base_url: "http://localhost:9/api",
    }
    expect(await settings.testConnection(unreachableCredentials)).toMatchObject({
      outcome: "unreachable",
      http_status: null,
    })
    const storeAddressCredentials = {
      ...getIssuedCredentials("staging"),
      base_url: isolatedShop.stores[0].url,
    }
    expect(await settings.testConnection(storeAddressCredentials)).toMatchObject({
      outcome: "unexpected-answer",
      step: "token",
    })
    expect((await settings.getSettings()).is_ready).toBe(false)
  })

  it("names missing and invalid credentials without repeating an entered value", async () => {
    const { api_password: _, ...incomplete } = getIssuedCredentials("staging")
    expect((await getHttpRefusal(settings.storeCredentials(incomplete))).body.message).toBe(
      "settings.api_password: is missing."
    )
    const insecureCredentials = {
      ...getIssuedCredentials("staging"),
      base_url: "http://LEAK.example",
    }
    expect(
      (await getHttpRefusal(settings.storeCredentials(insecureCredentials))).body.message
    ).toBe(
      "settings.base_url: has to be an https address (http is for localhost and, in staging, for names without a dot, .local, .internal and .test)."
    )
    const httpCredentials = {
      ...getIssuedCredentials("production"),
      base_url: "http://simulator:4010/api/v1",
    }
    for (const send of [settings.storeCredentials, settings.testConnection]) {
      expect((await getHttpRefusal(send(httpCredentials))).body.message).toBe(
        "settings.base_url: has to be an https address in production (http is for localhost only)."
      )
    }
    const stagingCredentials = { ...httpCredentials, environment: "staging" }
    expect(await settings.testConnection(stagingCredentials)).toMatchObject({
      outcome: "unreachable",
      step: "token",
    })
    const refusal = await getHttpRefusal(
      settings.storeCredentials({ ...getIssuedCredentials("staging"), LEAK: "LEAK" })
    )
    expect(JSON.stringify(refusal.body)).not.toContain("LEAK")
    const answer = await fetch(
      `${isolatedShop.stores[0].url}/admin/consumer-financing/settings/credentials`,
      {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: `{"api_password": "${getIssuedCredentials("staging").api_password}"`,
      }
    )
    expect(answer.status).toBe(401)
  })

  it("finances carts on every server without a restart once credentials are saved", async () => {
    const settingsAnswer = await settings.storeCredentials(getIssuedCredentials("staging"))
    expect(settingsAnswer).toMatchObject({ is_ready: true })
    expect(settingsAnswer.credentials.staging).toMatchObject({
      source: "dashboard",
      base_url: getIssuedCredentials("staging").base_url,
      api_password: "••••",
    })
    expect((await completePurchase(isolatedShop.shop)).type).toBe("order")
    const [, secondStore] = isolatedShop.stores
    await eventually(async () => {
      expect(
        (await completePurchase(createShopClient(secondStore?.url ?? "", run.facts))).type
      ).toBe("order")
    })
  })

  it("uses no staging application after the switch to production, and applies there again", async () => {
    const [{ control }] = isolatedShop.stores
    // Otherwise the job would place the signed orders before the switch.
    const job = "watch-financing-applications"
    await Promise.all(isolatedShop.stores.map((store) => store.control.unschedule(job)))
    const createAppliedCart = async () => {
      const cart = await isolatedShop.shop.createCart()
      await isolatedShop.shop.choosePaymentMethod(cart.id)
      const { tip } = await simulator.findCartApplication(cart.id)
      return { cart, tip }
    }
    const createSignedCart = async () => {
      const appliedCart = await createAppliedCart()
      await simulator.postbacks({ mode: "lost", match: { token: appliedCart.tip } })
      await simulator.decision(appliedCart.tip, { outcome: "approve" })
      await simulator.decision(appliedCart.tip, { outcome: "sign" })
      return appliedCart
    }
    const reconcile = async (cartId: string) => {
      const [row] = await listApplications(cartId)
      const input = { application_id: row?.id, cause: "poll" }
      await control.runWorkflow("reconcile-financing-application", input)
    }
    const listReviewCases = async (cartId: string) => {
      await reconcile(cartId)
      const workflowId = "list-financing-review-cases"
      const { review_cases } = await control.runWorkflow<{
        review_cases: { cause: string; reason: string; actions: string[] }[]
      }>(workflowId, { cart_id: cartId })
      return review_cases
    }
    const openCart = await createAppliedCart()
    const unusedCart = await createSignedCart()
    const paidCart = await createSignedCart()
    expect((await isolatedShop.shop.completeCart(paidCart.cart.id)).type).toBe("order")
    const { cart: changedCart } = await createAppliedCart()
    const { cart: returningCart } = await createAppliedCart()

    await settings.storeCredentials(getIssuedCredentials("production"))
    const { checks } = await settings.runSelfCheck()
    const checkBefore = checks.find(({ name }) => name === "other-environment")
    expect(checkBefore).toMatchObject({ outcome: "good", details: { production: { open: 0 } } })
    const { staging } = (checkBefore?.details ?? {}) as { staging?: { open: number } }
    expect(staging?.open).toBeGreaterThanOrEqual(5)
    await settings.updateSettings({ environment: "production" })
    const checksAfter = (await settings.runSelfCheck()).checks
    expect(checksAfter.find(({ name }) => name === "other-environment")?.outcome).toBe("warning")

    // A signed staging application places no order, and its shopper has to apply again.
    expect(await isolatedShop.shop.completeCart(unusedCart.cart.id)).toMatchObject({
      type: "cart",
      error: {
        type: "payment_requires_more_error",
        message: expect.stringMatching(/still testing.*choose financing again/) as string,
      },
    })
    await eventually(async () => {
      expect(await listReviewCases(unusedCart.cart.id)).toMatchObject([
        {
          cause: "test-data",
          reason: expect.stringMatching(/ in test mode: /) as string,
          actions: ["end-application", "check-again", "acknowledge"],
        },
      ])
    })
    expect(await simulator.application(unusedCart.tip)).toMatchObject({
      status: "S",
      cancelCount: 0,
    })

    // An unsigned application is cancelled in staging.
    await eventually(async () => {
      await reconcile(openCart.cart.id)
      expect(await simulator.application(openCart.tip)).toMatchObject({
        status: "O",
        cancelCount: 1,
      })
      expect((await listApplications(openCart.cart.id))[0]).toMatchObject({ state: "cancelled" })
    })
    expect(await isolatedShop.shop.completeCart(returningCart.id)).toMatchObject({ type: "cart" })

    // An order authorized in staging is settled neither automatically nor by staff's capture.
    const order = await eventually(async () => {
      const found = await isolatedShop.admin.findOrderByCart(paidCart.cart.id)
      if (!found) throw new Error("There is no order")
      return found
    })
    await eventually(async () => {
      expect(await listReviewCases(paidCart.cart.id)).toMatchObject([
        { cause: "test-data", actions: ["cancel-order", "check-again", "acknowledge"] },
      ])
    })
    const [payment] = (order.payment_collections ?? []).flatMap(({ payments }) => payments ?? [])
    const { body } = await getHttpRefusal(isolatedShop.admin.capture(payment?.id ?? ""))
    expect(body.message).toMatch(/test mode.*Nothing was sent/)
    await isolatedShop.admin.createShipment(
      order.id,
      await isolatedShop.admin.createFulfillment(order.id)
    )
    await reconcile(paidCart.cart.id)
    expect(await simulator.application(paidCart.tip)).toMatchObject({ status: "S", settleCount: 0 })

    // The shopper chooses financing again: one application, in production.
    await isolatedShop.shop.choosePaymentMethod(changedCart.id)
    await isolatedShop.shop.choosePaymentMethod(changedCart.id)
    const [oldApplication, liveApplication, ...more] = await listApplications(changedCart.id)
    expect(more).toEqual([])
    expect(liveApplication).toMatchObject({
      environment: "production",
      live_key: `production:${changedCart.id}`,
    })
    expect(oldApplication).toMatchObject({ environment: "staging", live_key: null })
    await eventually(async () => {
      expect((await listApplications(changedCart.id))[0]).toMatchObject({ state: "cancelled" })
    })
    const [stagingApplication] = await simulator.listCartApplications(changedCart.id)
    expect(stagingApplication?.status).toBe("O")

    await Promise.all(isolatedShop.stores.map((store) => store.control.reschedule(job)))
    await settings.updateSettings({ environment: null })
    expect((await settings.getSettings()).values.environment).toBe("staging")
  })

  it("reports in the self-check whether the service accepts the saved credentials", async () => {
    const { checks } = await settings.runSelfCheck()
    const findCredentialsCheck = (allChecks: typeof checks) =>
      allChecks.find(({ name }) => name === "credentials")
    expect(findCredentialsCheck(checks)).toMatchObject({
      outcome: "good",
      details: { environment: "staging", connection: "connected" },
    })
    const wrongCredentials = { ...getIssuedCredentials("production"), environment: "staging" }
    expect(
      await settings.storeAndTest({
        ...wrongCredentials,
        base_url: getIssuedCredentials("staging").base_url,
      })
    ).toBe("wrong-credentials")
    expect(findCredentialsCheck((await settings.runSelfCheck()).checks)).toMatchObject({
      outcome: "bad",
      details: { connection: "wrong-credentials", http_status: 401 },
    })
    expect(await settings.storeAndTest(getIssuedCredentials("staging"))).toBe("connected")
  })

  it("stays in staging until the service accepts the production credentials", async () => {
    await settings.storeCredentials({
      ...getIssuedCredentials("production"),
      api_password: "one-that-the-service-refuses",
    })
    const { status, body } = await getHttpRefusal(
      settings.updateSettings({ environment: "production" })
    )
    expect(status).toBe(400)
    expect(body.message).toBe(
      "settings.environment: stays as it is, because the connection test of production failed: the service refuses its credentials. Correct that, and test the connection."
    )
    expect((await settings.getSettings()).values.environment).toBe("staging")
    await settings.storeCredentials(getIssuedCredentials("production"))
    await settings.updateSettings({ environment: "production" })
    expect((await settings.updateSettings({ environment: null })).values.environment).toBe(
      "staging"
    )
  })

  it("refuses invalid settings with one message for each", async () => {
    const invalidSettings = { minimum_amount: -5, settle: "LEAK", unsigned_hours: 0 }
    const { status, body } = await getHttpRefusal(settings.updateSettings(invalidSettings))
    expect(status).toBe(400)
    expect(body.message).toContain("settings.settle: has to be one of: on-full-shipment")
    expect(body.message).not.toContain("LEAK")
    const unknownSettingsRefusal = await getHttpRefusal(
      settings.updateSettings({ unsigned_hour: 24, colour: "LEAK" })
    )
    expect(unknownSettingsRefusal.body.message).toBe(
      "settings.unsigned_hour: is no setting of this plugin. settings.colour: is no setting of this plugin."
    )
    const rangeRefusal = await getHttpRefusal(
      settings.updateSettings({ minimum_amount: -5, unsigned_hours: 0 })
    )
    expect(rangeRefusal.body.message).toBe(
      "settings.minimum_amount: has to be more than 0. settings.unsigned_hours: has to be 1 or more."
    )
  })

  it("reports the outcome of each check in the self-check", async () => {
    const report = await eventually(async () => {
      const answer = await settings.runSelfCheck()
      const outcomes = Object.fromEntries(answer.checks.map(({ name, outcome }) => [name, outcome]))
      expect(outcomes).toEqual({
        // The shop runs on this machine, without https.
        "public-address": "warning",
        // A busy machine may answer its own challenge too late; the next check challenges again.
        reachable: "good",
        home: "good",
        "message-channels": "good",
        messages: "good",
        "provider-regions": "good",
        // Financing is also offered in Germany, where carts are in euros.
        currency: "warning",
        locking: "good",
        secret: "good",
        credentials: "good",
        // An application of an earlier test is still open in production.
        "other-environment": "warning",
        postbacks: "good",
      })
      return answer
    })
    const { checks, pre_approval_addresses, last_postback_at } = report
    const locking = checks.find(({ name }) => name === "locking")
    expect(locking?.details).toEqual({
      provider_id: "in-memory",
      is_distributed: false,
      worker_mode: "shared",
    })
    expect(last_postback_at).not.toBeNull()
    const response = await fetch(String(pre_approval_addresses.production), { method: "POST" })
    expect(response.status).toBe(200)
  })

  it("exposes no credential in an answer, a log line or a row (I10)", async () => {
    await settings.testConnection({ ...getIssuedCredentials("production"), environment: "staging" })
    const answers = JSON.stringify([await settings.getSettings(), await settings.runSelfCheck()])
    const logs = isolatedShop.stores.map((store) => store.logs()).join("\n")
    const rows = await readDatabaseText(isolatedShop.databaseUrl)
    for (const secret of listSecrets()) {
      expect(answers).not.toContain(secret)
      expect(logs).not.toContain(secret)
      expect(rows).not.toContain(secret)
    }
    expect(rows).toContain("financing_setting: ")
  })

  it("deletes credentials on request", async () => {
    const settingsAnswer = await settings.deleteCredentials("staging")
    expect(settingsAnswer).toMatchObject({ is_ready: false })
    expect(settingsAnswer.credentials.staging.source).toBeNull()
    expect(settingsAnswer.changes[0]).toMatchObject({ what: ["credentials.staging"] })
    expect((await getHttpRefusal(settings.deleteCredentials("elsewhere"))).status).toBe(400)
  })
})

describe("a shop that is configured in medusa-config", () => {
  it("shows its settings as locked, and refuses to change them", async () => {
    const lockedClient = createSettingsClient(admin.adminApi)
    const settingsAnswer = await lockedClient.getSettings()
    expect(settingsAnswer.locked).toEqual(
      expect.arrayContaining(["environment", "full_application_enabled", "pre_approval_enabled"])
    )
    expect(settingsAnswer.credentials.staging).toMatchObject({ source: "config", changed_by: null })
    expect(
      (await getHttpRefusal(lockedClient.updateSettings({ environment: "production" }))).body
        .message
    ).toBe("settings.environment: is set in medusa-config and can only be changed there.")
    expect(
      (await getHttpRefusal(lockedClient.storeCredentials(getIssuedCredentials("staging")))).body
        .message
    ).toBe("settings.credentials.staging: are set in medusa-config and can only be changed there.")
  })

  it("answers 401 without a staff login", async () => {
    for (const path of ["", "/self-check"]) {
      const answer = await fetch(`${run.storeUrl}/admin/consumer-financing/settings${path}`)
      expect(answer.status).toBe(401)
    }
  })
})
