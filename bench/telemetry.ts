import { performance } from "node:perf_hooks"
import { createRequire } from "node:module"
import { parseArgs } from "node:util"
import { metrics, trace } from "@medusajs/framework/opentelemetry/api"
import type * as NodeSdk from "@medusajs/framework/opentelemetry/sdk-node"
import { createFinancingClient, type FinancingClient } from "../src/financing-api"
import { inSpan } from "../src/in-span"
import { CallMeter } from "../src/modules/consumer-financing/call-meter"
import { startSandbox } from "../src/sandbox"
import { createApplication } from "./create-application"
import { formatPercentiles, getPercentileRatio } from "./percentiles"

const HELP = `npm run bench:telemetry -- [--calls N]

Measures the cost of telemetry for a call to the service: calls of the real client to the simulator, without a
collector and with one that keeps its spans in memory; and the reports alone, without a collector. The ratio of
the last to the first is the overhead of a shop without a collector.

  --calls N   calls of each kind (default 2000)`

type Times = Map<string, number[]>

const WITHOUT_COLLECTOR = "a call, without a collector"
const WITH_COLLECTOR = "a call, with a collector"
const REPORTS_ONLY = "the reports alone, without a collector"

/** Reports timed as one sample: a single one is too short for the clock. */
const REPORTS_PER_SAMPLE = 100

async function measureCalls(
  { client, token }: { client: FinancingClient; token: string },
  { times, name, calls }: { times: Times; name: string; calls: number }
): Promise<void> {
  const meter = new CallMeter()
  const durations: number[] = []
  for (let call = 0; call < calls; call += 1) {
    const before = performance.now()
    await client.getStatus({ applicationToken: token })
    meter.recordCall("staging", { operation: "getStatus", error: null, ms: 1 })
    durations.push(performance.now() - before)
  }
  times.set(name, durations)
}

async function measureReports(times: Times, rounds: number): Promise<void> {
  const meter = new CallMeter()
  const sampleDurations: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const before = performance.now()
    for (let report = 0; report < REPORTS_PER_SAMPLE; report += 1) {
      const spanAttributes = { operation: "getStatus", correlation_id: "1" }
      await inSpan("call getStatus", spanAttributes, async (note) => note({ outcome: "success" }))
      meter.recordCall("staging", { operation: "getStatus", error: null, ms: 1 })
    }
    sampleDurations.push((performance.now() - before) / REPORTS_PER_SAMPLE)
  }
  times.set(REPORTS_ONLY, sampleDurations)
}

function startCollector(): NodeSdk.NodeSDK {
  const load = createRequire(__filename)
  const {
    NodeSDK,
    tracing,
    metrics: sdk,
  } = load("@medusajs/framework/opentelemetry/sdk-node") as typeof NodeSdk
  const collector = new NodeSDK({
    serviceName: "bench",
    spanProcessors: [new tracing.SimpleSpanProcessor(new tracing.InMemorySpanExporter())],
    metricReaders: [
      new sdk.PeriodicExportingMetricReader({
        exporter: new sdk.InMemoryMetricExporter(sdk.AggregationTemporality.CUMULATIVE),
      }),
    ],
  })
  collector.start()
  return collector
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      calls: { type: "string", default: "2000" },
      help: { type: "boolean", default: false },
    },
  })
  if (values.help) {
    console.log(HELP)
    return
  }
  const calls = Number(values.calls)
  const sandbox = await startSandbox({ quiet: true })
  const client = createFinancingClient({
    baseUrl: sandbox.baseUrl,
    ...sandbox.credentials.staging,
  })
  const times: Times = new Map()
  try {
    const token = await createApplication(client)
    // The first round warms up.
    for (const _ of ["cold", "warm"]) {
      await measureCalls({ client, token }, { times, name: WITHOUT_COLLECTOR, calls })
      await measureReports(times, calls)
    }
    const collector = startCollector()
    await measureCalls({ client, token }, { times, name: WITH_COLLECTOR, calls })
    await collector.shutdown()
    trace.disable()
    metrics.disable()
  } finally {
    await client.close()
    await sandbox.close()
  }
  console.log(formatPercentiles(times))
  const formatPercent = (name: string, base: string) =>
    (getPercentileRatio(times, { name, base, share: 0.5 }) * 100).toFixed(2)
  console.log(
    `\nthe reports alone take ${formatPercent(REPORTS_ONLY, WITHOUT_COLLECTOR)} % of a call, p50`
  )
  console.log(
    `a call with a collector takes ${formatPercent(WITH_COLLECTOR, WITHOUT_COLLECTOR)} % of one without, p50`
  )
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
