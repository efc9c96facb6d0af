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

const ADMIN_PATH = "/admin/consumer-financing"

type ApplicationPage = { applications: z.output<typeof shownApplication>[]; count: number }
type ReviewCasePage = { review_cases: z.output<typeof shownReviewCase>[]; count: number }

const listApplications = async (query: string): Promise<ApplicationPage> =>
  await admin.adminApi.get<ApplicationPage>(`${ADMIN_PATH}/applications?${query}`)
const getIds = ({ applications }: { applications: ShownApplication[] }) =>
  applications.map(({ id }) => id)
const getApplicationDetails = async (id: string): Promise<ShownFile> =>
  (await admin.adminApi.get<{ application: ShownFile }>(`${ADMIN_PATH}/applications/${id}`))
    .application

async function getHttpRefusal(request: Promise<unknown>): Promise<HttpError> {
  const refusal = await request.catch((error: unknown) => error)
  if (refusal instanceof HttpError) return refusal
  throw new Error("It was not refused")
}

describe("the admin API", () => {
  it.each(["/applications", "/review-cases", "/postbacks"])(
    "answers 401 without a login: %s",
    async (path) => {
      expect((await fetch(run.storeUrl + ADMIN_PATH + path)).status).toBe(401)
    }
  )

  it.each([
    ["/applications?limit=0", /limit/],
    ["/applications?state=paid", /state/],
    ["/applications?sort=amount", /sort/],
    ["/review-cases?cause=unknown", /cause/],
    ["/postbacks?outcome=lost", /outcome/],
  ])("answers 400 to an invalid query, and names the parameter: %s", async (path, pattern) => {
    expect(await getHttpRefusal(admin.adminApi.get(ADMIN_PATH + path))).toMatchObject({
      status: 400,
      body: { message: expect.stringMatching(pattern) as string },
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
    const authorizedPayment = await eventually(async () => {
      const [otherPayment] = listPayments(await admin.getOrder(order.id)).filter(
        ({ id }) => id !== payment.id
      )
      if (!otherPayment) throw new Error("The rest is not authorized")
      return otherPayment
    })
    type OrderApplications = { application: ShownFile; others: ShownApplication[] }
    // Waits until a reconciliation has recorded the order that the request pays for.
    await eventually(async () => {
      const orderApplications = await admin.adminApi.get<OrderApplications>(
        `${ADMIN_PATH}/orders/${order.id}`
      )
      expect(orderApplications.application).toMatchObject({
        id: request.id,
        payment_id: authorizedPayment.id,
      })
      expect(getIds({ applications: orderApplications.others })).toEqual([first.id])
    })
    expect(await getApplicationDetails(first.id)).toMatchObject({ payment_id: payment.id })
  })

  it("shows the captured amount right after a refund, and in the review case of a refund in doubt", async () => {
    const { cart, payment } = await createPaidOrder()
    await admin.capture(payment.id)
    await admin.refund(payment.id, { amount: 100 })
    const { id, financed_cents: financedCents } = await getLatestApplication(cart.id)
    expect((await getApplicationDetails(id)).money).toMatchObject({
      captured: { medusa: { cents: financedCents } },
      refunded: { medusa: { cents: 10_000 }, service: { cents: 10_000 } },
    })
    const otherPurchase = await createPaidOrder()
    await admin.capture(otherPurchase.payment.id)
    await injectFault(otherPurchase.token, {
      operation: "partialRefund",
      kind: "status",
      status: 503,
    })
    await getHttpRefusal(admin.refund(otherPurchase.payment.id, { amount: 100 }))
    const { id: otherId } = await getLatestApplication(otherPurchase.cart.id)
    const { review_cases } = await getApplicationDetails(otherId)
    expect(review_cases).toMatchObject([
      { cause: "doubt", medusa: { captured_cents: financedCents, refunded_cents: 0 } },
    ])
    await simulator.clearFaults()
  })

  it("answers 404 for an unknown application and an unknown postback", async () => {
    const requests = [
      admin.adminApi.get(`${ADMIN_PATH}/applications/finapp_none`),
      admin.adminApi.post(`${ADMIN_PATH}/applications/finapp_none/reconcile`),
      admin.adminApi.post(`${ADMIN_PATH}/postbacks/finpb_none/process`),
    ]
    const refusals = await Promise.all(requests.map(getHttpRefusal))
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
    const searchTexts = [
      `#${order.display_id}`,
      order.id,
      cart.id,
      id,
      token,
      tokens[1]?.token ?? "",
    ]
    for (const searchText of searchTexts) {
      expect(getIds(await listApplications(`q=${encodeURIComponent(searchText)}`))).toContain(id)
    }
    const email = encodeURIComponent(cart.email?.toUpperCase() ?? "")
    expect(getIds(await listApplications(`q=${email}&limit=100`))).toContain(id)
    expect(await listApplications("q=nothing-like-it")).toMatchObject({
      applications: [],
      count: 0,
    })
    const searchParts = [
      "ana shop".slice(0, 3),
      cart.email?.slice(2, 20) ?? "",
      "$1,467.64",
      "1467.64",
    ]
    for (const searchPart of searchParts) {
      const page = await listApplications(`q=${encodeURIComponent(searchPart)}&limit=100`)
      expect([searchPart, getIds(page).includes(id)]).toEqual([searchPart, true])
    }
    expect(getIds(await listApplications("q=1467.65"))).not.toContain(id)
  })

  it.each(["%%", "%00", "__%", "a\\", "\\%"])(
    "treats %j as literal text, not as a pattern",
    async (searchText) => {
      await createPaidOrder()
      const page = await listApplications(`q=${encodeURIComponent(searchText)}`)
      expect(page).toMatchObject({ applications: [], count: 0 })
    }
  )

  it("finds a name and an e-mail address that contain a percent sign and an underscore", async () => {
    const suffix = Date.now()
    const email = `dana_${suffix}@example.com`
    const { cart } = await createPaidOrder({ email, address: { last_name: `Dana%_${suffix}` } })
    const { id } = await getLatestApplication(cart.id)
    for (const searchText of [`dana_${suffix}`, `Dana%_${suffix}`]) {
      expect(getIds(await listApplications(`q=${encodeURIComponent(searchText)}`))).toEqual([id])
    }
    expect(getIds(await listApplications(`q=${encodeURIComponent(`dana%${suffix}`)}`))).toEqual([])
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
    expect(await getHttpRefusal(admin.adminApi.get(`${ADMIN_PATH}/${path}`))).toMatchObject({
      status: 400,
      message: expect.stringMatching(/NUL character/) as string,
    })
  })

  it("answers 400 to a NUL character in a note, and in a cart ID", async () => {
    const path = `${ADMIN_PATH}/review-cases/fincase_none/resolve`
    const decision = { action: "acknowledge", note: "a\u0000b" }
    expect(await getHttpRefusal(admin.adminApi.post(path, decision))).toMatchObject({ status: 400 })
    expect((await sendStoreRequest("carts/cart_%00/status")).status).toBe(400)
  })

  it("sorts by financed amount, and filters by creation time", async () => {
    await createPaidOrder()
    const { applications } = await listApplications("order=-financed_cents&limit=100")
    const amounts = applications.map(({ financed_cents }) => financed_cents)
    expect(amounts).toEqual([...amounts].sort((a, b) => b - a))
    expect((await listApplications("created_to=2020-01-01T00:00:00Z")).count).toBe(0)
    expect((await listApplications("created_from=2020-01-01T00:00:00Z")).count).toBeGreaterThan(0)
  })

  it("shows financed, service and refunded amounts in cents, with the order number", async () => {
    const { cart, order, payment } = await createCapturedOrder()
    await admin.refund(payment.id, { amount: 100 })
    const { id } = await getLatestApplication(cart.id)
    const [application] = (await listApplications(`q=${id}`)).applications
    const financedCents = Math.round(Number(payment.amount) * 100)
    expect(application).toMatchObject({
      state: "partly-refunded",
      code: "C",
      order_id: order.id,
      order_display_id: String(order.display_id),
      customer_email: cart.email,
      financed_cents: financedCents,
      service_cents: financedCents - 10_000,
      refunded_cents: 10_000,
      review_reason: null,
    })
  })

  it("filters by state and by the task ship", async () => {
    const openApplication = await getLatestApplication((await createAppliedCart()).cart.id)
    const readyApplication = await getLatestApplication((await createPaidOrder()).cart.id)
    const countMatches = async (query: string): Promise<number[]> => {
      const pages = [openApplication, readyApplication].map(({ id }) =>
        listApplications(`q=${id}&${query}`)
      )
      return (await Promise.all(pages)).map(({ count }) => count)
    }
    expect(await countMatches("state=awaiting-customer")).toEqual([1, 0])
    expect(await countMatches("state=awaiting-customer&state=ready-to-settle")).toEqual([1, 1])
    expect(await countMatches("state=needs-attention")).toEqual([0, 0])
    expect(await countMatches("task=ship")).toEqual([0, 1])
  })

  it("is paginated, newest first", async () => {
    // Not copies: a copy has its original's creation date.
    const email = `pages-${Date.now()}@example.com`
    const older = await getLatestApplication((await applyWithCart({ email })).cart.id)
    const newer = await getLatestApplication((await applyWithCart({ email })).cart.id)
    expect(getIds(await listApplications(`q=${email}&limit=2`))).toEqual([newer.id, older.id])
    expect(getIds(await listApplications(`q=${email}&limit=1&offset=1`))).toEqual([older.id])
  })

  it("is exported as CSV with the same filter, and no cell is a formula", async () => {
    const { cart } = await createPaidOrder({ email: "+1_2@example.com" })
    const { id } = await getLatestApplication(cart.id)
    await reconcile(id)
    const { created_at } = await getLatestApplication(cart.id)
    const localeQuery = "time_zone=Pacific/Kiritimati&language=es"
    const exportedFile = await admin.adminApi.file(
      `${ADMIN_PATH}/applications/export?q=${id}&${localeQuery}`
    )
    expect(exportedFile.type).toBe("text/csv; charset=utf-8")
    // Without the mark, Excel for Windows reads the file in its own code page: "JosÃ©".
    expect(exportedFile.hasByteOrderMark).toBe(true)
    const [head, line, ...rest] = exportedFile.text.trim().split("\n")
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
    expect(
      await getHttpRefusal(admin.adminApi.get(`${ADMIN_PATH}/overview?time_zone=Mars`))
    ).toMatchObject({
      status: 400,
    })
  })
})

describe("the overview", () => {
  type OverviewResponse = { overview: z.output<typeof shownOverview> }
  const getOverview = async () =>
    (
      await admin.adminApi.get<OverviewResponse>(
        `${ADMIN_PATH}/overview?time_zone=America/New_York`
      )
    ).overview

  it("counts orders to ship, amounts paid out and refunded, and the steps of the funnel", async () => {
    const before = await getOverview()
    const purchase = await createPaidOrder()
    const { cart, payment } = purchase
    const application = await getLatestApplication(cart.id)
    await reconcile(application.id)
    const readyOverview = await getOverview()
    expect(readyOverview.to_do.ship.count).toBe(before.to_do.ship.count + 1)
    expect(readyOverview.money.ageing["0-1"].cents).toBe(
      before.money.ageing["0-1"].cents + application.financed_cents
    )
    await admin.capture(payment.id)
    await reconcile(application.id)
    await admin.refund(payment.id, { amount: 100 })
    const paidOverview = await getOverview()
    // Its payment was requested before the shipment; the goods still have to ship.
    expect(paidOverview.to_do.ship.count).toBe(before.to_do.ship.count + 1)
    expect(paidOverview.money.paid_out.cents).toBe(
      before.money.paid_out.cents + application.financed_cents
    )
    expect(paidOverview.money.refunded.cents).toBe(before.money.refunded.cents + 10_000)
    const [todayPayout] = paidOverview.paid_out.slice(-1)
    expect(todayPayout?.cents).toBe(paidOverview.money.paid_out.cents)
    const { chosen, signed, shipped } = paidOverview.funnel
    expect([chosen, signed, shipped]).toEqual([
      before.funnel.chosen + 1,
      before.funnel.signed + 1,
      before.funnel.shipped + 1,
    ])
    expect(paidOverview).toMatchObject({
      environment: "staging",
      health: { status: "ok", problems: [] },
    })
    expect(paidOverview.orders).toMatchObject({
      orders: before.orders.orders + 1,
      financed: before.orders.financed + 1,
      average_cents: expect.any(Number) as number,
    })
    // Each count equals the length of its list.
    const counts = { ...paidOverview.to_do, requested: paidOverview.money.requested }
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
        `${ADMIN_PATH}/applications?task=${task}`
      )
      expect([task, count]).toEqual([task, counts[task].count])
    }
    // Amounts paid out in the other environment do not count.
    const productionRow = {
      environment: "production",
      state: "funded",
      service_order_id: cart.id,
      financed_cents: 50_000,
      snapshot_hash: cart.id,
      ready_at: new Date(),
      paid_out_at: new Date(),
      settled: true,
    }
    const createApplication = (row: object) =>
      store.call("consumerFinancing", "createFinancingApplications", row)
    await createApplication(productionRow)
    expect(await getOverview()).toEqual(paidOverview)
    // In test mode, open production orders have a count of their own, and are in no other.
    const openFields = { state: "settling", paid_out_at: null, order_id: "order_elsewhere" }
    await createApplication({ ...productionRow, ...openFields, service_order_id: `${cart.id}-2` })
    expect(await getOverview()).toEqual({ ...paidOverview, open_in_production: 1 })
    await shipGoods(purchase)
    expect((await getOverview()).to_do.ship.count).toBe(before.to_do.ship.count)
  })
})

