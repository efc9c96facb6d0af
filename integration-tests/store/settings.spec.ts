import { contentOfDatabase } from "./content-of-database"
import { eventually } from "./eventually"
import { harness } from "./harness"
import { buy, FROM_DASHBOARD, issued, refusalOf, settingsOf } from "./setting-steps"
import { shopClient } from "./shop-client"
import { startShopApart, type ShopApart } from "./shop-apart"

const { run, simulator, admin } = harness()

let apart: ShopApart
let settings: ReturnType<typeof settingsOf>

beforeAll(async () => {
  apart = await startShopApart(FROM_DASHBOARD, { processes: 2 })
  settings = settingsOf(apart.admin.door)
}, 120_000)

type Row = {
  environment: string
  state: string
  live_key: string | null
  end_reason: string | null
}

const applicationsOf = async (cartId: string) =>
  await apart.stores[0].control.call<Row[]>(
    "consumerFinancing",
    "listFinancingApplications",
    { cart_id: cartId },
    { order: { attempt: "ASC" } }
  )

const secrets = () =>
  (["staging", "production"] as const).flatMap((environment) => {
    const { api_username, api_password, api_signature } = issued(environment)
    const [id = "", secret = ""] = Buffer.from(api_signature, "base64").toString().split(":")
    return [api_username, api_password, api_signature, id, secret].filter((one) => one.length > 8)
  })

