import { setTimeout as sleep } from "node:timers/promises"
import { consoleProgress as progress } from "../tooling/progress"
import type { Bench } from "./start-bench"

/** Seconds after which a store has finished the work of its start or of earlier requests. */
const SETTLING_SECONDS = 10

/** Prints the statements and CPU time that an idle store uses per minute. */
export async function printIdle({ control }: Bench, name: string, seconds: number): Promise<void> {
  const [before, after] = await progress(`Watching an idle store: ${name}`, async () => {
    await sleep(SETTLING_SECONDS * 1000)
    const before = await control.readUsage()
    await sleep(seconds * 1000)
    return [before, await control.readUsage()]
  })
  const getPerMinute = (whole: number) => (whole * 60) / seconds
  const statements = getPerMinute(after.statements - before.statements)
  const ours = getPerMinute(after.ours - before.ours)
  const cpu = getPerMinute(after.cpuMs - before.cpuMs) / 1000
  console.log(
    `idle, ${name}: ${statements.toFixed(0)} statements a minute (${ours.toFixed(0)} about this plugin's tables), ${cpu.toFixed(2)} s of CPU a minute`
  )
}
