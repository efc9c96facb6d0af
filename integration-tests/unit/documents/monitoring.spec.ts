import { spawnSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { ROOT } from "../../../tooling/paths"
import { readRepositoryFile } from "./documents"

const PROMTOOL = process.env.PROMTOOL_PATH ?? "promtool"
const isInstalled = spawnSync(PROMTOOL, ["--version"]).error === undefined
if (!isInstalled) {
  process.stderr.write(
    "promtool is not installed (apt-get install prometheus): the alert rules are not loaded.\n"
  )
}

const RULES_PATH = path.join(ROOT, "docs/monitoring/prometheus-rules.yml")

type Panel = {
  id: number
  title: string
  type: string
  datasource: { type: string; uid: string }
  gridPos: { h: number; w: number; x: number; y: number }
  targets: { refId: string; expr: string; datasource: { uid: string } }[]
}
type Dashboard = {
  uid: string
  schemaVersion: number
  templating: { list: { name: string }[] }
  panels: Panel[]
}

const dashboard = JSON.parse(
  readRepositoryFile("docs/monitoring/grafana-dashboard.json")
) as Dashboard

let folder: string
beforeAll(() => (folder = mkdtempSync(path.join(tmpdir(), "promtool-"))))
afterAll(() => rmSync(folder, { recursive: true }))

/** The content is written as JSON, which is valid YAML. */
function runPromtool(args: string[], content?: object): string {
  const file = content && path.join(folder, "input.yml")
  if (file) writeFileSync(file, JSON.stringify(content))
  const { status, stdout, stderr } = spawnSync(PROMTOOL, file ? [...args, file] : args)
  return `${status} ${stdout.toString()}${stderr.toString()}`
}

const ENVIRONMENT_LABEL = 'environment="production"'
const CALL_COUNT_METRIC = "consumer_financing_call_duration_seconds_count"

/** Each alert with the series that raise it, by name and by values per minute in promtool's notation. */
const ALERT_SERIES: [string, Record<string, string>][] = [
  [
    "FinancingServiceDown",
    { [`consumer_financing_service_available{${ENVIRONMENT_LABEL}}`]: "0x60" },
  ],
  ["FinancingNotReported", {}],
  [
    "FinancingChecksLate",
    { [`consumer_financing_checks_due_oldest_seconds{${ENVIRONMENT_LABEL}}`]: "301x60" },
  ],
  [
    "FinancingInboxLate",
    { [`consumer_financing_inbox_oldest_seconds{${ENVIRONMENT_LABEL}}`]: "301x60" },
  ],
  [
    "FinancingInDoubt",
    { [`consumer_financing_in_doubt_oldest_seconds{${ENVIRONMENT_LABEL}}`]: "1801x60" },
  ],
  [
    "FinancingReviewCaseWaits",
    { [`consumer_financing_review_cases_oldest_seconds{${ENVIRONMENT_LABEL}}`]: "86401x60" },
  ],
  [
    "FinancingCallsUnanswered",
    {
      [`${CALL_COUNT_METRIC}{${ENVIRONMENT_LABEL},operation="getStatus",outcome="success"}`]:
        "0+10x60",
      [`${CALL_COUNT_METRIC}{${ENVIRONMENT_LABEL},operation="getStatus",outcome="in-doubt"}`]:
        "0+1x60",
    },
  ],
  [
    "FinancingTokenRefused",
    {
      [`consumer_financing_token_renewals_total{${ENVIRONMENT_LABEL},outcome="did-not-happen"}`]:
        "0+1x60",
    },
  ],
  ["FinancingBudgetSpent", { consumer_financing_budget_left_ratio: "0x60" }],
]

/** The metrics of a healthy shop. */
const HEALTHY_SERIES: Record<string, string> = {
  [`consumer_financing_service_available{${ENVIRONMENT_LABEL}}`]: "1x60",
  [`consumer_financing_checks_due_oldest_seconds{${ENVIRONMENT_LABEL}}`]: "5x60",
  [`consumer_financing_inbox_oldest_seconds{${ENVIRONMENT_LABEL}}`]: "0x60",
  [`consumer_financing_in_doubt_oldest_seconds{${ENVIRONMENT_LABEL}}`]: "0x60",
  [`consumer_financing_review_cases_oldest_seconds{${ENVIRONMENT_LABEL}}`]: "3600x60",
  [`${CALL_COUNT_METRIC}{${ENVIRONMENT_LABEL},operation="getStatus",outcome="success"}`]: "0+10x60",
  [`consumer_financing_token_renewals_total{${ENVIRONMENT_LABEL},outcome="success"}`]: "0+1x60",
  consumer_financing_budget_left_ratio: "0.9x60",
}

/** Lets promtool check that exactly the expected alerts fire after 55 minutes of these series. */
function checkFiringAlerts(series: Record<string, string>, expected: string[]) {
  return runPromtool(["test", "rules"], {
    rule_files: [RULES_PATH],
    evaluation_interval: "1m",
    tests: [
      {
        interval: "1m",
        input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
        promql_expr_test: [
          {
            expr: 'count by (alertname) (ALERTS{alertstate="firing"})',
            eval_time: "55m",
            exp_samples: expected.map((name) => ({
              labels: `{alertname="${name}"}`,
              value: 1,
            })),
          },
        ],
      },
    ],
  })
}

;(isInstalled ? describe : describe.skip)("promtool", () => {
  it("accepts the alert rules", () => {
    expect(runPromtool(["check", "rules", RULES_PATH])).toMatch(/^0 [\s\S]*SUCCESS: 9 rules found/)
  })

  it("fires no alert for a healthy shop", () => {
    expect(checkFiringAlerts(HEALTHY_SERIES, [])).toMatch(/^0 /)
    // Proves that the check fails when an expected alert does not fire.
    expect(checkFiringAlerts(HEALTHY_SERIES, ["FinancingInDoubt"])).toMatch(/^1 /)
  })

  it.each(ALERT_SERIES)("fires %s, and no other alert", (name, alertSeries) => {
    const metrics = name === "FinancingNotReported" ? {} : { ...HEALTHY_SERIES, ...alertSeries }
    expect(checkFiringAlerts(metrics, [name])).toMatch(/^0 /)
  })

  it("accepts every query of the Grafana dashboard", () => {
    const rules = dashboard.panels.flatMap(({ id, targets }) =>
      targets.map(({ refId, expr }) => ({
        record: `panel_${id}_${refId}`,
        expr: expr.replaceAll("$environment", ".*").replaceAll("$__rate_interval", "5m"),
      }))
    )
    expect(rules.length).toBeGreaterThan(14)
    expect(rules.filter(({ expr }) => expr.includes("$"))).toEqual([])
    const groups = [{ name: "dashboard", rules }]
    expect(runPromtool(["check", "rules"], { groups })).toMatch(
      new RegExp(`^0 [\\s\\S]*SUCCESS: ${rules.length} rules found`)
    )
  })
})

describe("the Grafana dashboard", () => {
  const { panels } = dashboard

  it("queries the selected data source, and has unique panel and query IDs", () => {
    expect(dashboard.templating.list.map(({ name }) => name)).toEqual(["datasource", "environment"])
    for (const { datasource, targets } of panels) {
      expect([datasource.uid, ...targets.map((target) => target.datasource.uid)]).toEqual(
        Array.from({ length: targets.length + 1 }, () => "${datasource}")
      )
      expect(new Set(targets.map(({ refId }) => refId)).size).toBe(targets.length)
    }
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
  })

  it("has no overlapping panels, and is 24 columns wide", () => {
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, n) => `${x + (n % w)}/${y + Math.floor(n / w)}`)
    )
    expect(new Set(cells).size).toBe(cells.length)
    expect(Math.max(...panels.map(({ gridPos: { x, w } }) => x + w))).toBe(24)
  })
})

it("docs/operations.md lists every alert", () => {
  const alerts = [
    ...readRepositoryFile("docs/monitoring/prometheus-rules.yml").matchAll(/alert: (\w+)/g),
  ]
  expect(alerts.map(([, name]) => name)).toEqual(ALERT_SERIES.map(([name]) => name))
  const text = readRepositoryFile("docs/operations.md")
  expect(ALERT_SERIES.filter(([name]) => !text.includes(`| \`${name}\``))).toEqual([])
})
