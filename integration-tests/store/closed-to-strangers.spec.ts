import { Client } from "pg"
import { adminMiddlewares } from "../../src/api/admin/consumer-financing/middlewares"
import { issueChallenge, readVerdict } from "../../src/domain/self-proof"
import { createAdminClient } from "../../tooling/clients/admin-client"
import { listPurchaseReviewCases } from "./review-cases-steps"
import { eventually } from "../../tooling/clients/eventually"
import { createDraftOrder } from "./financing-request-steps"
import {
  buildApplicationForm,
  submitFullApplication,
  createCartWithOffers,
  selectOffer,
} from "./full-application-steps"
import { createHarness, startExtraStore } from "./harness"
import { createCart } from "./new-cart"
import { waitUntilIdle } from "./scheduled-checks"
import {
  getLatestApplication,
  listOperations,
  listTimelineEntries,
  listTokens,
} from "./plugin-records"
import { sendStoreRequest, buildPerson } from "./pre-approval-steps"
import { createAppliedCart } from "./purchase-steps"
import { getHttpRefusal, createSettingsClient } from "./setting-steps"
import { createShopClient } from "../../tooling/clients/shop-client"

const { run, admin, shop, simulator, store } = createHarness()

const { secret = "" } = run.settings

const ADMIN = `${run.storeUrl}/admin/consumer-financing`

describe("the route that answers a shop's challenge to itself", () => {
  const here = (challenge: string) =>
    fetch(`${run.storeUrl}/consumer-financing/here/${challenge}`, { method: "POST" })

  it("signs that its database does not hold a valid challenge that no server stored", async () => {
    const challenge = issueChallenge(Date.now() - 5_000, secret)
    const response = await here(challenge)
    const answer = (await response.json()) as { verdict: unknown; signature: unknown }
    expect(readVerdict(challenge, answer, [secret])).toBe("other")
    expect(response.headers.get("cache-control")).toBe("no-store")
  })

  it("answers 404 to a foreign, malformed or expired challenge", async () => {
    for (const challenge of [
      issueChallenge(Date.now() - 65_000, secret),
      issueChallenge(Date.now(), "another-secret-of-4f1b9c27-d0e85a36"),
      "0123456789abcdef0123456789abcdef",
      "x",
    ]) {
      expect((await here(challenge)).status).toBe(404)
    }
  })
})

