import { runConcurrently } from "../tooling/run-concurrently"
import { formatPercentiles, getPercentileRatio } from "./percentiles"
import { recordDuration, type Times } from "./record-duration"

const IN_FLIGHT = 64
/** Rounds of concurrent calls for each side. */
const ROUNDS = 6

export type SendRequest = () => Promise<unknown>
export type RequestPair = { client: SendRequest; bare: SendRequest }

/** Times `calls` calls of each function, alternating between them. */
export async function timeInTurns(
  times: Times,
  asks: Record<string, SendRequest>,
  calls: number
): Promise<void> {
  for (let call = 0; call < calls; call += 1) {
    for (const [name, ask] of Object.entries(asks)) {
      await recordDuration(times, name, ask)
    }
  }
}

async function measureCallRate(send: SendRequest, calls: number): Promise<number> {
  const began = performance.now()
  const task = async () => void (await send())
  await runConcurrently(
    Array.from({ length: calls }, () => task),
    IN_FLIGHT
  )
  return calls / ((performance.now() - began) / 1000)
}

/** Prints latency and throughput of the client and of a bare pool that send the same request. */
export async function compareCalls(
  service: string,
  { client, bare }: RequestPair,
  calls: number
): Promise<void> {
  const names = { client: `${service} · client`, bare: `${service} · bare undici` }
  const asks = { [names.client]: client, [names.bare]: bare }
  await timeInTurns(new Map(), asks, calls)
  const times: Times = new Map()
  await timeInTurns(times, asks, calls)
  const ratio = getPercentileRatio(times, { name: names.client, base: names.bare, share: 0.5 })
  const paces = { client: 0, bare: 0 }
  for (let turn = 0; turn < ROUNDS; turn += 1) {
    paces.client += (await measureCallRate(client, calls)) / ROUNDS
    paces.bare += (await measureCallRate(bare, calls)) / ROUNDS
  }
  const pace = (paces.client / paces.bare).toFixed(2)
  const each = `${paces.client.toFixed(0)} and ${paces.bare.toFixed(0)} calls a second`
  console.log(formatPercentiles(times))
  console.log(`p50 ${ratio.toFixed(2)} x; ${IN_FLIGHT} in flight: ${each}, ${pace} x\n`)
}
