import { randomUUID } from "node:crypto"
import { readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import path from "node:path"
import type { ShownHealth } from "../../src/api/admin/consumer-financing/shown"
import { eventually } from "../../tooling/clients/eventually"
import { findFreePort } from "../../tooling/free-port"
import { ROOT } from "../../tooling/paths"
import { createHarness } from "./harness"
import { injectFault } from "./money-steps"
import { type IsolatedShop, startIsolatedShop } from "./isolated-shop"

const { simulator } = createHarness()

const JOB = "watch-financing-applications"
const HEALTH = "/admin/consumer-financing/health"

type Span = { name: string; status: { code: number }; attributes: Record<string, unknown> }

let isolatedShop: IsolatedShop
let metricsUrl: string
let token: string
let correlationId: string
const spansFile = path.join(tmpdir(), `spans-${randomUUID()}`)

/** A purchase whose settle was answered with 503 and is in doubt. */
beforeAll(async () => {
  const port = await findFreePort()
  metricsUrl = `http://localhost:${port}/metrics`
  isolatedShop = await startIsolatedShop(
    {},
    { env: { SPANS_FILE: spansFile, METRICS_PORT: String(port) } }
  )
  // The tests run the job themselves.
  await isolatedShop.stores[0].control.unschedule(JOB)
  const cart = await isolatedShop.shop.createCart()
  await isolatedShop.shop.choosePaymentMethod(cart.id)
  token = (await simulator.findCartApplication(cart.id)).tip
  await simulator.decision(token, { outcome: "approve" })
  await simulator.decision(token, { outcome: "sign" })
  await isolatedShop.shop.completeCart(cart.id)
  await injectFault(token, { operation: "settle", kind: "status", status: 503, when: "before" })
  const payment = await eventually(async () => {
    const order = await isolatedShop.admin.findOrderByCart(cart.id)
    const found = order?.payment_collections?.[0]?.payments?.[0]
    if (!found) throw new Error("no payment yet")
    return found
  })
  await expect(isolatedShop.admin.capture(payment.id)).rejects.toMatchObject({ status: 400 })
  const [settle] = await queryRows(
    "select id, outcome, correlation_id from financing_operation where kind = 'settle'"
  )
  expect(settle).toMatchObject({ outcome: "in-doubt", correlation_id: settle?.id })
  correlationId = String(settle?.id)
}, 300_000)

afterAll(async () => {
  await simulator.clearFaults()
  await rm(spansFile, { force: true })
})

const queryRows = (statement: string) => isolatedShop.query(statement)

async function readHealth(headers: Record<string, string>) {
  const response = await fetch(isolatedShop.stores[0].url + HEALTH, { headers })
  const { health } = (await response.json()) as { health: ShownHealth }
  return { http: response.status, health }
}
const readHealthAsAdmin = async () => readHealth(await isolatedShop.admin.headers())

describe("GET /admin/consumer-financing/health", () => {
  it("answers a monitor with a secret API key, and returns 401 without a login", async () => {
    expect((await fetch(isolatedShop.stores[0].url + HEALTH)).status).toBe(401)
    const { api_key: key } = await isolatedShop.admin.adminApi.post<{ api_key: { token: string } }>(
      "/admin/api-keys",
      { title: "monitor", type: "secret" }
    )
    const basic = Buffer.from(`${key.token}:`).toString("base64")
    const { http, health: report } = await readHealth({ authorization: `Basic ${basic}` })
    expect(http).toBe(200)
    expect(report).toMatchObject({ status: "ok", budget: { calls_per_minute: 120, at_once: 20 } })
    expect(report.environments.staging).toMatchObject({
      is_in_use: true,
      service: "available",
      problems: [],
      in_doubt: { count: 1 },
      review_cases: { count: 1 },
      inbox: { count: 0, oldest_seconds: 0 },
    })
    expect(report.environments.staging.access_token.renewals).toBeGreaterThan(0)
    expect(report.environments.staging.access_token.renewed_at).toEqual(expect.any(String))
    expect(report.environments.production).toMatchObject({
      is_in_use: false,
      in_doubt: { count: 0 },
      access_token: { renewals: 0, renewed_at: null },
    })
  })

  it("reports late checks, late postbacks and open review cases until they are processed", async () => {
    const fromClause = "from financing_application limit 1"
    await queryRows(
      `insert into financing_review_case (id, application_id, cause, reason, financed_cents, seen_at)
       select 'fincase_open', id, 'order', 'Compare both sides.', 100, now() ${fromClause}`
    )
    // A check or a postback that was processed in between is made late again.
    await eventually(async () => {
      await queryRows(
        "update financing_application set next_check_at = now() - interval '10 minutes'"
      )
      await queryRows(
        `insert into financing_postback (id, application_id, body, created_at)
         select 'finpb_late', id, '', now() - interval '20 minutes' ${fromClause}
         on conflict (id) do update set processed_at = null, body = ''`
      )
      const lateAnswer = await readHealthAsAdmin()
      expect(lateAnswer).toMatchObject({ http: 200, health: { status: "degraded" } })
      const { staging } = lateAnswer.health.environments
      expect(staging).toMatchObject({
        problems: ["checks-late", "inbox-late"],
        checks_due: { count: 1 },
        inbox: { count: 1 },
        review_cases: { count: 2 },
      })
      expect(staging.checks_due.oldest_seconds).toBeGreaterThanOrEqual(600)
      expect(staging.inbox.oldest_seconds).toBeGreaterThanOrEqual(1200)
    })
    await queryRows("delete from financing_review_case where id = 'fincase_open'")
    await isolatedShop.stores[0].control.runJob(JOB)
    await eventually(async () => {
      const { health: report } = await readHealthAsAdmin()
      expect(report).toMatchObject({
        status: "ok",
        environments: { staging: { inbox: { count: 0 }, review_cases: { count: 1 } } },
      })
    })
  })

  it("returns 503 while an alarm is open for the environment in use", async () => {
    const raiseAlarm = async (environment: string) =>
      queryRows(
        `insert into financing_outage (id, cause, since, failures, raised_at, probed_at)
         values ('${environment}', 'unreachable', now(), 3, now(), now())`
      )
    await raiseAlarm("production")
    expect(await readHealthAsAdmin()).toMatchObject({
      http: 200,
      health: { status: "degraded", environments: { production: { problems: ["unreachable"] } } },
    })
    await raiseAlarm("staging")
    expect(await readHealthAsAdmin()).toMatchObject({
      http: 503,
      health: { status: "down", environments: { staging: { service: "unreachable" } } },
    })
    await queryRows("delete from financing_outage")
    expect(await readHealthAsAdmin()).toMatchObject({ http: 200, health: { status: "ok" } })
  })
})

describe("the telemetry that a collector receives", () => {
  const readSpans = async () => {
    const lines = (await readFile(spansFile, "utf8")).trim().split("\n")
    return lines
      .map((line) => ({ line, span: JSON.parse(line) as Span }))
      .filter(({ span }) => span.name.startsWith("consumer-financing "))
  }
  const listSpanAttributes = async (name: string) =>
    (await readSpans()).flatMap(({ span }) =>
      span.name === `consumer-financing ${name}` ? [span.attributes] : []
    )

  it("contains a span for each call, with its operation, outcome and correlation ID", async () => {
    expect(await listSpanAttributes("call createOrder")).toEqual([
      {
        "consumer_financing.operation": "createOrder",
        "consumer_financing.correlation_id": expect.any(String) as string,
        "consumer_financing.outcome": "success",
        "http.response.status_code": 200,
      },
    ])
    expect(await listSpanAttributes("call settle")).toEqual([
      {
        "consumer_financing.operation": "settle",
        "consumer_financing.correlation_id": correlationId,
        "consumer_financing.outcome": "in-doubt",
        "error.type": "server_error",
        "http.response.status_code": 503,
      },
    ])
  })

  it("contains a span for each reconciliation, with its cause and action, and for each inbox batch", async () => {
    const [application] = await queryRows("select id from financing_application")
    const reconcilePath = `/admin/consumer-financing/applications/${String(application?.id)}/reconcile`
    // A check does nothing while another one is running.
    await eventually(async () => {
      await isolatedShop.admin.adminApi.post(reconcilePath)
      expect(await listSpanAttributes("reconcile")).toContainEqual({
        "consumer_financing.application_id": application?.id,
        "consumer_financing.cause": "person",
        "consumer_financing.action": "wait",
        "consumer_financing.code": "S",
        "consumer_financing.purchase_state": "authorized-order",
        "consumer_financing.outcome": "done",
      })
    })
    const batches = await listSpanAttributes("inbox")
    expect(batches.some((batch) => Number(batch["consumer_financing.postbacks"]) > 0)).toBe(true)
  })

  it("contains no token, no address, no name and no email address", async () => {
    const spans = await readSpans()
    expect(spans.length).toBeGreaterThan(5)
    const [cart] = await queryRows("select email from cart where email is not null limit 1")
    const [person] = await queryRows(
      "select first_name, last_name, address_1 from cart_address where address_1 is not null limit 1"
    )
    const personalData = Object.values({ ...cart, ...person }).map(String)
    expect(personalData).toHaveLength(4)
    const forbiddenTexts = [token, "Bearer", "Basic", "://", ...personalData]
    for (const text of forbiddenTexts) {
      expect(spans.filter(({ line }) => line.includes(text))).toEqual([])
    }
  })

  it("contains every metric that the Grafana dashboard and the alert rules use", async () => {
    const metricsText = await (await fetch(metricsUrl)).text()
    const exposedMetrics = new Set(
      [...metricsText.matchAll(/^(consumer_financing_\w+)/gm)].map(([, name]) => String(name))
    )
    expect(metricsText).toMatch(
      /^consumer_financing_call_duration_seconds_count\{environment="staging",operation="settle",outcome="in-doubt"[^}]*\} 1$/m
    )
    expect(metricsText).toMatch(
      /^consumer_financing_service_available\{environment="staging"[^}]*\} 1$/m
    )
    for (const name of ["grafana-dashboard.json", "prometheus-rules.yml"]) {
      const text = await readFile(path.join(ROOT, "docs", "monitoring", name), "utf8")
      const usedMetrics = [...text.matchAll(/consumer_financing_\w+/g)].map(([metric]) => metric)
      expect(usedMetrics.length).toBeGreaterThan(5)
      expect(usedMetrics.filter((metric) => !exposedMetrics.has(metric))).toEqual([])
    }
  })
})

it("a failed call writes a JSON log line with the correlation ID of its span", async () => {
  const lines = isolatedShop.stores[0].logs().split("\n")
  const matching = lines.filter((line) => line.includes(correlationId) && line.startsWith("{"))
  expect(matching.map((line) => JSON.parse(line) as unknown)).toContainEqual(
    expect.objectContaining({
      level: "warn",
      message: expect.stringMatching(/^financing settle: server_error \(in-doubt\)/) as string,
      environment: "staging",
      operation: "settle",
      outcome: "in-doubt",
      code: "server_error",
      http_status: 503,
      correlation_id: correlationId,
    })
  )
})