describe("the admin API", () => {
  const send = async (path: string, method: string, type: string | null) =>
    await fetch(`${ADMIN}${path}`, {
      method,
      headers: { ...(await admin.headers()), ...(type === null ? {} : { "content-type": type }) },
      ...(type === null ? {} : { body: '{"order_id_prefix":"FORM-"}' }),
    })

  const pathsOfPosts = adminMiddlewares
    .filter(({ methods }) => methods?.includes("POST"))
    .map(({ matcher }) =>
      String(matcher).replace("/admin/consumer-financing", "").replace(/:\w+/g, "x")
    )
  const BYTES = new TextEncoder().encode('{"order_id_prefix":"FORM-"}')

  /** Returns the dashboard's cookie, which a browser also sends from other sites' pages. */
  async function readCookie(): Promise<string> {
    const headers = await admin.headers()
    const answer = await fetch(`${run.storeUrl}/auth/session`, { method: "POST", headers })
    return String(answer.headers.get("set-cookie")).split(";")[0] ?? ""
  }

  it.each(["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "a/b"])(
    "refuses the content type %s, which another site's form can send",
    async (type) => {
      const answer = await send("/settings", "POST", type)
      expect(answer.status).toBe(415)
      expect(await answer.json()).toEqual({
        type: "invalid_data",
        message: "Only JSON is taken here: send `Content-Type: application/json`.",
      })
      expect(
        (await createSettingsClient(admin.adminApi).getSettings()).values.order_id_prefix
      ).toBe("")
    }
  )

  it("answers 415 to a session cookie without a content type, with and without a body", async () => {
    const cookie = await readCookie()
    const known = await fetch(`${ADMIN}/rights`, { headers: { cookie } })
    expect(known.status).toBe(200)
    expect(pathsOfPosts.length).toBeGreaterThan(10)
    for (const path of pathsOfPosts) {
      for (const body of [null, BYTES]) {
        const answer = await fetch(`${ADMIN}${path}`, { method: "POST", headers: { cookie }, body })
        expect([path, answer.status]).toEqual([path, 415])
      }
    }
    expect((await send("/settings/credentials/elsewhere", "DELETE", "text/plain")).status).toBe(415)
  })

  it("accepts an Authorization header without a body, and rejects a body without a content type", async () => {
    // These need a body, which has to be JSON.
    const needBody = ["/pre-approvals", "/settings/credentials", "/settings/test-connection"]
    for (const path of pathsOfPosts.filter((one) => !needBody.includes(one))) {
      expect([path, (await send(path, "POST", null)).status]).not.toEqual([path, 415])
    }
    expect((await send("/applications/x/reconcile", "POST", null)).status).toBe(404)
    const headers = await admin.headers()
    const answer = await fetch(`${ADMIN}/settings`, { method: "POST", headers, body: BYTES })
    expect(answer.status).toBe(415)
  })

  it("reconciles an application for a bare POST with an Authorization header", async () => {
    const { cart } = await createAppliedCart()
    const { id } = await getLatestApplication(cart.id)
    const answer = await send(`/applications/${id}/reconcile`, "POST", null)
    expect(answer.status).toBe(200)
  })

  it("accepts JSON, and a bare DELETE, which no form can send", async () => {
    const answer = await send("/settings", "POST", "application/json; charset=utf-8")
    expect(answer.status).toBe(200)
    await createSettingsClient(admin.adminApi).updateSettings({ order_id_prefix: null })
    const bare = await send("/settings/credentials/elsewhere", "DELETE", null)
    expect(bare.status).toBe(400)
  })
})

describe("a service link to a host outside linkHosts", () => {
  let url: string
  beforeAll(async () => {
    const pluginOptions = { ...run.settings.pluginOptions, linkHosts: ["pages.financing.test"] }
    url = (await startExtraStore({ pluginOptions })).url
  })

  const SHOPPER = "Financing is not available right now. Please try again later or pay another way."

  /** Expects an application with a token and no link, cancelled at the service, and a review case. */
  async function expectWithheld(purchaseId: string): Promise<void> {
    const { id, state } = await eventually(async () => {
      const application = await getLatestApplication(purchaseId)
      expect(application).toMatchObject({ state: "cancelled", customer_url: null, offers: null })
      return application
    })
    const { tip } = await simulator.findCartApplication(purchaseId)
    expect(await listTokens(id)).toMatchObject([{ token: tip }])
    expect((await simulator.application(tip)).status).toBe("O")
    expect([state, await listPurchaseReviewCases(purchaseId)]).toMatchObject([
      "cancelled",
      [{ cause: "unsafe-link", reason: expect.stringContaining("`linkHosts`") as unknown }],
    ])
  }

  it("is withheld from the shopper, ends the application and opens a review case", async () => {
    const cart = await createCart()
    const refusal = await getHttpRefusal(
      createShopClient(url, run.facts).choosePaymentMethod(cart.id)
    )
    expect([refusal.status, refusal.body.message]).toEqual([400, SHOPPER])
    await expectWithheld(cart.id)
    const { payment_collection } = await shop.getCart(cart.id)
    expect(payment_collection?.payment_sessions ?? []).toEqual([])
  })

  it("is withheld together with the offers", async () => {
    const cart = await createCart()
    const there = createShopClient(url, run.facts)
    const refusal = await getHttpRefusal(
      submitFullApplication(cart.id, buildApplicationForm(), there)
    )
    expect([refusal.status, refusal.body.message]).toEqual([400, SHOPPER])
    await expectWithheld(cart.id)
  })

  it("is not returned as the contract of a selected offer", async () => {
    const { cart, application } = await createCartWithOffers()
    const offer = application.offers[0]?.id ?? 0
    const refusal = await getHttpRefusal(
      selectOffer(application, offer, createShopClient(url, run.facts))
    )
    expect([refusal.status, refusal.body.message]).toEqual([400, SHOPPER])
    await expectWithheld(cart.id)
  })

  it("is withheld from staff, who see the reason", async () => {
    const order_id = await createDraftOrder()
    const asking = createAdminClient(url).adminApi.post(
      "/admin/consumer-financing/financing-requests",
      {
        order_id,
      }
    )
    const refusal = await getHttpRefusal(asking)
    expect(refusal.status).toBe(400)
    expect(refusal.body.message).toContain(
      "It was withheld, and the application is being cancelled"
    )
    await expectWithheld(order_id)
  })

  it("leads to a refused pre-approval", async () => {
    const answer = await sendStoreRequest("pre-approvals", { body: buildPerson(), storeUrl: url })
    const { pre_approval, claim } = (await answer.json()) as {
      pre_approval: { id: string; status: string }
      claim: null
    }
    expect(claim).not.toBeUndefined()
    expect(JSON.stringify(pre_approval)).not.toContain("http")
    const row = await store.call<Record<string, unknown>>(
      "consumerFinancing",
      "retrieveFinancingPreApproval",
      pre_approval.id
    )
    expect(row).toMatchObject({
      state: "refused",
      customer_url: null,
      error_code: "unsafe_link",
      next_check_at: null,
    })
  })
})

describe("the job that clears old records", () => {
  const postbacksOf = async (application_id: string) =>
    await store.call<{ processed_at: string | null }[]>(
      "consumerFinancing",
      "listFinancingPostbacks",
      { application_id }
    )

  async function messageAfter(token: string, cartId: string, status: string): Promise<string> {
    await simulator.status(token, { status, postback: true })
    const { id } = await getLatestApplication(cartId)
    await eventually(async () => {
      const postbacks = await postbacksOf(id)
      expect(postbacks.length).toBeGreaterThan(0)
      expect(postbacks.every(({ processed_at }) => processed_at !== null)).toBe(true)
      expect(await getLatestApplication(cartId)).toMatchObject({ code: status })
    })
    return id
  }

  it("deletes postbacks and status entries of closed applications, and nothing of open ones", async () => {
    const [declined, open] = [await createAppliedCart(), await createAppliedCart()]
    const over = await messageAfter(declined.token, declined.cart.id, "X")
    const goesOn = await messageAfter(open.token, open.cart.id, "A")
    await waitUntilIdle(over)
    const database = new Client({ connectionString: run.databaseUrl })
    await database.connect()
    for (const table of ["financing_postback", "financing_timeline_entry"]) {
      const age = "created_at = now() - interval '181 days'"
      await database.query(`update ${table} set ${age} where application_id = any($1)`, [
        [over, goesOn],
      ])
    }
    await database.end()
    const kept = (await listTimelineEntries(goesOn)).length

    await store.runJob("clear-old-records-of-financing")
    expect(await postbacksOf(over)).toEqual([])
    const left = (await listTimelineEntries(over)).map(({ what }) => what)
    expect(left).toContain("created")
    expect(left).not.toContain("postbacks-received")
    expect(left).not.toContain("status-changed")
    expect((await listOperations(over)).length).toBeGreaterThan(0)
    expect((await listTokens(over)).length).toBeGreaterThan(0)
    expect((await postbacksOf(goesOn)).length).toBeGreaterThan(0)
    expect((await listTimelineEntries(goesOn)).length).toBeGreaterThanOrEqual(kept)
  })
})
