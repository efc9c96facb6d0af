import type { z } from "@medusajs/framework/zod"
import type {
  shownApplication,
  ShownApplication,
  shownReviewCase,
  ShownFile,
  ShownPostback,
} from "../../src/api/admin/consumer-financing/shown"
import type { shownOverview } from "../../src/api/admin/consumer-financing/shown-overview"
import * as situations from "./review-cases-situations"
import { waitForReviewCase, resolveReviewCase } from "./review-cases-steps"
import { updateItemQuantity } from "./edit-steps"
import { eventually } from "../../tooling/clients/eventually"
import { createHarness } from "./harness"
import { deliverFulfillment, createFulfillment, shipGoods } from "./shipping-steps"
import { HttpError } from "../../tooling/clients/http-client"
import { injectFault } from "./money-steps"
import { updateOrderQuantity, requestFinancing } from "./financing-request-steps"
import {
  getLatestApplication,
  updateApplication,
  reconcile,
  listTimelineEntries,
  listTokens,
} from "./plugin-records"
import { post } from "./postback-steps"
import { createAppliedCart as applyWithCart } from "./purchase-steps"
import { sendStoreRequest } from "./pre-approval-steps"
import {
  createAppliedCart,
  createCapturedOrder,
  createPaidOrder,
  listPayments,
  signApplication,
  createSignedApplication,
} from "./purchases"

const { admin, run, simulator, store } = createHarness()

const HERE = "/admin/consumer-financing"

type Page = { applications: z.output<typeof shownApplication>[]; count: number }
type ReviewCases = { review_cases: z.output<typeof shownReviewCase>[]; count: number }

const list = async (query: string): Promise<Page> =>
  await admin.adminApi.get<Page>(`${HERE}/applications?${query}`)
const idsOf = ({ applications }: { applications: ShownApplication[] }) =>
  applications.map(({ id }) => id)
const fileOf = async (id: string): Promise<ShownFile> =>
  (await admin.adminApi.get<{ application: ShownFile }>(`${HERE}/applications/${id}`)).application

async function refusalOf(call: Promise<unknown>): Promise<HttpError> {
  const refusal = await call.catch((error: unknown) => error)
  if (refusal instanceof HttpError) return refusal
  throw new Error("It was not refused")
}

