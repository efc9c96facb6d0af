import { signCapability, type CapabilityPurpose } from "../../src/domain/capability"
import type { ShownFile, ShownReviewCase } from "../../src/api/admin/consumer-financing/shown"
import { eventually } from "../../tooling/clients/eventually"
import { createHarness } from "./harness"
import { openReturnPage } from "./return-page"
import { post } from "./postback-steps"
import { signApplication, disablePostbacks } from "./purchase-steps"
import { type IsolatedShop, startIsolatedShop } from "./isolated-shop"

const { run, simulator } = createHarness()

const HERE = "/admin/consumer-financing"
const CAUSE = "lost-application"

let apart: IsolatedShop

/** A cart with an application, and the application at the service. */
async function applied() {
  const cart = await apart.shop.createCart()
  await apart.shop.choosePaymentMethod(cart.id)
  const application = await simulator.findCartApplication(cart.id)
  await disablePostbacks(application.tip)
  return { cart, ...application }
}

async function signed() {
  const one = await applied()
  await signApplication(one.tip)
  return one
}

async function settled() {
  const one = await signed()
  await apart.shop.completeCart(one.cart.id)
  const order = await eventually(async () => {
    const placed = await apart.admin.findOrderByCart(one.cart.id)
    if (!placed?.payment_collections?.[0]?.payments?.[0]) throw new Error("Not paid yet")
    return placed
  })
  await apart.admin.capture(order.payment_collections?.[0]?.payments?.[0]?.id ?? "")
  expect((await simulator.application(one.tip)).status).toBe("C")
  return one
}

const idIn = (notifyUrl: string | undefined) => String(notifyUrl).split("/").at(-2) ?? ""

async function casesOf(id?: string): Promise<ShownReviewCase[]> {
  const { review_cases } = await apart.admin.adminApi.get<{ review_cases: ShownReviewCase[] }>(
    `${HERE}/review-cases?cause=${CAUSE}&limit=50`
  )
  return review_cases.filter(({ application_id }) => id === undefined || application_id === id)
}

async function decide(id: string, action: string): Promise<void> {
  await apart.admin.adminApi.post(`${HERE}/review-cases/${id}/resolve`, {
    action,
    note: "The backup of last night was restored",
  })
}

const fileOf = async (id: string): Promise<ShownFile> =>
  (await apart.admin.adminApi.get<{ application: ShownFile }>(`${HERE}/applications/${id}`))
    .application

/** An address signed by this shop, whether or not its database has the application. */
function addressOf(purpose: CapabilityPurpose, path: string, applicationId: string): string {
  const subject = { purpose, environment: "staging", applicationId }
  const signature = signCapability(subject, run.settings.secret ?? "")
  return `${apart.stores[0].url}${path}/staging/${applicationId}/${signature}`
}

const postbackOf = (id: string) => addressOf("postback", "/hooks/consumer-financing", id)

let lost: Record<"open" | "signed" | "settled", Awaited<ReturnType<typeof applied>>>
let known: Awaited<ReturnType<typeof applied>>

beforeAll(async () => {
  apart = await startIsolatedShop({})
  known = await signed()
  const restore = await apart.createBackup()
  lost = { open: await applied(), signed: await signed(), settled: await settled() }
  await restore()
}, 300_000)

describe("a shop that was restored from a backup", () => {
  it("opens one review case per lost application, from which staff cancel or refund it (B16)", async () => {
    for (const one of Object.values(lost)) {
      expect(await post(String(one.notifyUrl), `uuid=${one.tip}`)).toMatchObject({ status: 200 })
      expect(await post(String(one.notifyUrl), `uuid=${one.tip}`)).toMatchObject({ status: 200 })
      expect((await openReturnPage(one.returnUrl)).status).toBe(200)
    }
    const cases = await eventually(async () => {
      const found = await casesOf()
      expect(found.map(({ service }) => service.code).sort()).toEqual(["C", "P", "S"])
      return found
    })
    const expected = {
      open: { code: "P", words: "created, nothing decided yet", action: "end-application" },
      signed: { code: "S", words: "ready to settle", action: "end-application" },
      settled: { code: "C", words: "funded", action: "refund" },
    } as const
    for (const [name, { code, words, action }] of Object.entries(expected)) {
      const one = lost[name as keyof typeof lost]
      const id = idIn(one.notifyUrl)
      const found = cases.find(({ application_id }) => application_id === id)
      expect(found).toMatchObject({
        reason: expect.stringContaining(`$1,467.64, "${words}`) as string,
        service: { code, cents: 146764 },
        medusa: { purchase_state: "nothing" },
        actions: [action, "check-again", "acknowledge"],
      })
      await decide(found?.id ?? "", action)
      const { status, cancelCount, refundCount } = await simulator.application(one.tip)
      expect([status, cancelCount, refundCount]).toEqual(
        action === "refund" ? ["T", 0, 1] : ["O", 1, 0]
      )
      expect(await casesOf(id)).toEqual([])
      const kind = action === "refund" ? "refund" : "cancel"
      expect(await fileOf(id)).toMatchObject({
        kind: "lost",
        state: action === "refund" ? "refunded" : "cancelled",
        operations: [{ kind, outcome: "confirmed" }],
        review_cases: [],
        expires_at: null,
      })
    }
  })

  it("tells a returning shopper to contact the shop, and does not redirect", async () => {
    for (const url of [lost.open.returnUrl, lost.open.cancelUrl]) {
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
    await post(String(known.notifyUrl), `uuid=${known.tip}`)
    await eventually(async () =>
      expect(await apart.admin.findOrderByCart(known.cart.id)).toMatchObject({
        payment_status: "authorized",
      })
    )
    expect(await casesOf(idIn(known.notifyUrl))).toEqual([])
  })
})

describe("a postback for an application that the database lost", () => {
  it("opens no review case when its body names a known application's token (B16)", async () => {
    const id = "finapp_01JFORGED00000000000000000"
    const { cancelCount } = await simulator.application(known.tip)
    expect((await post(postbackOf(id), `uuid=${known.tip}`)).status).toBe(200)
    await eventually(async () =>
      expect(await fileOf(id)).toMatchObject({
        tokens: [],
        timeline: [expect.objectContaining({ what: "postbacks-received" })],
      })
    )
    expect(await casesOf(id)).toEqual([])
    expect((await fileOf(idIn(known.notifyUrl))).tokens).toMatchObject([{ token: known.tip }])
    expect((await simulator.application(known.tip)).cancelCount).toBe(cancelCount)
  })

  it("opens a review case without an amount when its body names no application", async () => {
    const id = "finapp_01JUNNAMED0000000000000000"
    expect((await post(postbackOf(id), "payment_status=completed")).status).toBe(200)
    const [found] = await eventually(async () => {
      const cases = await casesOf(id)
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
    const url = postbackOf(id).replace(/[^/]+$/, "A".repeat(43))
    expect((await post(url, `uuid=${lost.open.tip}`)).status).toBe(404)
    expect(await apart.query(`select id from financing_application where id = '${id}'`)).toEqual([])
  })
})
