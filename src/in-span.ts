import { type Attributes, SpanStatusCode, trace } from "@medusajs/framework/opentelemetry/api"

/** The name of the plugin's tracer and meter. */
export const SCOPE = "medusa-payment-consumer-financing"

const tracer = trace.getTracer(SCOPE)

/** Adds attributes to the span, with the prefix `consumer_financing.` unless the name has its own. */
export type Note = (attributes: Attributes) => void

/**
 * Runs work in a span below the active one. Costs almost nothing without a collector (`npm run bench:telemetry`).
 * Records only an error's name, because messages can quote what was sent.
 */
export async function inSpan<T>(
  name: string,
  attributes: Attributes,
  act: (note: Note) => Promise<T>
): Promise<T> {
  const options = { attributes: ours(attributes) }
  return await tracer.startActiveSpan(`consumer-financing ${name}`, options, async (span) => {
    try {
      return await act((more) => ignoreErrors(() => span.setAttributes(ours(more))))
    } catch (error) {
      const message = error instanceof Error ? error.name : "unknown"
      ignoreErrors(() => span.setStatus({ code: SpanStatusCode.ERROR, message }))
      throw error
    } finally {
      ignoreErrors(() => span.end())
    }
  })
}

function ours(attributes: Attributes): Attributes {
  const named = Object.entries(attributes).map(([name, value]) => [
    name.includes(".") ? name : `consumer_financing.${name}`,
    value,
  ])
  return Object.fromEntries(named) as Attributes
}

/** Ignores an error of a collector, logger or watcher, which must not turn a settled loan into a failure. */
export function ignoreErrors(report: () => void): void {
  try {
    report()
  } catch {
    // The error cannot be reported anywhere.
  }
}