describe("the admin API", () => {
  it.each(["/applications", "/review-cases", "/postbacks"])(
    "answers 401 without a login: %s",
    async (path) => {
      expect((await fetch(run.storeUrl + HERE + path)).status).toBe(401)
    }
  )

  it.each([
    ["/applications?limit=0", /limit/],
    ["/applications?state=paid", /state/],
    ["/applications?sort=amount", /sort/],
    ["/review-cases?cause=unknown", /cause/],
    ["/postbacks?outcome=lost", /outcome/],
  ])("answers 400 to an invalid query, and names the parameter: %s", async (path, named) => {
    expect(await refusalOf(admin.adminApi.get(HERE + path))).toMatchObject({
      status: 400,
      body: { message: expect.stringMatching(named) as string },
    })
  })

  it("shows both loans of an order whose total was raised, each with its own payment", async () => {
    const { cart, order, payment } = await createCapturedOrder()
    const first = await getLatestApplication(cart.id)
    // As if the shopper had changed the cart a few times.
    await updateApplication(first.id, { attempt: 5 })
    await updateOrderQuantity(order.id, 2)
    const request = await requestFinancing(order.id)
    await signApplication((await simulator.findCartApplication(order.id)).tip)
    const authorized = await eventually(async () => {
      const [other] = listPayments(await admin.getOrder(order.id)).filter(
        ({ id }) => id !== payment.id
      )
      if (!other) throw new Error("The rest is not authorized")
      return other
    })
    type Answer = { application: ShownFile; others: ShownApplication[] }
    // Waits until a reconciliation has recorded the order that the request pays for.
    await eventually(async () => {
      const orderFile = await admin.adminApi.get<Answer>(`${HERE}/orders/${order.id}`)
      expect(orderFile.application).toMatchObject({ id: request.id, payment_id: authorized.id })
      expect(idsOf({ applications: orderFile.others })).toEqual([first.id])
    })
    expect(await fileOf(first.id)).toMatchObject({ payment_id: payment.id })
  })

  it("shows the captured amount right after a refund, and in the review case of a refund in doubt", async () => {
    const { cart, payment } = await createPaidOrder()
    await admin.capture(payment.id)
    await admin.refund(payment.id, { amount: 100 })
    const { id, financed_cents: financed } = await getLatestApplication(cart.id)
    expect((await fileOf(id)).money).toMatchObject({
      captured: { medusa: { cents: financed } },
      refunded: { medusa: { cents: 10_000 }, service: { cents: 10_000 } },
    })
    const lost = await createPaidOrder()
    await admin.capture(lost.payment.id)
    await injectFault(lost.token, { operation: "partialRefund", kind: "status", status: 503 })
    await refusalOf(admin.refund(lost.payment.id, { amount: 100 }))
    const { id: lostId } = await getLatestApplication(lost.cart.id)
    const { review_cases } = await fileOf(lostId)
    expect(review_cases).toMatchObject([
      { cause: "doubt", medusa: { captured_cents: financed, refunded_cents: 0 } },
    ])
    await simulator.clearFaults()
  })

  it("answers 404 for an unknown application and an unknown postback", async () => {
    const calls = [
      admin.adminApi.get(`${HERE}/applications/finapp_none`),
      admin.adminApi.post(`${HERE}/applications/finapp_none/reconcile`),
      admin.adminApi.post(`${HERE}/postbacks/finpb_none/process`),
    ]
    const refusals = await Promise.all(calls.map(refusalOf))
    expect(refusals.map(({ status }) => status)).toEqual([404, 404, 404])
  })
})

