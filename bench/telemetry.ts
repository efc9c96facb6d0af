import { performance } from "node:perf_hooks"
import { createRequire } from "node:module"
import { parseArgs } from "node:util"
import { metrics, trace } from "@medusajs/framework/opentelemetry/api"
import type * as NodeSdk from "@medusajs/framework/opentelemetry/sdk-node"
import { createFinancingClient, type FinancingClient } from "../src/financing-api"
import { inSpan } from "../src/in-span"
import { CallMeter } from "../src/modules/consumer-financing/call-meter"
import { startSandbox } from "../src/sandbox"
import { newApplication } from "./new-application"
import { percentiles, ratioOf } from "./percentiles"

const HELP = `npm run bench:telemetry -- [--calls N]

Measures the cost of telemetry for a call to the service: calls of the real client to the simulator, without a
collector and with one that keeps its spans in memory; and the reports alone, without a collector. The ratio of
the last to the first is the overhead of a shop without a collector.

  --calls N   calls of each kind (default 2000)`

type Times = Map<string, number[]>

const OFF = "a call, without a collector"
const ON = "a call, with a collector"
const TELLING = "the reports alone, without a collector"

/** Reports timed as one sample: a single one is too short for the clock. */
const TOLD_AT_ONCE = 100

async function callMany(
  { client, token }: { client: FinancingClient; token: string },
  { times, name, calls }: { times: Times; name: string; calls: number }
): Promise<void> {
  const meter = new CallMeter()
  const taken: number[] = []
  for (let call = 0; call < calls; call += 1) {
    const before = performance.now()
    await client.getStatus({ applicationToken: token })
    meter.recordCall("staging", { operation: "getStatus", error: null, ms: 1 })
    taken.push(performance.now() - before)
  }
  times.set(name, taken)
}

async function tellMany(times: Times, rounds: number): Promise<void> {
  const meter = new CallMeter()
  const taken: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const before = performance.now()
    for (let told = 0; told < TOLD_AT_ONCE; told += 1) {
      const who = { operation: "getStatus", correlation_id: "1" }
      await inSpan("call getStatus", who, async (note) => note({ outcome: "success" }))
      meter.recordCall("staging", { operation: "getStatus", error: null, ms: 1 })
    }
    taken.push((performance.now() - before) / TOLD_AT_ONCE)
  }
  times.set(TELLING, taken)
}

function collect(): NodeSdk.NodeSDK {
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
    const token = await newApplication(client)
    // The first round warms up.
    for (const _ of ["cold", "warm"]) {
      await callMany({ client, token }, { times, name: OFF, calls })
      await tellMany(times, calls)
    }
    const collector = collect()
    await callMany({ client, token }, { times, name: ON, calls })
    await collector.shutdown()
    trace.disable()
    metrics.disable()
  } finally {
    await client.close()
    await sandbox.close()
  }
  console.log(percentiles(times))
  const percent = (name: string, base: string) =>
    (ratioOf(times, { name, base, share: 0.5 }) * 100).toFixed(2)
  console.log(`\nthe reports alone take ${percent(TELLING, OFF)} % of a call, p50`)
  console.log(`a call with a collector takes ${percent(ON, OFF)} % of one without, p50`)
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
