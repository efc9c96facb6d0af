import { setTimeout as sleep } from "node:timers/promises"
import { consoleProgress as progress } from "../tooling/progress"
import type { Bench } from "./start-bench"

/** Seconds after which a store has finished the work of its start or of earlier requests. */
const UNTIL_IT_RESTS = 10

/** Prints the statements and CPU time that an idle store uses per minute. */
export async function printIdle({ control }: Bench, name: string, seconds: number): Promise<void> {
  const [before, after] = await progress(`Watching an idle store: ${name}`, async () => {
    await sleep(UNTIL_IT_RESTS * 1000)
    const before = await control.usage()
    await sleep(seconds * 1000)
    return [before, await control.usage()]
  })
  const aMinute = (whole: number) => (whole * 60) / seconds
  const statements = aMinute(after.statements - before.statements)
  const ours = aMinute(after.ours - before.ours)
  const cpu = aMinute(after.cpuMs - before.cpuMs) / 1000
  console.log(
    `idle, ${name}: ${statements.toFixed(0)} statements a minute (${ours.toFixed(0)} about this plugin's tables), ${cpu.toFixed(2)} s of CPU a minute`
  )
}
