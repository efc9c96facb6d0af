import { appendFileSync } from "node:fs"
import { createRequire } from "node:module"
import type * as Medusa from "@medusajs/medusa"
import type * as OfPrometheus from "@opentelemetry/exporter-prometheus"
import type * as OfHttp from "@opentelemetry/instrumentation-http"
import type * as OfUndici from "@opentelemetry/instrumentation-undici"

type FinishedSpan = Record<"name" | "kind" | "attributes" | "events" | "status", unknown>

/** For tests: appends every finished span to the file as a line of JSON. */
const createFileExporter = (file: string | undefined) => ({
  export(spans: FinishedSpan[], done: (result: { code: number }) => void) {
    for (const { name, kind, attributes, events, status } of file ? spans : []) {
      appendFileSync(file ?? "", `${JSON.stringify({ name, kind, attributes, events, status })}\n`)
    }
    done({ code: 0 })
  },
  shutdown: () => Promise.resolve(),
})

/**
 * Registers OpenTelemetry as Medusa documents it, with additional HTTP instrumentations that record URLs. Loads its
 * packages only when tracing is on, because most stores do not trace.
 */
export function register() {
  const { SPANS_FILE, SPANS_OF_REQUESTS, METRICS_PORT } = process.env
  if (!SPANS_FILE && !METRICS_PORT) return
  const load = createRequire(__filename)
  const { registerOtel } = load("@medusajs/medusa") as typeof Medusa
  const { HttpInstrumentation } = load("@opentelemetry/instrumentation-http") as typeof OfHttp
  const { UndiciInstrumentation } = load("@opentelemetry/instrumentation-undici") as typeof OfUndici
  const { PrometheusExporter } = load("@opentelemetry/exporter-prometheus") as typeof OfPrometheus
  registerOtel({
    serviceName: "furniture-shop",
    exporter: createFileExporter(SPANS_FILE),
    instrument: {
      http: SPANS_OF_REQUESTS === "medusa",
      workflows: true,
      query: true,
      cache: true,
      db: true,
    },
    ...(METRICS_PORT
      ? { metricReaders: [new PrometheusExporter({ port: Number(METRICS_PORT) })] }
      : {}),
    instrumentations: [new HttpInstrumentation(), new UndiciInstrumentation()],
  })
}
