import type { z } from "@medusajs/framework/zod"
import type { shownPayouts } from "../../src/api/admin/consumer-financing/shown"
import { getDatabase } from "./database"
import { eventually } from "../../tooling/clients/eventually"
import { createHarness } from "./harness"
import { getLatestApplication, reconcile, listTimelineEntries } from "./plugin-records"
import {
  createCapturedOrder,
  type PaidOrder,
  createPaidOrder,
  listPayments,
} from "./purchase-steps"
import * as situations from "./review-cases-situations"
import { waitForReviewCase, resolveReviewCase } from "./review-cases-steps"

const { admin, simulator } = createHarness()

const PAYOUTS_PATH = "/admin/consumer-financing/payouts"
const ALL_DAYS_QUERY = "from=2020-01-01&to=2099-12-31"

type PayoutReport = z.output<typeof shownPayouts>

const getReport = async (query = ALL_DAYS_QUERY): Promise<PayoutReport> =>
  await admin.adminApi.get<PayoutReport>(`${PAYOUTS_PATH}?${query}&limit=100`)

/** Lists the events of all pages. */
async function listAllEvents(): Promise<PayoutReport["events"]> {
  const events: PayoutReport["events"] = []
  for (;;) {
    const page = await admin.adminApi.get<PayoutReport>(
      `${PAYOUTS_PATH}?${ALL_DAYS_QUERY}&limit=100&offset=${events.length}`
    )
    events.push(...page.events)
    if (events.length >= page.count) return events
  }
}

const listCartEvents = async (cartId: string) => {
  const { id } = await getLatestApplication(cartId)
  const events = (await listAllEvents()).filter(({ application_id }) => application_id === id)
  return events.map(({ event, cents }) => [event, cents])
}

/** Returns Medusa's captures minus its refunds of these payments, each in whole cents. */
async function getNetCapturedCents(paymentIds: string[]): Promise<number> {
  const { rows } = await (
    await getDatabase()
  ).query<{ cents: number }>(
    `select cast(coalesce(sum(cents), 0) as int) as cents from (
       select round(100 * amount) as cents, payment_id from capture where deleted_at is null
       union all
       select -round(100 * amount), payment_id from refund where deleted_at is null) as moved
     where payment_id = any($1)`,
    [paymentIds]
  )
  return rows[0]?.cents ?? 0
}

