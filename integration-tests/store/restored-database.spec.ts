import { signCapability, type CapabilityPurpose } from "../../src/domain/capability"
import type { ShownFile, ShownReviewCase } from "../../src/api/admin/consumer-financing/shown"
import { eventually } from "../../tooling/clients/eventually"
import { createHarness } from "./harness"
import { openReturnPage } from "./return-page"
import { post } from "./postback-steps"
import { signApplication, disablePostbacks } from "./purchase-steps"
import { type IsolatedShop, startIsolatedShop } from "./isolated-shop"

const { run, simulator } = createHarness()

const ADMIN_PATH = "/admin/consumer-financing"
const CAUSE = "lost-application"

let isolatedShop: IsolatedShop

/** A cart with an application, and the application at the service. */
async function createAppliedCart() {
  const cart = await isolatedShop.shop.createCart()
  await isolatedShop.shop.choosePaymentMethod(cart.id)
  const application = await simulator.findCartApplication(cart.id)
  await disablePostbacks(application.tip)
  return { cart, ...application }
}

async function createSignedCart() {
  const appliedCart = await createAppliedCart()
  await signApplication(appliedCart.tip)
  return appliedCart
}

async function createSettledCart() {
  const signedCart = await createSignedCart()
  await isolatedShop.shop.completeCart(signedCart.cart.id)
  const order = await eventually(async () => {
    const placedOrder = await isolatedShop.admin.findOrderByCart(signedCart.cart.id)
    if (!placedOrder?.payment_collections?.[0]?.payments?.[0]) throw new Error("Not paid yet")
    return placedOrder
  })
  await isolatedShop.admin.capture(order.payment_collections?.[0]?.payments?.[0]?.id ?? "")
  expect((await simulator.application(signedCart.tip)).status).toBe("C")
  return signedCart
}

const parseApplicationId = (notifyUrl: string | undefined) =>
  String(notifyUrl).split("/").at(-2) ?? ""

async function listReviewCases(id?: string): Promise<ShownReviewCase[]> {
  const { review_cases } = await isolatedShop.admin.adminApi.get<{
    review_cases: ShownReviewCase[]
  }>(`${ADMIN_PATH}/review-cases?cause=${CAUSE}&limit=50`)
  return review_cases.filter(({ application_id }) => id === undefined || application_id === id)
}

async function resolveReviewCase(id: string, action: string): Promise<void> {
  await isolatedShop.admin.adminApi.post(`${ADMIN_PATH}/review-cases/${id}/resolve`, {
    action,
    note: "The backup of last night was restored",
  })
}

const getApplication = async (id: string): Promise<ShownFile> =>
  (
    await isolatedShop.admin.adminApi.get<{ application: ShownFile }>(
      `${ADMIN_PATH}/applications/${id}`
    )
  ).application

/** An address signed by this shop, whether or not its database has the application. */
function buildSignedUrl(purpose: CapabilityPurpose, path: string, applicationId: string): string {
  const subject = { purpose, environment: "staging", applicationId }
  const signature = signCapability(subject, run.settings.secret ?? "")
  return `${isolatedShop.stores[0].url}${path}/staging/${applicationId}/${signature}`
}

const buildPostbackUrl = (id: string) => buildSignedUrl("postback", "/hooks/consumer-financing", id)

let lostCarts: Record<"open" | "signed" | "settled", Awaited<ReturnType<typeof createAppliedCart>>>
let knownCart: Awaited<ReturnType<typeof createAppliedCart>>

beforeAll(async () => {
  isolatedShop = await startIsolatedShop({})
  knownCart = await createSignedCart()
  const restore = await isolatedShop.createBackup()
  lostCarts = {
    open: await createAppliedCart(),
    signed: await createSignedCart(),
    settled: await createSettledCart(),
  }
  await restore()
}, 300_000)

