import { consoleProgress as progress } from "../tooling/progress"
import { percentiles } from "./percentiles"
import type { Bench } from "./start-bench"
import type { Times } from "./timed"
import { answersASecond, postbackAddress, type Shot, volley } from "./volley"

const RATES = [10, 100]
/** Requests at most when measuring maximum throughput. */
const AT_FULL_PACE = 2000

/** Prints response times of valid postbacks and of the store's /health at each rate, and their maximum throughput. */
export async function printPostbackRates(bench: Bench, seconds: number): Promise<void> {
  const shots: Record<string, Shot> = {
    "/health": { url: `${bench.storeUrl}/health`, method: "GET" },
    "valid postback": { url: await postbackAddress(bench), method: "POST" },
  }
  const times: Times = new Map()
  const most: string[] = []
  await progress("Sending postbacks", async () => {
    for (const perSecond of RATES) {
      for (const [what, shot] of Object.entries(shots)) {
        const name = `${what} · ${perSecond} a second`
        await volley(times, { name, shot, perSecond, count: perSecond * seconds })
      }
    }
    const count = Math.min(AT_FULL_PACE, 100 * seconds)
    for (const [what, shot] of Object.entries(shots)) {
      most.push(`${what} ${(await answersASecond(shot, count)).toFixed(0)}`)
    }
  })
  console.log(`${percentiles(times)}\nresponses a second, 20 concurrent: ${most.join(", ")}`)
}
