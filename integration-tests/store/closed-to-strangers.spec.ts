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

const ADMIN_URL = `${run.storeUrl}/admin/consumer-financing`

describe("the route that answers a shop's challenge to itself", () => {
  const sendChallenge = (challenge: string) =>
    fetch(`${run.storeUrl}/consumer-financing/here/${challenge}`, { method: "POST" })

  it("signs that its database does not hold a valid challenge that no server stored", async () => {
    const challenge = issueChallenge(Date.now() - 5_000, secret)
    const response = await sendChallenge(challenge)
    const proof = (await response.json()) as { verdict: unknown; signature: unknown }
    expect(readVerdict(challenge, proof, [secret])).toBe("other")
    expect(response.headers.get("cache-control")).toBe("no-store")
  })

  it("answers 404 to a foreign, malformed or expired challenge", async () => {
    for (const challenge of [
      issueChallenge(Date.now() - 65_000, secret),
      issueChallenge(Date.now(), "another-secret-of-4f1b9c27-d0e85a36"),
      "0123456789abcdef0123456789abcdef",
      "x",
    ]) {
      expect((await sendChallenge(challenge)).status).toBe(404)
    }
  })
})

describe("the admin API", () => {
  const sendRequest = async (path: string, method: string, contentType: string | null) =>
    await fetch(`${ADMIN_URL}${path}`, {
      method,
      headers: {
        ...(await admin.headers()),
        ...(contentType === null ? {} : { "content-type": contentType }),
      },
      ...(contentType === null ? {} : { body: '{"order_id_prefix":"FORM-"}' }),
    })

  const postPaths = adminMiddlewares
    .filter(({ methods }) => methods?.includes("POST"))
    .map(({ matcher }) =>
      String(matcher).replace("/admin/consumer-financing", "").replace(/:\w+/g, "x")
    )
  const BODY_BYTES = new TextEncoder().encode('{"order_id_prefix":"FORM-"}')

  /** Returns the dashboard's cookie, which a browser also sends from other sites' pages. */
  async function getSessionCookie(): Promise<string> {
    const headers = await admin.headers()
    const response = await fetch(`${run.storeUrl}/auth/session`, { method: "POST", headers })
    return String(response.headers.get("set-cookie")).split(";")[0] ?? ""
  }

  it.each(["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "a/b"])(
    "refuses the content type %s, which another site's form can send",
    async (type) => {
      const response = await sendRequest("/settings", "POST", type)
      expect(response.status).toBe(415)
      expect(await response.json()).toEqual({
        type: "invalid_data",
        message: "Only JSON is taken here: send `Content-Type: application/json`.",
      })
      expect(
        (await createSettingsClient(admin.adminApi).getSettings()).values.order_id_prefix
      ).toBe("")
    }
  )

  it("answers 415 to a session cookie without a content type, with and without a body", async () => {
    const cookie = await getSessionCookie()
    const rightsResponse = await fetch(`${ADMIN_URL}/rights`, { headers: { cookie } })
    expect(rightsResponse.status).toBe(200)
    expect(postPaths.length).toBeGreaterThan(10)
    for (const path of postPaths) {
      for (const body of [null, BODY_BYTES]) {
        const response = await fetch(`${ADMIN_URL}${path}`, {
          method: "POST",
          headers: { cookie },
          body,
        })
        expect([path, response.status]).toEqual([path, 415])
      }
    }
    expect(
      (await sendRequest("/settings/credentials/elsewhere", "DELETE", "text/plain")).status
    ).toBe(415)
  })

  it("accepts an Authorization header without a body, and rejects a body without a content type", async () => {
    // These need a body, which has to be JSON.
    const pathsWithBody = ["/pre-approvals", "/settings/credentials", "/settings/test-connection"]
    for (const path of postPaths.filter((postPath) => !pathsWithBody.includes(postPath))) {
      expect([path, (await sendRequest(path, "POST", null)).status]).not.toEqual([path, 415])
    }
    expect((await sendRequest("/applications/x/reconcile", "POST", null)).status).toBe(404)
    const headers = await admin.headers()
    const response = await fetch(`${ADMIN_URL}/settings`, {
      method: "POST",
      headers,
      body: BODY_BYTES,
    })
    expect(response.status).toBe(415)
  })

  it("reconciles an application for a bare POST with an Authorization header", async () => {
    const { cart } = await createAppliedCart()
    const { id } = await getLatestApplication(cart.id)
    const response = await sendRequest(`/applications/${id}/reconcile`, "POST", null)
    expect(response.status).toBe(200)
  })

  it("accepts JSON, and a bare DELETE, which no form can send", async () => {
    const response = await sendRequest("/settings", "POST", "application/json; charset=utf-8")
    expect(response.status).toBe(200)
    await createSettingsClient(admin.adminApi).updateSettings({ order_id_prefix: null })
    const deleteResponse = await sendRequest("/settings/credentials/elsewhere", "DELETE", null)
    expect(deleteResponse.status).toBe(400)
  })
})

describe("a service link to a host outside linkHosts", () => {
  let url: string
  beforeAll(async () => {
    const pluginOptions = { ...run.settings.pluginOptions, linkHosts: ["pages.financing.test"] }
    url = (await startExtraStore({ pluginOptions })).url
  })

  const SHOPPER_MESSAGE =
    "Financing is not available right now. Please try again later or pay another way."

  /** Expects an application with a token and no link, cancelled at the service, and a review case. */
  async function expectLinkWithheld(purchaseId: string): Promise<void> {
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
    expect([refusal.status, refusal.body.message]).toEqual([400, SHOPPER_MESSAGE])
    await expectLinkWithheld(cart.id)
    const { payment_collection } = await shop.getCart(cart.id)
    expect(payment_collection?.payment_sessions ?? []).toEqual([])
  })

  it("is withheld together with the offers", async () => {
    const cart = await createCart()
    const otherShop = createShopClient(url, run.facts)
    const refusal = await getHttpRefusal(
      submitFullApplication(cart.id, buildApplicationForm(), otherShop)
    )
    expect([refusal.status, refusal.body.message]).toEqual([400, SHOPPER_MESSAGE])
    await expectLinkWithheld(cart.id)
  })

  it("is not returned as the contract of a selected offer", async () => {
    const { cart, application } = await createCartWithOffers()
    const offerId = application.offers[0]?.id ?? 0
    const refusal = await getHttpRefusal(
      selectOffer(application, offerId, createShopClient(url, run.facts))
    )
    expect([refusal.status, refusal.body.message]).toEqual([400, SHOPPER_MESSAGE])
    await expectLinkWithheld(cart.id)
  })

  it("is withheld from staff, who see the reason", async () => {
    const order_id = await createDraftOrder()
    const request = createAdminClient(url).adminApi.post(
      "/admin/consumer-financing/financing-requests",
      {
        order_id,
      }
    )
    const refusal = await getHttpRefusal(request)
    expect(refusal.status).toBe(400)
    expect(refusal.body.message).toContain(
      "It was withheld, and the application is being cancelled"
    )
    await expectLinkWithheld(order_id)
  })

  it("leads to a refused pre-approval", async () => {
    const response = await sendStoreRequest("pre-approvals", { body: buildPerson(), storeUrl: url })
    const { pre_approval, claim } = (await response.json()) as {
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
  const listPostbacks = async (application_id: string) =>
    await store.call<{ processed_at: string | null }[]>(
      "consumerFinancing",
      "listFinancingPostbacks",
      { application_id }
    )

  async function sendStatusPostback(
    token: string,
    cartId: string,
    status: string
  ): Promise<string> {
    await simulator.status(token, { status, postback: true })
    const { id } = await getLatestApplication(cartId)
    await eventually(async () => {
      const postbacks = await listPostbacks(id)
      expect(postbacks.length).toBeGreaterThan(0)
      expect(postbacks.every(({ processed_at }) => processed_at !== null)).toBe(true)
      expect(await getLatestApplication(cartId)).toMatchObject({ code: status })
    })
    return id
  }

  it("deletes postbacks and status entries of closed applications, and nothing of open ones", async () => {
    const [declined, undecided] = [await createAppliedCart(), await createAppliedCart()]
    const closedId = await sendStatusPostback(declined.token, declined.cart.id, "X")
    const openId = await sendStatusPostback(undecided.token, undecided.cart.id, "A")
    await waitUntilIdle(closedId)
    const client = new Client({ connectionString: run.databaseUrl })
    await client.connect()
    for (const table of ["financing_postback", "financing_timeline_entry"]) {
      const assignment = "created_at = now() - interval '181 days'"
      await client.query(`update ${table} set ${assignment} where application_id = any($1)`, [
        [closedId, openId],
      ])
    }
    await client.end()
    const openEntryCount = (await listTimelineEntries(openId)).length

    await store.runJob("clear-old-records-of-financing")
    expect(await listPostbacks(closedId)).toEqual([])
    const remainingEntries = (await listTimelineEntries(closedId)).map(({ what }) => what)
    expect(remainingEntries).toContain("created")
    expect(remainingEntries).not.toContain("postbacks-received")
    expect(remainingEntries).not.toContain("status-changed")
    expect((await listOperations(closedId)).length).toBeGreaterThan(0)
    expect((await listTokens(closedId)).length).toBeGreaterThan(0)
    expect((await listPostbacks(openId)).length).toBeGreaterThan(0)
    expect((await listTimelineEntries(openId)).length).toBeGreaterThanOrEqual(openEntryCount)
  })
})
