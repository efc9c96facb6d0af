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

const HERE = "/admin/consumer-financing/payouts"
const ALWAYS = "from=2020-01-01&to=2099-12-31"

type Report = z.output<typeof shownPayouts>

const read = async (query = ALWAYS): Promise<Report> =>
  await admin.adminApi.get<Report>(`${HERE}?${query}&limit=100`)

/** Lists the events of all pages. */
async function allEvents(): Promise<Report["events"]> {
  const events: Report["events"] = []
  for (;;) {
    const page = await admin.adminApi.get<Report>(
      `${HERE}?${ALWAYS}&limit=100&offset=${events.length}`
    )
    events.push(...page.events)
    if (events.length >= page.count) return events
  }
}

const eventsOf = async (cartId: string) => {
  const { id } = await getLatestApplication(cartId)
  const events = (await allEvents()).filter(({ application_id }) => application_id === id)
  return events.map(({ event, cents }) => [event, cents])
}

/** Returns Medusa's captures minus its refunds of these payments, each in whole cents. */
async function capturedMinusRefunded(paymentIds: string[]): Promise<number> {
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
    const settings = "/admin/consumer-financing/settings"
    await admin.adminApi.post(settings, { time_zone: "Pacific/Kiritimati" })
    try {
      expect((await read()).time_zone).toBe("Pacific/Kiritimati")
      expect((await read(`${ALWAYS}&time_zone=UTC`)).time_zone).toBe("UTC")
    } finally {
      await admin.adminApi.post(settings, { time_zone: null })
    }
    const mars = admin.adminApi
      .post(settings, { time_zone: "Mars" })
      .catch((error: unknown) => error)
    expect(await mars).toMatchObject({ status: 400 })
  })

  it("has a line for each movement: requested, paid out, partly refunded, refunded", async () => {
    const { cart, order, payment, token } = await createCapturedOrder()
    const { id, financed_cents: financed } = await getLatestApplication(cart.id)
    await simulator.status(token, { status: "C", postback: false })
    await reconcile(id)
    await admin.refund(payment.id, { amount: 100 })
    await admin.refund(payment.id, { amount: Number(payment.amount) - 100 })
    expect(await eventsOf(cart.id)).toEqual([
      ["requested", financed],
      ["paid-out", financed],
      ["partly-refunded", -10_000],
      ["refunded", 10_000 - financed],
    ])
    const [event] = (await allEvents()).filter(({ application_id }) => application_id === id)
    expect(event).toMatchObject({
      order_id: order.id,
      order_display_id: String(order.display_id),
      customer_name: "Dana Shopper",
    })
  })

  it("shows the amount that the service paid out when it is less than requested", async () => {
    const { cart, token } = await createCapturedOrder()
    const { id, financed_cents: financed } = await getLatestApplication(cart.id)
    await simulator.status(token, { status: "C", loanAmount: financed / 100 - 50, postback: false })
    await reconcile(id)
    expect(await eventsOf(cart.id)).toEqual([
      ["requested", financed],
      ["paid-out", financed - 5_000],
    ])
    const file = await admin.adminApi.get(`/admin/consumer-financing/applications/${id}`)
    const paid = { paid_out: { service: { cents: financed - 5_000 } } }
    expect(file).toMatchObject({ application: { money: paid } })
  })

  it("deducts no refund of an amount that was never paid out", async () => {
    const requestedOrder = async () => {
      const paid = await createPaidOrder()
      await simulator.behaviour(paid.token, { statusAfterSettle: "S" })
      await admin.capture(paid.payment.id)
      return paid
    }
    const [whole, part] = [await requestedOrder(), await requestedOrder()]
    const before = (await read()).total
    await admin.refund(whole.payment.id, { amount: Number(whole.payment.amount) })
    const unpaid = (await read()).total
    expect(unpaid.paid_out_cents).toBe(before.paid_out_cents)
    const financed = (await getLatestApplication(part.cart.id)).financed_cents
    expect(unpaid.requested_cents).toBe(before.requested_cents - financed)
    await admin.refund(part.payment.id, { amount: 100 })
    const { tip } = await simulator.application(part.token)
    await simulator.status(tip, { status: "C", postback: false })
    await reconcile((await getLatestApplication(part.cart.id)).id)
    expect(await eventsOf(part.cart.id)).toEqual([
      ["requested", financed],
      ["partly-refunded", -10_000],
      ["paid-out", financed - 10_000],
    ])
    const paid = (await read()).total
    expect(paid.paid_out_cents).toBe(before.paid_out_cents + financed - 10_000)
  })

  it("keeps its totals when staff record a part as not paid, and when they undo it", async () => {
    const { cart, token } = await createCapturedOrder()
    const { id, financed_cents: financed } = await getLatestApplication(cart.id)
    const less = financed / 100 - 50
    await simulator.status(token, { status: "C", loanAmount: less, postback: false })
    const reviewCase = await waitForReviewCase(cart.id, "amounts")
    const before = (await read()).total
    await resolveReviewCase(reviewCase, "record-refund", { cents: 5_000 })
    expect(await eventsOf(cart.id)).toContainEqual(["not-paid", -5_000])
    expect(await listTimelineEntries(id)).toContainEqual(
      expect.objectContaining({
        what: "partly-refunded",
        details: { cents: 5_000, remaining: financed - 5_000, not_paid: true },
      })
    )
    expect((await read()).total).toMatchObject({
      paid_out_cents: before.paid_out_cents,
      refunded_cents: before.refunded_cents,
    })
    const file = await admin.adminApi.get(`/admin/consumer-financing/applications/${id}`)
    expect(file).toMatchObject({ application: { money: { refunded: { service: { cents: 0 } } } } })
    await simulator.status(token, { status: "C", loanAmount: financed / 100, postback: false })
    const path = `/admin/consumer-financing/applications/${id}/take-back-refund`
    await admin.adminApi.post(path, { note: "The service pays it after all" })
    expect(await eventsOf(cart.id)).toContainEqual(["not-paid", 5_000])
    expect((await read()).total).toMatchObject({
      paid_out_cents: before.paid_out_cents,
      refunded_cents: before.refunded_cents,
    })
  })

  it("equals Medusa's captures minus its refunds to the cent, over a random history", async () => {
    const refund = async (...amounts: number[]) => {
      const bought = await createCapturedOrder()
      for (const amount of amounts) await admin.refund(bought.payment.id, { amount })
      return bought
    }
    const actions = [
      () => createPaidOrder(),
      () => createCapturedOrder(),
      () => situations.createLostPartialRefund(),
      () => refund(1 + Math.floor(Math.random() * 20_000) / 100),
      () => refund(1467.64),
      () => refund(33.33, 0.01),
    ]
    const before = (await read()).total
    const orders: PaidOrder[] = []
    for (const act of [...actions].sort(() => Math.random() - 0.5)) orders.push(await act())
    const applications = await Promise.all(orders.map(({ cart }) => getLatestApplication(cart.id)))
    const ids = applications.map(({ id }) => id)
    // The lost refund is recorded once a status check has confirmed it.
    await eventually(async () => {
      const requested = (await allEvents())
        .filter(({ event, application_id }) => event !== "paid-out" && ids.includes(application_id))
        .reduce((sum, { cents }) => sum + cents, 0)
      expect(requested).toBe(await capturedMinusRefunded(orders.map(({ payment }) => payment.id)))
      expect(requested).toBeGreaterThan(0)
    })
    const { total, days } = await read()
    expect(total.captured_cents).toBeGreaterThan(before.captured_cents)
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
    const zone = "time_zone=America/New_York"
    const idsOn = async (day: string, more = "") =>
      (await read(`from=${day}&to=${day}&${zone}${more}`)).events.map((one) => one.application_id)
    expect(await idsOn("2021-03-04")).toEqual([id])
    expect(await idsOn("2021-03-05")).toEqual([])
    expect(await idsOn("2021-03-04", "&event=refunded")).toEqual([])
    const narrowed = await read(`from=2021-03-04&to=2021-03-04&${zone}&event=refunded`)
    expect(narrowed).toMatchObject({ events: [], days: [{ day: "2021-03-04" }] })
    expect(narrowed.time_zone).toBe("America/New_York")
  })

  it("counts one request for a loan that was settled again after a partial refund", async () => {
    const { cart, order, payment } = await createCapturedOrder()
    await admin.refund(payment.id, { amount: 100 })
    const { id, financed_cents: financed } = await getLatestApplication(cart.id)
    const client = await getDatabase()
    await client.query(
      `insert into financing_operation (id, kind, outcome, target_cents, deadline_at, finished_at, application_id)
       values ($1, 'settle', 'confirmed', $2, now(), now(), $3)`,
      [`finop_again_${order.display_id}`, financed - 10_000, id]
    )
    const requested = (await eventsOf(cart.id)).filter(([event]) => event === "requested")
    expect(requested).toEqual([["requested", financed]])
    await client.query("delete from financing_operation where id = $1", [
      `finop_again_${order.display_id}`,
    ])
    expect(listPayments(await admin.getOrder(order.id))).toHaveLength(1)
  })

  it("is exported as CSV in the reader's language, with empty columns where the service gives no data", async () => {
    const { cart, payment } = await createCapturedOrder()
    await admin.refund(payment.id, { amount: 100 })
    const { id } = await getLatestApplication(cart.id)
    const query = `${ALWAYS}&language=es&time_zone=America/New_York`
    const csv = await admin.adminApi.file(`${HERE}/export?${query}`)
    const [heads, ...lines] = csv.text.trim().split("\n")
    expect(csv).toMatchObject({ type: "text/csv; charset=utf-8", hasByteOrderMark: true })
    expect(heads).toBe(
      "Fecha (America/New_York),Movimiento,Pedido,Cliente,Solicitud,Importe (USD),Abonado el,Comisión (USD),Referencia del abono"
    )
    const own = lines.filter((one) => one.includes(id))
    const [line] = own
    const refund = own.find((one) => one.includes("Reembolso parcial"))
    // Amounts are plain numbers, so that a spreadsheet can add them.
    expect(refund).toMatch(/,Reembolso parcial,\d+,Dana Shopper,finapp_\w+,-100\.00,,,$/)
    expect(line).toMatch(
      /^\d{4}-\d\d-\d\d,Pago solicitado,\d+,Dana Shopper,finapp_\w+,1467\.64,,,$/
    )
  })

  it.each(["from=2026-01-01", "from=yesterday&to=2026-01-01", `${ALWAYS}&event=fee`])(
    "refuses %s with 400",
    async (query) => {
      const refused = await admin.adminApi.get(`${HERE}?${query}`).catch((error: unknown) => error)
      expect(refused).toMatchObject({ status: 400 })
    }
  )
})
