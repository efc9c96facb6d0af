import {
  type Attributes,
  type BatchObservableResult,
  metrics,
  type Observable,
} from "@medusajs/framework/opentelemetry/api"
import { type BacklogName, BACKLOGS } from "../../domain/health"
import { SCOPE } from "../../in-span"
import type { Health } from "./operations/read-health"

const DESCRIPTIONS: Record<BacklogName, string> = {
  checks_due: "Status checks that are due.",
  inbox: "Postbacks that wait to be processed.",
  in_doubt: "Calls whose outcome is unknown.",
  review_cases: "Unacknowledged review cases.",
}

/**
 * Registers gauges that read the health when the collector does. Every server reports the same values, read from the
 * database. The returned function unregisters them.
 */
export function registerHealthGauges(read: () => Promise<Health>): () => void {
  const meter = metrics.getMeter(SCOPE)
  const observed: Observable[] = []
  const gauge = (name: string, description: string, unit?: string) => {
    const created = meter.createObservableGauge(`consumer_financing_${name}`, { description, unit })
    observed.push(created)
    return created
  }
  const backlogs = BACKLOGS.map((what) => ({
    what,
    count: gauge(what, DESCRIPTIONS[what]),
    oldest: gauge(`${what}_oldest_seconds`, `How long the oldest of them has waited.`, "s"),
  }))
  const available = gauge("service_available", "1 where the financing service can be used, else 0.")
  const locked = gauge("locked", "1 where the database may be a copy and changes nothing, else 0.")
  const pace = gauge("budget_calls_per_minute", "Status checks that all servers may make a minute.")
  const left = gauge("budget_left_ratio", "What is left of the checks that may be made at once.")

  async function observe(result: BatchObservableResult): Promise<void> {
    const { environments, budget } = await read()
    for (const [environment, health] of Object.entries(environments)) {
      const labels: Attributes = { environment }
      for (const { what, count, oldest } of backlogs) {
        result.observe(count, health[what].count, labels)
        result.observe(oldest, health[what].oldest_seconds, labels)
      }
      const isExpected = health.is_in_use || health.service !== "not-ready"
      if (health.is_in_use) result.observe(locked, health.is_locked ? 1 : 0, labels)
      if (isExpected) result.observe(available, health.service === "available" ? 1 : 0, labels)
    }
    result.observe(pace, budget.calls_per_minute)
    result.observe(left, budget.left / budget.at_once)
  }

  meter.addBatchObservableCallback(observe, observed)
  return () => meter.removeBatchObservableCallback(observe, observed)
}
