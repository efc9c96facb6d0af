import { type Attributes, SpanStatusCode, trace } from "@medusajs/framework/opentelemetry/api"

/** Under which name a collector is told everything that the plugin tells. */
export const SCOPE = "medusa-payment-consumer-financing"

const tracer = trace.getTracer(SCOPE)

/** Adds to what the span says, below `consumer_financing.` unless a name has a place of its own. */
export type Note = (attributes: Attributes) => void

/**
 * Does something within a span of its own, below the one that is active. Without a collector that is next to
 * nothing (`npm run bench:telemetry`). What is thrown is named by its kind: messages can quote what was sent.
 */
export async function inSpan<T>(
  name: string,
  attributes: Attributes,
  act: (note: Note) => Promise<T>
): Promise<T> {
  const told = { attributes: ours(attributes) }
  return await tracer.startActiveSpan(`consumer-financing ${name}`, told, async (span) => {
    try {
      return await act((more) => quietly(() => span.setAttributes(ours(more))))
    } catch (error) {
      const message = error instanceof Error ? error.name : "unknown"
      quietly(() => span.setStatus({ code: SpanStatusCode.ERROR, message }))
      throw error
    } finally {
      quietly(() => span.end())
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

/** A collector that throws must not turn a settled loan into an error. */
function quietly(tell: () => void): void {
  try {
    tell()
  } catch {
    // There is nobody left to tell.
  }
}