describe("the overview with manual payment requests", () => {
  type OverviewResponse = { overview: z.output<typeof shownOverview> }
  const getTaskCounts = async () => {
    const { to_do } = (await admin.adminApi.get<OverviewResponse>(`${ADMIN_PATH}/overview`))
      .overview
    return { ship: to_do.ship.count, request_payment: to_do.request_payment.count }
  }
  type IdPage = { applications: { id: string }[]; count: number }
  const listIdsByTask = async (task: string, offset = 0): Promise<string[]> => {
    const path = `${ADMIN_PATH}/applications?task=${task}&limit=100&offset=${offset}`
    const { applications, count } = await admin.adminApi.get<IdPage>(path)
    const ids = applications.map(({ id }) => id)
    return offset + 100 < count ? [...ids, ...(await listIdsByTask(task, offset + 100))] : ids
  }
  const settle = (value: string | null) =>
    admin.adminApi.post(`${ADMIN_PATH}/settings`, { settle: value })
  afterEach(() => settle(null))

  it("moves a shipped order from ship to request_payment, and each count equals its list", async () => {
    await settle("manual")
    const purchase = await createPaidOrder()
    const { id } = await getLatestApplication(purchase.cart.id)
    await reconcile(id)
    expect(await listIdsByTask("ship")).toContain(id)
    await shipGoods(purchase)
    await reconcile(id)
    // Orders of other tests may change meanwhile.
    await eventually(async () => {
      const counts = await getTaskCounts()
      const [toShip, toRequest] = [
        await listIdsByTask("ship"),
        await listIdsByTask("request_payment"),
      ]
      expect(counts).toEqual({ ship: toShip.length, request_payment: toRequest.length })
      expect(toShip).not.toContain(id)
      expect(toRequest).toContain(id)
    })
  })

  it("lists a partly shipped order under ship until the rest ships", async () => {
    await settle("manual")
    const purchase = await createPaidOrder({ items: [{ handle: "walnut-desk", quantity: 2 }] })
    const { id } = await getLatestApplication(purchase.cart.id)
    await reconcile(id)
    await shipGoods(purchase, { "Walnut Desk": 1 })
    await reconcile(id)
    expect(await getApplicationDetails(id)).toMatchObject({
      has_shipped: false,
      message: { code: "ship-rest" },
    })
    expect(await listIdsByTask("ship")).toContain(id)
    expect(await listIdsByTask("request_payment")).not.toContain(id)
    await shipGoods(purchase, { "Walnut Desk": 1 })
    expect(await getApplicationDetails(id)).toMatchObject({
      has_shipped: true,
      message: { code: "request-payment" },
    })
    expect(await listIdsByTask("ship")).not.toContain(id)
  })

  it("counts an order that is delivered without a shipment as shipped", async () => {
    await settle("manual")
    const purchase = await createPaidOrder()
    const { id } = await getLatestApplication(purchase.cart.id)
    await reconcile(id)
    const before = (await admin.adminApi.get<OverviewResponse>(`${ADMIN_PATH}/overview`)).overview
    await deliverFulfillment(purchase, await createFulfillment(purchase))
    expect(await getApplicationDetails(id)).toMatchObject({
      has_shipped: true,
      message: { code: "request-payment" },
    })
    expect(await listIdsByTask("ship")).not.toContain(id)
    expect(await listIdsByTask("request_payment")).toContain(id)
    const { ageing } = (await admin.adminApi.get<OverviewResponse>(`${ADMIN_PATH}/overview`))
      .overview.money
    expect(ageing).toEqual(before.money.ageing)
  })
})

