import { atOnce } from "../tooling/at-once"
import { percentiles, ratioOf } from "./percentiles"
import { timed, type Times } from "./timed"

const IN_FLIGHT = 64
/** Rounds of concurrent calls for each side. */
const TURNS = 6

export type Ask = () => Promise<unknown>
export type Pair = { client: Ask; bare: Ask }

/** Times `calls` calls of each function, alternating between them. */
export async function inTurns(
  times: Times,
  asks: Record<string, Ask>,
  calls: number
): Promise<void> {
  for (let call = 0; call < calls; call += 1) {
    for (const [name, ask] of Object.entries(asks)) {
      await timed(times, name, ask)
    }
  }
}

async function callsASecond(ask: Ask, calls: number): Promise<number> {
  const began = performance.now()
  const errand = async () => void (await ask())
  await atOnce(
    Array.from({ length: calls }, () => errand),
    IN_FLIGHT
  )
  return calls / ((performance.now() - began) / 1000)
}

/** Prints latency and throughput of the client and of a bare pool that send the same request. */
export async function compare(
  service: string,
  { client, bare }: Pair,
  calls: number
): Promise<void> {
  const names = { client: `${service} · client`, bare: `${service} · bare undici` }
  const asks = { [names.client]: client, [names.bare]: bare }
  await inTurns(new Map(), asks, calls)
  const times: Times = new Map()
  await inTurns(times, asks, calls)
  const ratio = ratioOf(times, { name: names.client, base: names.bare, share: 0.5 })
  const paces = { client: 0, bare: 0 }
  for (let turn = 0; turn < TURNS; turn += 1) {
    paces.client += (await callsASecond(client, calls)) / TURNS
    paces.bare += (await callsASecond(bare, calls)) / TURNS
  }
  const pace = (paces.client / paces.bare).toFixed(2)
  const each = `${paces.client.toFixed(0)} and ${paces.bare.toFixed(0)} calls a second`
  console.log(percentiles(times))
  console.log(`p50 ${ratio.toFixed(2)} x; ${IN_FLIGHT} in flight: ${each}, ${pace} x\n`)
}
