import { consoleProgress as progress } from "../tooling/progress"
import { ordersASecond, PROVIDERS, type Side } from "./orders-a-second"
import type { Bench } from "./start-bench"

/** The one in the middle counts. */
const ROUNDS = 3

type Pace = Record<Side, number>

async function paceOf(bench: Bench, shoppers: number): Promise<Pace> {
  const paces: Record<Side, number[]> = { "this plugin": [], "system provider": [] }
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const side of Object.keys(PROVIDERS) as Side[]) {
      paces[side].push(await ordersASecond(bench, side, shoppers))
    }
  }
  const middle = (side: Side) => paces[side].sort((one, other) => one - other)[1] ?? Number.NaN
  return { "this plugin": middle("this plugin"), "system provider": middle("system provider") }
}

type Hour = { shoppers: number; orders: number }

/** Orders a second of shoppers at once, and again after so many orders that were financed. */
export async function printHourOfOrders(bench: Bench, { shoppers, orders }: Hour): Promise<void> {
  const measure = (when: string) =>
    progress(`${shoppers} shoppers at once ${when}`, () => paceOf(bench, shoppers))
  await progress("Warming up", () => paceOf(bench, shoppers))
  const first = await measure("at the beginning")
  await progress(`Making ${orders} orders`, async () => {
    for (let done = 0; done < orders; done += shoppers) {
      await ordersASecond(bench, "this plugin", Math.min(shoppers, orders - done))
    }
  })
  const last = await measure(`after ${orders} orders`)
  const figure = (value: number) => value.toFixed(1).padStart(12)
  const times = (value: number) => `${value.toFixed(2)} x`.padStart(12)
  const row = (name: string, { "this plugin": ours, "system provider": builtIn }: Pace) =>
    name.padEnd(32) + figure(ours) + figure(builtIn) + times(ours / builtIn)
  const left = (side: Side) => times(last[side] / first[side])
  console.log(
    [
      "orders a second".padEnd(32) + ["plugin", "built-in", "ratio"].map(inColumn).join(""),
      row("at the beginning", first),
      row(`after ${orders} orders`, last),
      "the latter beside the former".padEnd(32) + left("this plugin") + left("system provider"),
    ].join("\n")
  )
}

const inColumn = (word: string) => word.padStart(12)