describe("one application", () => {
  it("includes its tokens, journal and timeline, oldest first", async () => {
    const { cart, order, payment } = await createCapturedOrder()
    await admin.refund(payment.id, { amount: 100 })
    const { id } = await getLatestApplication(cart.id)
    await reconcile(id)
    const details = await getApplicationDetails(id)
    expect(details.tokens.map(({ position }) => position)).toEqual([1, 2])
    expect(details.operations.map(({ kind, outcome }) => `${kind} ${outcome}`)).toEqual(
      expect.arrayContaining(["create confirmed", "settle confirmed", "partial-refund confirmed"])
    )
    const events = details.timeline.map(({ what }) => what)
    expect(events[0]).toBe("created")
    expect(events.indexOf("settled")).toBeLessThan(events.indexOf("partly-refunded"))
    expect(details).toMatchObject({ purchase_state: "captured-order", review_cases: [] })
    const orderPath = `${ADMIN_PATH}/orders/${order.id}`
    expect(await admin.adminApi.get(orderPath)).toMatchObject({ application: { id } })
  })

  it("is found by its order before a reconciliation links the two", async () => {
    const { order } = await createPaidOrder()
    const { application } = await admin.adminApi.get<{ application: ShownFile }>(
      `${ADMIN_PATH}/orders/${order.id}`
    )
    expect(application).toMatchObject({ state: "ready-to-settle" })
  })

  it("is null for an order without an application", async () => {
    expect(await admin.adminApi.get(`${ADMIN_PATH}/orders/order_none`)).toEqual({
      application: null,
      others: [],
    })
  })

  it("exposes neither the customer's URL nor the plugin's signed URLs", async () => {
    const { cart } = await createAppliedCart()
    const { id, environment, customer_url } = await getLatestApplication(cart.id)
    const responses = JSON.stringify([
      await getApplicationDetails(id),
      await listApplications(`q=${id}`),
    ])
    expect(customer_url).toEqual(expect.any(String))
    expect(responses).not.toContain(String(customer_url))
    const addresses = await store.call<Record<string, string>>(
      "consumerFinancing",
      "addresses.of",
      {
        id,
        environment,
      }
    )
    for (const address of Object.values(addresses)) expect(responses).not.toContain(address)
  })

  it("is reconciled at once when staff request it", async () => {
    const { cart, token } = await createAppliedCart()
    const { id } = await getLatestApplication(cart.id)
    await simulator.status(token, { status: "U", postback: false })
    const path = `${ADMIN_PATH}/applications/${id}/reconcile`
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
    const page = await admin.adminApi.get<ReviewCasePage>(
      `${ADMIN_PATH}/review-cases?application_id=${application_id}`
    )
    expect(page).toMatchObject({ count: 1, review_cases: [{ id, cause: "tax-exempt" }] })
    expect(page.review_cases[0]?.actions).toContain("end-application")
    const path = `${ADMIN_PATH}/review-cases/${id}/resolve`
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
    const before = await getApplicationDetails(id)
    expect(before.message.code).toMatch(/^doubt-settle/)
    await resolveReviewCase(reviewCase, "acknowledge")
    expect((await getApplicationDetails(id)).message).toEqual(before.message)
  })

  it("takes precedence over an acknowledged one in the application's message", async () => {
    const purchase = await createPaidOrder({ items: [{ handle: "walnut-desk", quantity: 1 }] })
    await updateItemQuantity(purchase, { title: "Walnut Desk", quantity: 2 })
    await resolveReviewCase(await waitForReviewCase(purchase.cart.id, "order-edit"), "acknowledge")
    const { id } = await getLatestApplication(purchase.cart.id)
    await store.call("consumerFinancing", "createFinancingReviewCases", {
      cause: "amounts",
      reason: "Compare both sides.",
      financed_cents: 146_764,
      seen_at: new Date(),
      application_id: id,
    })
    const { review_cases, message } = await getApplicationDetails(id)
    expect([review_cases.length, message.code]).toEqual([2, "case-amounts"])
  })

  it("is not resolved without a note, by an unavailable action, or with an unknown field", async () => {
    const { cart } = await situations.createTaxExemption()
    const { id } = await waitForReviewCase(cart.id, "tax-exempt")
    const path = `${ADMIN_PATH}/review-cases/${id}/resolve`
    const getRefusalBody = async (body: unknown) =>
      (await getHttpRefusal(admin.adminApi.post(path, body))).body
    expect((await getRefusalBody({ action: "acknowledge", note: " " })).message).toMatch(/note/)
    expect((await getRefusalBody({ action: "acknowledge" })).message).toMatch(/note/)
    expect((await getRefusalBody({ action: "refund", note: "because" })).message).toMatch(
      /What can be done/
    )
    expect(
      (await getRefusalBody({ action: "acknowledge", note: "x", actor: "user_2" })).message
    ).toMatch(/actor/)
  })
})

