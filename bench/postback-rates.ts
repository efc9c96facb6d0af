import { consoleProgress as progress } from "../tooling/progress"
import { formatPercentiles } from "./percentiles"
import type { Bench } from "./start-bench"
import type { Times } from "./record-duration"
import {
  measureResponseRate,
  createPostbackUrl,
  type RequestTarget,
  sendBatch,
} from "./request-batch"

const RATES = [10, 100]
/** Requests at most when measuring maximum throughput. */
const MAX_REQUESTS = 2000

/** Prints response times of valid postbacks and of the store's /health at each rate, and their maximum throughput. */
export async function printPostbackRates(bench: Bench, seconds: number): Promise<void> {
  const targets: Record<string, RequestTarget> = {
    "/health": { url: `${bench.storeUrl}/health`, method: "GET" },
    "valid postback": { url: await createPostbackUrl(bench), method: "POST" },
  }
  const times: Times = new Map()
  const responseRates: string[] = []
  await progress("Sending postbacks", async () => {
    for (const perSecond of RATES) {
      for (const [what, shot] of Object.entries(targets)) {
        const name = `${what} · ${perSecond} a second`
        await sendBatch(times, { name, shot, perSecond, count: perSecond * seconds })
      }
    }
    const count = Math.min(MAX_REQUESTS, 100 * seconds)
    for (const [what, shot] of Object.entries(targets)) {
      responseRates.push(`${what} ${(await measureResponseRate(shot, count)).toFixed(0)}`)
    }
  })
  console.log(
    `${formatPercentiles(times)}\nresponses a second, 20 concurrent: ${responseRates.join(", ")}`
  )
}