describe("the list of applications", () => {
  it("finds an application by order number, IDs, customer, amount, and every token it ever had", async () => {
    const { cart, order, payment, token } = await createCapturedOrder()
    await admin.refund(payment.id, { amount: 100 })
    const { id } = await getLatestApplication(cart.id)
    const tokens = await listTokens(id)
    expect(tokens).toHaveLength(2)
    const words = [`#${order.display_id}`, order.id, cart.id, id, token, tokens[1]?.token ?? ""]
    for (const word of words) {
      expect(idsOf(await list(`q=${encodeURIComponent(word)}`))).toContain(id)
    }
    const email = encodeURIComponent(cart.email?.toUpperCase() ?? "")
    expect(idsOf(await list(`q=${email}&limit=100`))).toContain(id)
    expect(await list("q=nothing-like-it")).toMatchObject({ applications: [], count: 0 })
    const parts = ["ana shop".slice(0, 3), cart.email?.slice(2, 20) ?? "", "$1,467.64", "1467.64"]
    for (const part of parts) {
      const found = await list(`q=${encodeURIComponent(part)}&limit=100`)
      expect([part, idsOf(found).includes(id)]).toEqual([part, true])
    }
    expect(idsOf(await list("q=1467.65"))).not.toContain(id)
  })

  it.each(["%%", "%00", "__%", "a\\", "\\%"])(
    "treats %j as literal text, not as a pattern",
    async (typed) => {
      await createPaidOrder()
      const found = await list(`q=${encodeURIComponent(typed)}`)
      expect(found).toMatchObject({ applications: [], count: 0 })
    }
  )

  it("finds a name and an e-mail address that contain a percent sign and an underscore", async () => {
    const nth = Date.now()
    const email = `dana_${nth}@example.com`
    const { cart } = await createPaidOrder({ email, address: { last_name: `Dana%_${nth}` } })
    const { id } = await getLatestApplication(cart.id)
    for (const typed of [`dana_${nth}`, `Dana%_${nth}`]) {
      expect(idsOf(await list(`q=${encodeURIComponent(typed)}`))).toEqual([id])
    }
    expect(idsOf(await list(`q=${encodeURIComponent(`dana%${nth}`)}`))).toEqual([])
  })

  it.each([
    "applications?q=a%00b",
    "applications/export?q=%00%00",
    "applications/%00",
    "orders/order_%00",
    "review-cases?id=%00",
    "review-cases?order_id=order_%00",
    "postbacks?application_id=finapp_%00",
  ])("answers 400 to a NUL character in the URL: %s", async (path) => {
    expect(await refusalOf(admin.adminApi.get(`${HERE}/${path}`))).toMatchObject({
      status: 400,
      message: expect.stringMatching(/NUL character/) as string,
    })
  })

  it("answers 400 to a NUL character in a note, and in a cart ID", async () => {
    const path = `${HERE}/review-cases/fincase_none/resolve`
    const decision = { action: "acknowledge", note: "a\u0000b" }
    expect(await refusalOf(admin.adminApi.post(path, decision))).toMatchObject({ status: 400 })
    expect((await sendStoreRequest("carts/cart_%00/status")).status).toBe(400)
  })

  it("sorts by financed amount, and filters by creation time", async () => {
    await createPaidOrder()
    const { applications } = await list("order=-financed_cents&limit=100")
    const amounts = applications.map(({ financed_cents }) => financed_cents)
    expect(amounts).toEqual([...amounts].sort((one, other) => other - one))
    expect((await list("created_to=2020-01-01T00:00:00Z")).count).toBe(0)
    expect((await list("created_from=2020-01-01T00:00:00Z")).count).toBeGreaterThan(0)
  })

  it("shows financed, service and refunded amounts in cents, with the order number", async () => {
    const { cart, order, payment } = await createCapturedOrder()
    await admin.refund(payment.id, { amount: 100 })
    const { id } = await getLatestApplication(cart.id)
    const [shown] = (await list(`q=${id}`)).applications
    const financed = Math.round(Number(payment.amount) * 100)
    expect(shown).toMatchObject({
      state: "partly-refunded",
      code: "C",
      order_id: order.id,
      order_display_id: String(order.display_id),
      customer_email: cart.email,
      financed_cents: financed,
      service_cents: financed - 10_000,
      refunded_cents: 10_000,
      review_reason: null,
    })
  })

  it("filters by state and by the task ship", async () => {
    const open = await getLatestApplication((await createAppliedCart()).cart.id)
    const ready = await getLatestApplication((await createPaidOrder()).cart.id)
    const countsOf = async (query: string): Promise<number[]> => {
      const pages = [open, ready].map(({ id }) => list(`q=${id}&${query}`))
      return (await Promise.all(pages)).map(({ count }) => count)
    }
    expect(await countsOf("state=awaiting-customer")).toEqual([1, 0])
    expect(await countsOf("state=awaiting-customer&state=ready-to-settle")).toEqual([1, 1])
    expect(await countsOf("state=needs-attention")).toEqual([0, 0])
    expect(await countsOf("task=ship")).toEqual([0, 1])
  })

  it("is paginated, newest first", async () => {
    // Not copies: a copy has its original's creation date.
    const email = `pages-${Date.now()}@example.com`
    const older = await getLatestApplication((await applyWithCart({ email })).cart.id)
    const newer = await getLatestApplication((await applyWithCart({ email })).cart.id)
    expect(idsOf(await list(`q=${email}&limit=2`))).toEqual([newer.id, older.id])
    expect(idsOf(await list(`q=${email}&limit=1&offset=1`))).toEqual([older.id])
  })

  it("is exported as CSV with the same filter, and no cell is a formula", async () => {
    const { cart } = await createPaidOrder({ email: "+1_2@example.com" })
    const { id } = await getLatestApplication(cart.id)
    await reconcile(id)
    const { created_at } = await getLatestApplication(cart.id)
    const zone = "time_zone=Pacific/Kiritimati&language=es"
    const exported = await admin.adminApi.file(`${HERE}/applications/export?q=${id}&${zone}`)
    expect(exported.type).toBe("text/csv; charset=utf-8")
    // Without the mark, Excel for Windows reads the file in its own code page: "JosÃ©".
    expect(exported.hasByteOrderMark).toBe(true)
    const [head, line, ...rest] = exported.text.trim().split("\n")
    expect(head).toMatch(
      /^Pedido,Cliente,Correo,Estado,Solicitado el \(Pacific\/Kiritimati\),Enviado el \(/
    )
    const day = new Intl.DateTimeFormat("sv-SE", {
      timeZone: "Pacific/Kiritimati",
      dateStyle: "short",
    }).format(new Date(created_at))
    expect(line).toContain(`,Dana Shopper,'+1_2@example.com,Firmada,${day},,,,`)
    expect(line).toMatch(new RegExp(`,Modo de prueba,${id}$`))
    expect(rest).toEqual([])
    expect(await refusalOf(admin.adminApi.get(`${HERE}/overview?time_zone=Mars`))).toMatchObject({
      status: 400,
    })
  })
})

describe("the overview", () => {
  type Shown = { overview: z.output<typeof shownOverview> }
  const overview = async () =>
    (await admin.adminApi.get<Shown>(`${HERE}/overview?time_zone=America/New_York`)).overview

  it("counts orders to ship, amounts paid out and refunded, and the steps of the funnel", async () => {
    const before = await overview()
    const placed = await createPaidOrder()
    const { cart, payment } = placed
    const application = await getLatestApplication(cart.id)
    await reconcile(application.id)
    const ready = await overview()
    expect(ready.to_do.ship.count).toBe(before.to_do.ship.count + 1)
    expect(ready.money.ageing["0-1"].cents).toBe(
      before.money.ageing["0-1"].cents + application.financed_cents
    )
    await admin.capture(payment.id)
    await reconcile(application.id)
    await admin.refund(payment.id, { amount: 100 })
    const paid = await overview()
    // Its payment was requested before the shipment; the goods still have to ship.
    expect(paid.to_do.ship.count).toBe(before.to_do.ship.count + 1)
    expect(paid.money.paid_out.cents).toBe(before.money.paid_out.cents + application.financed_cents)
    expect(paid.money.refunded.cents).toBe(before.money.refunded.cents + 10_000)
    const [today] = paid.paid_out.slice(-1)
    expect(today?.cents).toBe(paid.money.paid_out.cents)
    const { chosen, signed, shipped } = paid.funnel
    expect([chosen, signed, shipped]).toEqual([
      before.funnel.chosen + 1,
      before.funnel.signed + 1,
      before.funnel.shipped + 1,
    ])
    expect(paid).toMatchObject({ environment: "staging", health: { status: "ok", problems: [] } })
    expect(paid.orders).toMatchObject({
      orders: before.orders.orders + 1,
      financed: before.orders.financed + 1,
      average_cents: expect.any(Number) as number,
    })
    // Each count equals the length of its list.
    const counted = { ...paid.to_do, requested: paid.money.requested }
    for (const task of [
      "ship",
      "request_payment",
      "balance",
      "requested",
      "in_review",
      "sign_again",
      "expiring",
    ] as const) {
      const { count } = await admin.adminApi.get<{ count: number }>(
        `${HERE}/applications?task=${task}`
      )
      expect([task, count]).toEqual([task, counted[task].count])
    }
    // Amounts paid out in the other environment do not count.
    const elsewhere = {
      environment: "production",
      state: "funded",
      service_order_id: cart.id,
      financed_cents: 50_000,
      snapshot_hash: cart.id,
      ready_at: new Date(),
      paid_out_at: new Date(),
      settled: true,
    }
    const create = (row: object) =>
      store.call("consumerFinancing", "createFinancingApplications", row)
    await create(elsewhere)
    expect(await overview()).toEqual(paid)
    // In test mode, open production orders have a count of their own, and are in no other.
    const open = { state: "settling", paid_out_at: null, order_id: "order_elsewhere" }
    await create({ ...elsewhere, ...open, service_order_id: `${cart.id}-2` })
    expect(await overview()).toEqual({ ...paid, open_in_production: 1 })
    await shipGoods(placed)
    expect((await overview()).to_do.ship.count).toBe(before.to_do.ship.count)
  })
})

describe("the overview with manual payment requests", () => {
  type Shown = { overview: z.output<typeof shownOverview> }
  const countsOf = async () => {
    const { to_do } = (await admin.adminApi.get<Shown>(`${HERE}/overview`)).overview
    return { ship: to_do.ship.count, request_payment: to_do.request_payment.count }
  }
  type Page = { applications: { id: string }[]; count: number }
  const idsOf = async (task: string, from = 0): Promise<string[]> => {
    const path = `${HERE}/applications?task=${task}&limit=100&offset=${from}`
    const { applications, count } = await admin.adminApi.get<Page>(path)
    const ids = applications.map(({ id }) => id)
    return from + 100 < count ? [...ids, ...(await idsOf(task, from + 100))] : ids
  }
  const settle = (when: string | null) => admin.adminApi.post(`${HERE}/settings`, { settle: when })
  afterEach(() => settle(null))

  it("moves a shipped order from ship to request_payment, and each count equals its list", async () => {
    await settle("manual")
    const placed = await createPaidOrder()
    const { id } = await getLatestApplication(placed.cart.id)
    await reconcile(id)
    expect(await idsOf("ship")).toContain(id)
    await shipGoods(placed)
    await reconcile(id)
    // Orders of other tests may change meanwhile.
    await eventually(async () => {
      const counted = await countsOf()
      const [left, shipped] = [await idsOf("ship"), await idsOf("request_payment")]
      expect(counted).toEqual({ ship: left.length, request_payment: shipped.length })
      expect(left).not.toContain(id)
      expect(shipped).toContain(id)
    })
  })

  it("lists a partly shipped order under ship until the rest ships", async () => {
    await settle("manual")
    const placed = await createPaidOrder({ items: [{ handle: "walnut-desk", quantity: 2 }] })
    const { id } = await getLatestApplication(placed.cart.id)
    await reconcile(id)
    await shipGoods(placed, { "Walnut Desk": 1 })
    await reconcile(id)
    expect(await fileOf(id)).toMatchObject({ has_shipped: false, message: { code: "ship-rest" } })
    expect(await idsOf("ship")).toContain(id)
    expect(await idsOf("request_payment")).not.toContain(id)
    await shipGoods(placed, { "Walnut Desk": 1 })
    expect(await fileOf(id)).toMatchObject({
      has_shipped: true,
      message: { code: "request-payment" },
    })
    expect(await idsOf("ship")).not.toContain(id)
  })

  it("counts an order that is delivered without a shipment as shipped", async () => {
    await settle("manual")
    const placed = await createPaidOrder()
    const { id } = await getLatestApplication(placed.cart.id)
    await reconcile(id)
    const before = (await admin.adminApi.get<Shown>(`${HERE}/overview`)).overview
    await deliverFulfillment(placed, await createFulfillment(placed))
    expect(await fileOf(id)).toMatchObject({
      has_shipped: true,
      message: { code: "request-payment" },
    })
    expect(await idsOf("ship")).not.toContain(id)
    expect(await idsOf("request_payment")).toContain(id)
    const { ageing } = (await admin.adminApi.get<Shown>(`${HERE}/overview`)).overview.money
    expect(ageing).toEqual(before.money.ageing)
  })
})

describe("one application", () => {
  it("includes its tokens, journal and timeline, oldest first", async () => {
    const { cart, order, payment } = await createCapturedOrder()
    await admin.refund(payment.id, { amount: 100 })
    const { id } = await getLatestApplication(cart.id)
    await reconcile(id)
    const file = await fileOf(id)
    expect(file.tokens.map(({ position }) => position)).toEqual([1, 2])
    expect(file.operations.map(({ kind, outcome }) => `${kind} ${outcome}`)).toEqual(
      expect.arrayContaining(["create confirmed", "settle confirmed", "partial-refund confirmed"])
    )
    const happened = file.timeline.map(({ what }) => what)
    expect(happened[0]).toBe("created")
    expect(happened.indexOf("settled")).toBeLessThan(happened.indexOf("partly-refunded"))
    expect(file).toMatchObject({ purchase_state: "captured-order", review_cases: [] })
    const ofOrder = `${HERE}/orders/${order.id}`
    expect(await admin.adminApi.get(ofOrder)).toMatchObject({ application: { id } })
  })

  it("is found by its order before a reconciliation links the two", async () => {
    const { order } = await createPaidOrder()
    const { application } = await admin.adminApi.get<{ application: ShownFile }>(
      `${HERE}/orders/${order.id}`
    )
    expect(application).toMatchObject({ state: "ready-to-settle" })
  })

  it("is null for an order without an application", async () => {
    expect(await admin.adminApi.get(`${HERE}/orders/order_none`)).toEqual({
      application: null,
      others: [],
    })
  })

  it("exposes neither the customer's URL nor the plugin's signed URLs", async () => {
    const { cart } = await createAppliedCart()
    const { id, environment, customer_url } = await getLatestApplication(cart.id)
    const responses = JSON.stringify([await fileOf(id), await list(`q=${id}`)])
    expect(customer_url).toEqual(expect.any(String))
    expect(responses).not.toContain(String(customer_url))
    const ours = await store.call<Record<string, string>>("consumerFinancing", "addresses.of", {
      id,
      environment,
    })
    for (const address of Object.values(ours)) expect(responses).not.toContain(address)
  })

  it("is reconciled at once when staff request it", async () => {
    const { cart, token } = await createAppliedCart()
    const { id } = await getLatestApplication(cart.id)
    await simulator.status(token, { status: "U", postback: false })
    const path = `${HERE}/applications/${id}/reconcile`
    expect(await admin.adminApi.post(path)).toMatchObject({
      application: { id, code: "U", state: "declined" },
    })
  })
})

describe("a review case", () => {
  afterEach(() => simulator.clearFaults())

  it("is listed with its actions, and the timeline records who resolved it", async () => {
    const { cart, token } = await situations.createTaxExemption()
    const { id, application_id } = await waitForReviewCase(cart.id, "tax-exempt")
    const page = await admin.adminApi.get<ReviewCases>(
      `${HERE}/review-cases?application_id=${application_id}`
    )
    expect(page).toMatchObject({ count: 1, review_cases: [{ id, cause: "tax-exempt" }] })
    expect(page.review_cases[0]?.actions).toContain("end-application")
    const path = `${HERE}/review-cases/${id}/resolve`
    const decision = { action: "end-application", note: "The customer does not want it" }
    expect(await admin.adminApi.post(path, decision)).toMatchObject({
      resolution: { review_case_id: id, settled: true },
    })
    expect(await simulator.application(token)).toMatchObject({ cancelled: true })
    const { user } = await admin.adminApi.get<{ user: { id: string } }>("/admin/users/me")
    expect(await listTimelineEntries(application_id)).toContainEqual(
      expect.objectContaining({ what: "review-case-resolved", actor: user.id })
    )
  })

  it("keeps its message in the application after staff acknowledge it", async () => {
    const { cart } = await situations.createLostSettle()
    const reviewCase = await waitForReviewCase(cart.id, "doubt")
    const { id } = await getLatestApplication(cart.id)
    const before = await fileOf(id)
    expect(before.message.code).toMatch(/^doubt-settle/)
    await resolveReviewCase(reviewCase, "acknowledge")
    expect((await fileOf(id)).message).toEqual(before.message)
  })

  it("takes precedence over an acknowledged one in the application's message", async () => {
    const bought = await createPaidOrder({ items: [{ handle: "walnut-desk", quantity: 1 }] })
    await updateItemQuantity(bought, { title: "Walnut Desk", quantity: 2 })
    await resolveReviewCase(await waitForReviewCase(bought.cart.id, "order-edit"), "acknowledge")
    const { id } = await getLatestApplication(bought.cart.id)
    await store.call("consumerFinancing", "createFinancingReviewCases", {
      cause: "amounts",
      reason: "Compare both sides.",
      financed_cents: 146_764,
      seen_at: new Date(),
      application_id: id,
    })
    const { review_cases, message } = await fileOf(id)
    expect([review_cases.length, message.code]).toEqual([2, "case-amounts"])
  })

  it("is not resolved without a note, by an unavailable action, or with an unknown field", async () => {
    const { cart } = await situations.createTaxExemption()
    const { id } = await waitForReviewCase(cart.id, "tax-exempt")
    const path = `${HERE}/review-cases/${id}/resolve`
    const refused = async (body: unknown) => (await refusalOf(admin.adminApi.post(path, body))).body
    expect((await refused({ action: "acknowledge", note: " " })).message).toMatch(/note/)
    expect((await refused({ action: "acknowledge" })).message).toMatch(/note/)
    expect((await refused({ action: "refund", note: "because" })).message).toMatch(
      /What can be done/
    )
    expect((await refused({ action: "acknowledge", note: "x", actor: "user_2" })).message).toMatch(
      /actor/
    )
  })
})

describe("the postbacks", () => {
  it("are listed with their known fields, and without their body", async () => {
    const { cart } = await createSignedApplication()
    const { id } = await getLatestApplication(cart.id)
    const address = await ownAddress(id)
    const secret = "canary-5f0c"
    await post(address, `payment_status=pending&unknown_field=${secret}`)
    const inbox = async () =>
      await admin.adminApi.get<{ postbacks: ShownPostback[] }>(
        `${HERE}/postbacks?application_id=${id}&outcome=processed`
      )
    const { postbacks } = await eventually(async () => {
      const page = await inbox()
      expect(page.postbacks.map(({ fields }) => fields)).toContainEqual(
        expect.objectContaining({ payment_status: "pending" })
      )
      return page
    })
    expect(JSON.stringify(postbacks)).not.toContain(secret)
    expect(postbacks[0]).toMatchObject({ application_id: id, outcome: "processed" })
  })

  it("reconcile the application when staff process them again, and record the staff user", async () => {
    const { cart, token } = await createAppliedCart()
    const { id } = await getLatestApplication(cart.id)
    await post(await ownAddress(id), "payment_status=pending")
    const page = `${HERE}/postbacks?application_id=${id}&outcome=processed`
    const postback = await eventually(async () => {
      const [first] = (await admin.adminApi.get<{ postbacks: ShownPostback[] }>(page)).postbacks
      if (!first) throw new Error("The postback is not processed yet")
      return first
    })
    await simulator.status(token, { status: "X", postback: false })
    await admin.adminApi.post(`${HERE}/postbacks/${postback.id}/process`)
    expect(await getLatestApplication(cart.id)).toMatchObject({ code: "X", state: "declined" })
    expect(await listTimelineEntries(id)).toContainEqual(
      expect.objectContaining({
        what: "postback-processed-again",
        actor: expect.stringMatching(/^user_/) as string,
        details: { postback_id: postback.id },
      })
    )
  })
})

async function ownAddress(id: string): Promise<string> {
  const application = { id, environment: "staging" }
  const ours = await store.call<{ notifyUrl: string }>(
    "consumerFinancing",
    "addresses.of",
    application
  )
  return ours.notifyUrl
}