describe("a shop that was restored from a backup", () => {
  it("opens one review case per lost application, from which staff cancel or refund it (B16)", async () => {
    for (const lostCart of Object.values(lostCarts)) {
      expect(await post(String(lostCart.notifyUrl), `uuid=${lostCart.tip}`)).toMatchObject({
        status: 200,
      })
      expect(await post(String(lostCart.notifyUrl), `uuid=${lostCart.tip}`)).toMatchObject({
        status: 200,
      })
      expect((await openReturnPage(lostCart.returnUrl)).status).toBe(200)
    }
    const cases = await eventually(async () => {
      const found = await listReviewCases()
      expect(found.map(({ service }) => service.code).sort()).toEqual(["C", "P", "S"])
      return found
    })
    const expected = {
      open: { code: "P", words: "created, nothing decided yet", action: "end-application" },
      signed: { code: "S", words: "ready to settle", action: "end-application" },
      settled: { code: "C", words: "funded", action: "refund" },
    } as const
    for (const [name, { code, words, action }] of Object.entries(expected)) {
      const lostCart = lostCarts[name as keyof typeof lostCarts]
      const id = parseApplicationId(lostCart.notifyUrl)
      const found = cases.find(({ application_id }) => application_id === id)
      expect(found).toMatchObject({
        reason: expect.stringContaining(`$1,467.64, "${words}`) as string,
        service: { code, cents: 146764 },
        medusa: { purchase_state: "nothing" },
        actions: [action, "check-again", "acknowledge"],
      })
      await resolveReviewCase(found?.id ?? "", action)
      const { status, cancelCount, refundCount } = await simulator.application(lostCart.tip)
      expect([status, cancelCount, refundCount]).toEqual(
        action === "refund" ? ["T", 0, 1] : ["O", 1, 0]
      )
      expect(await listReviewCases(id)).toEqual([])
      const kind = action === "refund" ? "refund" : "cancel"
      expect(await getApplication(id)).toMatchObject({
        kind: "lost",
        state: action === "refund" ? "refunded" : "cancelled",
        operations: [{ kind, outcome: "confirmed" }],
        review_cases: [],
        expires_at: null,
      })
    }
  })

  it("tells a returning shopper to contact the shop, and does not redirect", async () => {
    for (const url of [lostCarts.open.returnUrl, lostCarts.open.cancelUrl]) {
      const { status, headers, page, address } = await openReturnPage(url)
      expect([status, address]).toEqual([200, ""])
      expect(headers.get("content-security-policy")).toMatch(/^default-src 'none'/)
      expect(headers.get("referrer-policy")).toBe("no-referrer")
      expect(headers.get("cache-control")).toBe("no-store")
      expect(page).toContain("contact the shop before you apply again")
      expect(page).toContain(`<a href="http://localhost:8000/" target="_top">`)
    }
  })

  it("continues an application that is in the backup", async () => {
    await post(String(knownCart.notifyUrl), `uuid=${knownCart.tip}`)
    await eventually(async () =>
      expect(await isolatedShop.admin.findOrderByCart(knownCart.cart.id)).toMatchObject({
        payment_status: "authorized",
      })
    )
    expect(await listReviewCases(parseApplicationId(knownCart.notifyUrl))).toEqual([])
  })
})

describe("a postback for an application that the database lost", () => {
  it("opens no review case when its body names a known application's token (B16)", async () => {
    const id = "finapp_01JFORGED00000000000000000"
    const { cancelCount } = await simulator.application(knownCart.tip)
    expect((await post(buildPostbackUrl(id), `uuid=${knownCart.tip}`)).status).toBe(200)
    await eventually(async () =>
      expect(await getApplication(id)).toMatchObject({
        tokens: [],
        timeline: [expect.objectContaining({ what: "postbacks-received" })],
      })
    )
    expect(await listReviewCases(id)).toEqual([])
    expect((await getApplication(parseApplicationId(knownCart.notifyUrl))).tokens).toMatchObject([
      { token: knownCart.tip },
    ])
    expect((await simulator.application(knownCart.tip)).cancelCount).toBe(cancelCount)
  })

  it("opens a review case without an amount when its body names no application", async () => {
    const id = "finapp_01JUNNAMED0000000000000000"
    expect((await post(buildPostbackUrl(id), "payment_status=completed")).status).toBe(200)
    const [found] = await eventually(async () => {
      const cases = await listReviewCases(id)
      expect(cases).toHaveLength(1)
      return cases
    })
    expect(found).toMatchObject({
      reason: expect.stringContaining("Look in the service's portal") as string,
      service: { code: null, cents: null },
      actions: ["check-again", "acknowledge"],
    })
  })

  it("gets a 404 and stores no row when its signature is wrong", async () => {
    const id = "finapp_01JWRONG000000000000000000"
    const url = buildPostbackUrl(id).replace(/[^/]+$/, "A".repeat(43))
    expect((await post(url, `uuid=${lostCarts.open.tip}`)).status).toBe(404)
    expect(
      await isolatedShop.query(`select id from financing_application where id = '${id}'`)
    ).toEqual([])
  })
})