describe("the postbacks", () => {
  it("are listed with their known fields, and without their body", async () => {
    const { cart } = await createSignedApplication()
    const { id } = await getLatestApplication(cart.id)
    const address = await getNotifyUrl(id)
    const secret = "canary-5f0c"
    await post(address, `payment_status=pending&unknown_field=${secret}`)
    const getPostbackPage = async () =>
      await admin.adminApi.get<{ postbacks: ShownPostback[] }>(
        `${ADMIN_PATH}/postbacks?application_id=${id}&outcome=processed`
      )
    const { postbacks } = await eventually(async () => {
      const page = await getPostbackPage()
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
    await post(await getNotifyUrl(id), "payment_status=pending")
    const path = `${ADMIN_PATH}/postbacks?application_id=${id}&outcome=processed`
    const postback = await eventually(async () => {
      const [first] = (await admin.adminApi.get<{ postbacks: ShownPostback[] }>(path)).postbacks
      if (!first) throw new Error("The postback is not processed yet")
      return first
    })
    await simulator.status(token, { status: "X", postback: false })
    await admin.adminApi.post(`${ADMIN_PATH}/postbacks/${postback.id}/process`)
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

async function getNotifyUrl(id: string): Promise<string> {
  const application = { id, environment: "staging" }
  const addresses = await store.call<{ notifyUrl: string }>(
    "consumerFinancing",
    "addresses.of",
    application
  )
  return addresses.notifyUrl
}
