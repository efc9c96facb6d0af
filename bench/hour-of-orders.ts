import { consoleProgress as progress } from "../tooling/progress"
import { measureOrderRate, PROVIDERS, type Side } from "./order-rate"
import { getPercentile } from "./percentiles"
import type { Bench } from "./start-bench"

/** The median of these rounds counts. */
const ROUNDS = 3

type HourOptions = { shoppers: number; orders: number }

async function measureMedianRate(bench: Bench, side: Side, shoppers: number): Promise<number> {
  const paces: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    paces.push(await measureOrderRate(bench, side, shoppers))
  }
  return getPercentile(paces, 0.5)
}

/** Measures orders a second before and after `orders` orders with the same provider. */
async function measureHour(
  bench: Bench,
  side: Side,
  { shoppers, orders }: HourOptions
): Promise<[first: number, last: number]> {
  const measure = (when: string) =>
    progress(`${shoppers} concurrent shoppers, ${side}, ${when}`, () =>
      measureMedianRate(bench, side, shoppers)
    )
  const first = await measure("at the beginning")
  await progress(`Making ${orders} orders, ${side}`, async () => {
    for (let done = 0; done < orders; done += shoppers) {
      await measureOrderRate(bench, side, Math.min(shoppers, orders - done))
    }
  })
  return [first, await measure(`after ${orders} orders`)]
}

/** Prints throughput before and after an hour's orders. The built-in provider runs first: it has no background work. */
export async function printHourOfOrders(bench: Bench, hour: HourOptions): Promise<void> {
  await progress("Warming up", async () => {
    for (const side of Object.keys(PROVIDERS) as Side[])
      await measureMedianRate(bench, side, hour.shoppers)
    // Keeps the warm-up's applications out of the schedule.
    await bench.database.query("update financing_application set next_check_at = null")
  })
  const builtIn = await measureHour(bench, "system provider", hour)
  const ours = await measureHour(bench, "this plugin", hour)
  const cell = (text: string) => text.padStart(16)
  const row = (name: string, values: number[], unit = "") =>
    name.padEnd(32) + values.map((value) => cell(value.toFixed(2) + unit)).join("")
  const heading = ["at the beginning", `after ${hour.orders}`, "latter / former"].map(cell).join("")
  const paces = (name: string, [first, last]: [number, number]) =>
    row(name, [first, last, last / first])
  console.log(
    [
      "orders a second".padEnd(32) + heading,
      paces("this plugin", ours),
      paces("system provider", builtIn),
      row("ratio", [ours[0] / builtIn[0], ours[1] / builtIn[1]], " x"),
    ].join("\n")
  )
}
