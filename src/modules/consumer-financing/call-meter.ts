import { metrics } from "@medusajs/framework/opentelemetry/api"
import type { EndedCall } from "../../financing-api"
import { SCOPE } from "../../in-span"
import type { Environment } from "../../options/options"

/** Counts of renewed access tokens and failed renewals, and the time of the last renewal (ISO). */
export type TokenRenewals = { renewals: number; failures: number; renewed_at: string | null }

/** Histogram boundaries in seconds, from a fast answer to the longest deadline. */
const BOUNDARIES = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30]

/** Metrics of this server's calls to the service, exported where the shop runs a collector. */
export class CallMeter {
  private readonly tokens = new Map<Environment, TokenRenewals>()
  private readonly durations = metrics
    .getMeter(SCOPE)
    .createHistogram("consumer_financing_call_duration_seconds", {
      description: "Calls to the financing service, with everything that was repeated.",
      unit: "s",
      advice: { explicitBucketBoundaries: BOUNDARIES },
    })
  private readonly renewals = metrics
    .getMeter(SCOPE)
    .createCounter("consumer_financing_token_renewals", {
      description: "Access tokens that the financing service was asked for.",
    })

  constructor() {
    // Starts each counter at 0, because a collector sees no increase in a counter that starts at 1.
    for (const environment of ["staging", "production"]) {
      for (const outcome of ["success", "did-not-happen", "in-doubt"]) {
        this.renewals.add(0, { environment, outcome })
      }
    }
  }

  recordCall(environment: Environment, { operation, error, ms }: EndedCall): void {
    const outcome = error?.outcome ?? "success"
    this.durations.record(ms / 1000, { environment, operation, outcome })
    if (operation !== "requestToken") return
    this.renewals.add(1, { environment, outcome })
    const { renewals, failures, renewed_at } = this.renewalsOf(environment)
    this.tokens.set(
      environment,
      error
        ? { renewals, failures: failures + 1, renewed_at }
        : { renewals: renewals + 1, failures, renewed_at: new Date().toISOString() }
    )
  }

  renewalsOf(environment: Environment): TokenRenewals {
    return this.tokens.get(environment) ?? { renewals: 0, failures: 0, renewed_at: null }
  }
}