describe("the payout report", () => {
  it("uses the time zone of the settings unless a query names another", async () => {
    const settingsPath = "/admin/consumer-financing/settings"
    await admin.adminApi.post(settingsPath, { time_zone: "Pacific/Kiritimati" })
    try {
      expect((await getReport()).time_zone).toBe("Pacific/Kiritimati")
      expect((await getReport(`${ALL_DAYS_QUERY}&time_zone=UTC`)).time_zone).toBe("UTC")
    } finally {
      await admin.adminApi.post(settingsPath, { time_zone: null })
    }
    const pendingError = admin.adminApi
      .post(settingsPath, { time_zone: "Mars" })
      .catch((error: unknown) => error)
    expect(await pendingError).toMatchObject({ status: 400 })
  })

  it("has a line for each movement: requested, paid out, partly refunded, refunded", async () => {
    const { cart, order, payment, token } = await createCapturedOrder()
    const { id, financed_cents: financedCents } = await getLatestApplication(cart.id)
    await simulator.status(token, { status: "C", postback: false })
    await reconcile(id)
    await admin.refund(payment.id, { amount: 100 })
    await admin.refund(payment.id, { amount: Number(payment.amount) - 100 })
    expect(await listCartEvents(cart.id)).toEqual([
      ["requested", financedCents],
      ["paid-out", financedCents],
      ["partly-refunded", -10_000],
      ["refunded", 10_000 - financedCents],
    ])
    const [event] = (await listAllEvents()).filter(({ application_id }) => application_id === id)
    expect(event).toMatchObject({
      order_id: order.id,
      order_display_id: String(order.display_id),
      customer_name: "Dana Shopper",
    })
  })

  it("shows the amount that the service paid out when it is less than requested", async () => {
    const { cart, token } = await createCapturedOrder()
    const { id, financed_cents: financedCents } = await getLatestApplication(cart.id)
    await simulator.status(token, {
      status: "C",
      loanAmount: financedCents / 100 - 50,
      postback: false,
    })
    await reconcile(id)
    expect(await listCartEvents(cart.id)).toEqual([
      ["requested", financedCents],
      ["paid-out", financedCents - 5_000],
    ])
    const response = await admin.adminApi.get(`/admin/consumer-financing/applications/${id}`)
    const paidOut = { paid_out: { service: { cents: financedCents - 5_000 } } }
    expect(response).toMatchObject({ application: { money: paidOut } })
  })

  it("deducts no refund of an amount that was never paid out", async () => {
    const createRequestedOrder = async () => {
      const purchase = await createPaidOrder()
      await simulator.behaviour(purchase.token, { statusAfterSettle: "S" })
      await admin.capture(purchase.payment.id)
      return purchase
    }
    const [fullyRefunded, partlyRefunded] = [
      await createRequestedOrder(),
      await createRequestedOrder(),
    ]
    const totalBefore = (await getReport()).total
    await admin.refund(fullyRefunded.payment.id, { amount: Number(fullyRefunded.payment.amount) })
    const unpaidTotal = (await getReport()).total
    expect(unpaidTotal.paid_out_cents).toBe(totalBefore.paid_out_cents)
    const financedCents = (await getLatestApplication(partlyRefunded.cart.id)).financed_cents
    expect(unpaidTotal.requested_cents).toBe(totalBefore.requested_cents - financedCents)
    await admin.refund(partlyRefunded.payment.id, { amount: 100 })
    const { tip } = await simulator.application(partlyRefunded.token)
    await simulator.status(tip, { status: "C", postback: false })
    await reconcile((await getLatestApplication(partlyRefunded.cart.id)).id)
    expect(await listCartEvents(partlyRefunded.cart.id)).toEqual([
      ["requested", financedCents],
      ["partly-refunded", -10_000],
      ["paid-out", financedCents - 10_000],
    ])
    const paidTotal = (await getReport()).total
    expect(paidTotal.paid_out_cents).toBe(totalBefore.paid_out_cents + financedCents - 10_000)
  })

  it("keeps its totals when staff record a part as not paid, and when they undo it", async () => {
    const { cart, token } = await createCapturedOrder()
    const { id, financed_cents: financedCents } = await getLatestApplication(cart.id)
    const reducedAmount = financedCents / 100 - 50
    await simulator.status(token, { status: "C", loanAmount: reducedAmount, postback: false })
    const reviewCase = await waitForReviewCase(cart.id, "amounts")
    const totalBefore = (await getReport()).total
    await resolveReviewCase(reviewCase, "record-refund", { cents: 5_000 })
    expect(await listCartEvents(cart.id)).toContainEqual(["not-paid", -5_000])
    expect(await listTimelineEntries(id)).toContainEqual(
      expect.objectContaining({
        what: "partly-refunded",
        details: { cents: 5_000, remaining: financedCents - 5_000, not_paid: true },
      })
    )
    expect((await getReport()).total).toMatchObject({
      paid_out_cents: totalBefore.paid_out_cents,
      refunded_cents: totalBefore.refunded_cents,
    })
    const response = await admin.adminApi.get(`/admin/consumer-financing/applications/${id}`)
    expect(response).toMatchObject({
      application: { money: { refunded: { service: { cents: 0 } } } },
    })
    await simulator.status(token, { status: "C", loanAmount: financedCents / 100, postback: false })
    const path = `/admin/consumer-financing/applications/${id}/take-back-refund`
    await admin.adminApi.post(path, { note: "The service pays it after all" })
    expect(await listCartEvents(cart.id)).toContainEqual(["not-paid", 5_000])
    expect((await getReport()).total).toMatchObject({
      paid_out_cents: totalBefore.paid_out_cents,
      refunded_cents: totalBefore.refunded_cents,
    })
  })

  it("equals Medusa's captures minus its refunds to the cent, over a random history", async () => {
    const createRefundedOrder = async (...amounts: number[]) => {
      const purchase = await createCapturedOrder()
      for (const amount of amounts) await admin.refund(purchase.payment.id, { amount })
      return purchase
    }
    const actions = [
      () => createPaidOrder(),
      () => createCapturedOrder(),
      () => situations.createLostPartialRefund(),
      () => createRefundedOrder(1 + Math.floor(Math.random() * 20_000) / 100),
      () => createRefundedOrder(1467.64),
      () => createRefundedOrder(33.33, 0.01),
    ]
    const totalBefore = (await getReport()).total
    const orders: PaidOrder[] = []
    for (const act of [...actions].sort(() => Math.random() - 0.5)) orders.push(await act())
    const applications = await Promise.all(orders.map(({ cart }) => getLatestApplication(cart.id)))
    const ids = applications.map(({ id }) => id)
    // The lost refund is recorded once a status check has confirmed it.
    await eventually(async () => {
      const netCents = (await listAllEvents())
        .filter(({ event, application_id }) => event !== "paid-out" && ids.includes(application_id))
        .reduce((sum, { cents }) => sum + cents, 0)
      expect(netCents).toBe(await getNetCapturedCents(orders.map(({ payment }) => payment.id)))
      expect(netCents).toBeGreaterThan(0)
    })
    const { total, days } = await getReport()
    expect(total.captured_cents).toBeGreaterThan(totalBefore.captured_cents)
    expect(days.reduce((sum, { requested_cents }) => sum + requested_cents, 0)).toBe(
      total.requested_cents
    )
  })

  it("filters by days in a time zone and by event", async () => {
    const { cart } = await createCapturedOrder()
    const { id } = await getLatestApplication(cart.id)
    const client = await getDatabase()
    // 03:30 UTC is the evening before in New York.
    await client.query(
      "update financing_operation set finished_at = '2021-03-05T03:30:00Z' where application_id = $1 and kind = 'settle'",
      [id]
    )
    const zoneQuery = "time_zone=America/New_York"
    const listApplicationIds = async (day: string, extraQuery = "") =>
      (await getReport(`from=${day}&to=${day}&${zoneQuery}${extraQuery}`)).events.map(
        (event) => event.application_id
      )
    expect(await listApplicationIds("2021-03-04")).toEqual([id])
    expect(await listApplicationIds("2021-03-05")).toEqual([])
    expect(await listApplicationIds("2021-03-04", "&event=refunded")).toEqual([])
    const filteredReport = await getReport(
      `from=2021-03-04&to=2021-03-04&${zoneQuery}&event=refunded`
    )
    expect(filteredReport).toMatchObject({ events: [], days: [{ day: "2021-03-04" }] })
    expect(filteredReport.time_zone).toBe("America/New_York")
  })

  it("counts one request for a loan that was settled again after a partial refund", async () => {
    const { cart, order, payment } = await createCapturedOrder()
    await admin.refund(payment.id, { amount: 100 })
    const { id, financed_cents: financedCents } = await getLatestApplication(cart.id)
    const client = await getDatabase()
    await client.query(
      `insert into financing_operation (id, kind, outcome, target_cents, deadline_at, finished_at, application_id)
       values ($1, 'settle', 'confirmed', $2, now(), now(), $3)`,
      [`finop_again_${order.display_id}`, financedCents - 10_000, id]
    )
    const requestEvents = (await listCartEvents(cart.id)).filter(([event]) => event === "requested")
    expect(requestEvents).toEqual([["requested", financedCents]])
    await client.query("delete from financing_operation where id = $1", [
      `finop_again_${order.display_id}`,
    ])
    expect(listPayments(await admin.getOrder(order.id))).toHaveLength(1)
  })

  it("is exported as CSV in the reader's language, with empty columns where the service gives no data", async () => {
    const { cart, payment } = await createCapturedOrder()
    await admin.refund(payment.id, { amount: 100 })
    const { id } = await getLatestApplication(cart.id)
    const query = `${ALL_DAYS_QUERY}&language=es&time_zone=America/New_York`
    const csv = await admin.adminApi.file(`${PAYOUTS_PATH}/export?${query}`)
    const [header, ...lines] = csv.text.trim().split("\n")
    expect(csv).toMatchObject({ type: "text/csv; charset=utf-8", hasByteOrderMark: true })
    expect(header).toBe(
      "Fecha (America/New_York),Movimiento,Pedido,Cliente,Solicitud,Importe (USD),Abonado el,Comisión (USD),Referencia del abono"
    )
    const applicationLines = lines.filter((row) => row.includes(id))
    const [line] = applicationLines
    const refund = applicationLines.find((row) => row.includes("Reembolso parcial"))
    // Amounts are plain numbers, so that a spreadsheet can add them.
    expect(refund).toMatch(/,Reembolso parcial,\d+,Dana Shopper,finapp_\w+,-100\.00,,,$/)
    expect(line).toMatch(
      /^\d{4}-\d\d-\d\d,Pago solicitado,\d+,Dana Shopper,finapp_\w+,1467\.64,,,$/
    )
  })

  it.each(["from=2026-01-01", "from=yesterday&to=2026-01-01", `${ALL_DAYS_QUERY}&event=fee`])(
    "refuses %s with 400",
    async (query) => {
      const refusal = await admin.adminApi
        .get(`${PAYOUTS_PATH}?${query}`)
        .catch((error: unknown) => error)
      expect(refusal).toMatchObject({ status: 400 })
    }
  )
})