describe("a shop whose merchant enters everything in the dashboard", () => {
  it("starts without credentials, and refuses politely until there are some", async () => {
    const shown = await settings.show()
    expect(shown).toMatchObject({ is_ready: false, locked: [], changes: [] })
    expect(shown.values).toMatchObject({ environment: "staging" })
    expect(shown.credentials.staging).toMatchObject({ source: null, api_password: null })
    const cart = await apart.shop.createCart()
    const refusal = await refusalOf(apart.shop.choosePaymentMethod(cart.id))
    expect(refusal.body.message).toContain("Financing is not available in this shop at the moment")
  })

  it("is told which credentials are wrong, or of the other environment, before they are set", async () => {
    expect(await settings.test({ environment: "staging" })).toMatchObject({
      outcome: "not-set",
      step: null,
    })
    expect(await settings.test(issued("staging"))).toMatchObject({
      outcome: "connected",
      step: "read",
      http_status: 404,
    })
    const mixed = { ...issued("production"), environment: "staging" }
    expect(await settings.test({ ...mixed, base_url: issued("staging").base_url })).toMatchObject({
      outcome: "wrong-credentials",
      step: "token",
      http_status: 401,
    })
    const nowhere = { ...issued("staging"), base_url: "http://localhost:9/api" }
    expect(await settings.test(nowhere)).toMatchObject({
      outcome: "unreachable",
      http_status: null,
    })
    const odd = { ...issued("staging"), base_url: apart.stores[0].url }
    expect(await settings.test(odd)).toMatchObject({ outcome: "unexpected-answer", step: "token" })
    expect((await settings.show()).is_ready).toBe(false)
  })

  it("is told what is missing or wrong, and nothing of what was written is in the answer", async () => {
    const { api_password: _, ...incomplete } = issued("staging")
    expect((await refusalOf(settings.enter(incomplete))).body.message).toBe(
      "settings.api_password: is missing."
    )
    const open = { ...issued("staging"), base_url: "http://LEAK.example" }
    expect((await refusalOf(settings.enter(open))).body.message).toBe(
      "settings.base_url: has to be an https address (http is for localhost and, in staging, for names without a dot, .local, .internal and .test)."
    )
    const plain = { ...issued("production"), base_url: "http://simulator:4010/api/v1" }
    for (const send of [settings.enter, settings.test]) {
      expect((await refusalOf(send(plain))).body.message).toBe(
        "settings.base_url: has to be an https address in production (http is for localhost only)."
      )
    }
    const inStaging = { ...plain, environment: "staging" }
    expect(await settings.test(inStaging)).toMatchObject({ outcome: "unreachable", step: "token" })
    const unknown = await refusalOf(settings.enter({ ...issued("staging"), LEAK: "LEAK" }))
    expect(JSON.stringify(unknown.body)).not.toContain("LEAK")
    const broken = await fetch(
      `${apart.stores[0].url}/admin/consumer-financing/settings/credentials`,
      {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: `{"api_password": "${issued("staging").api_password}"`,
      }
    )
    expect(broken.status).toBe(401)
  })

  it("sells at once, at every server, without a restart", async () => {
    const shown = await settings.enter(issued("staging"))
    expect(shown).toMatchObject({ is_ready: true })
    expect(shown.credentials.staging).toMatchObject({
      source: "dashboard",
      base_url: issued("staging").base_url,
      api_password: `••••${issued("staging").api_password.slice(-4)}`,
    })
    expect((await buy(apart.shop)).type).toBe("order")
    const [, second] = apart.stores
    await eventually(async () => {
      expect((await buy(shopClient(second?.url ?? "", run.facts))).type).toBe("order")
    })
  })

  it("serves an open application where it was made after a switch, and new carts elsewhere", async () => {
    const open = await apart.shop.createCart()
    await apart.shop.choosePaymentMethod(open.id)
    const changed = await apart.shop.createCart()
    await apart.shop.choosePaymentMethod(changed.id)

    await settings.enter(issued("production"))
    await settings.change({ environment: "production" })

    const { tip } = await simulator.applicationOfCart(open.id)
    await simulator.decision(tip, { outcome: "approve" })
    await simulator.decision(tip, { outcome: "sign" })
    expect((await apart.shop.completeCart(open.id)).type).toBe("order")
    expect(await applicationsOf(open.id)).toMatchObject([{ environment: "staging" }])

    // The shopper chooses financing again: one application, in the environment of now.
    await apart.shop.choosePaymentMethod(changed.id)
    await apart.shop.choosePaymentMethod(changed.id)
    const [old, live, ...more] = await applicationsOf(changed.id)
    expect(more).toEqual([])
    expect(live).toMatchObject({ environment: "production", live_key: `production:${changed.id}` })
    expect(old).toMatchObject({ environment: "staging", live_key: null })
    await eventually(async () => {
      expect((await applicationsOf(changed.id))[0]).toMatchObject({ state: "cancelled" })
    })
    const [atStaging] = await simulator.applicationsOfCart(changed.id)
    expect(atStaging?.status).toBe("O")

    await settings.change({ environment: null })
    expect((await settings.show()).values.environment).toBe("staging")
  })

  it("refuses what is wrong with one sentence for each setting", async () => {
    const wrong = { minimum_amount: -5, settle: "LEAK", unsigned_hours: 0 }
    const { status, body } = await refusalOf(settings.change(wrong))
    expect(status).toBe(400)
    expect(body.message).toContain("settings.settle: has to be one of: on-full-shipment")
    expect(body.message).not.toContain("LEAK")
    const unknown = await refusalOf(settings.change({ unsigned_hour: 24, colour: "LEAK" }))
    expect(unknown.body.message).toBe(
      "settings.unsigned_hour: is no setting of this plugin; did you mean unsigned_hours? settings.colour: is no setting of this plugin."
    )
    const rules = await refusalOf(settings.change({ minimum_amount: -5, unsigned_hours: 0 }))
    expect(rules.body.message).toBe(
      "settings.minimum_amount: has to be more than 0. settings.unsigned_hours: has to be 1 or more."
    )
  })

  it("checks itself: the address leads here, the regions, the locks, the secret", async () => {
    const { checks, pre_approval_addresses, last_postback_at } = await settings.selfCheck()
    const outcomes = Object.fromEntries(checks.map(({ name, outcome }) => [name, outcome]))
    expect(outcomes).toEqual({
      // A shop on this machine: nobody else reaches it, so it is no https.
      "public-address": "warning",
      reachable: "good",
      "provider-regions": "good",
      // It is offered in Germany as well, where carts are in euros.
      currency: "warning",
      // Two servers, and locks in the memory of each.
      locking: "warning",
      secret: "good",
      credentials: "good",
      postbacks: "good",
    })
    const locking = checks.find(({ name }) => name === "locking")
    expect(locking?.details).toEqual({
      provider_id: "in-memory",
      is_distributed: false,
      servers: 2,
    })
    expect(last_postback_at).not.toBeNull()
    const response = await fetch(String(pre_approval_addresses.production), { method: "POST" })
    expect(response.status).toBe(200)
  })

  it("has no credential in any answer, log line or row (I10)", async () => {
    await settings.test({ ...issued("production"), environment: "staging" })
    const answers = JSON.stringify([await settings.show(), await settings.selfCheck()])
    const logs = apart.stores.map((store) => store.logs()).join("\n")
    const rows = await contentOfDatabase(apart.databaseUrl)
    for (const secret of secrets()) {
      expect(answers).not.toContain(secret)
      expect(logs).not.toContain(secret)
      expect(rows).not.toContain(secret)
    }
    expect(rows).toContain("financing_setting: ")
  })

  it("forgets credentials when it is told to", async () => {
    const shown = await settings.forget("staging")
    expect(shown).toMatchObject({ is_ready: false })
    expect(shown.credentials.staging.source).toBeNull()
    expect(shown.changes[0]).toMatchObject({ what: ["credentials.staging"] })
    expect((await refusalOf(settings.forget("elsewhere"))).status).toBe(400)
  })
})

describe("a shop whose medusa-config sets something", () => {
  it("shows it locked, and refuses to change it", async () => {
    const locked = settingsOf(admin.door)
    const shown = await locked.show()
    expect(shown.locked).toEqual(
      expect.arrayContaining(["environment", "full_application_enabled", "pre_approval_enabled"])
    )
    expect(shown.credentials.staging).toMatchObject({ source: "config", changed_by: null })
    expect((await refusalOf(locked.change({ environment: "production" }))).body.message).toBe(
      "settings.environment: is set in medusa-config and can only be changed there."
    )
    expect((await refusalOf(locked.enter(issued("staging")))).body.message).toBe(
      "settings.credentials.staging: are set in medusa-config and can only be changed there."
    )
  })

  it("lets nobody in who is not staff", async () => {
    for (const path of ["", "/self-check"]) {
      const answer = await fetch(`${run.storeUrl}/admin/consumer-financing/settings${path}`)
      expect(answer.status).toBe(401)
    }
  })
})
