import { parseArgs } from "node:util"
import { consoleProgress as progress } from "../tooling/progress"
import { printBacklogs } from "./backlog"
import { parseSizes } from "./growth"
import { printHourOfOrders } from "./hour-of-orders"
import { printIdle } from "./idle"
import { addOpenApplications } from "./open-applications"
import { printPostbackRates } from "./postback-rates"
import { type Bench, startBench } from "./start-bench"

const HELP = `npm run bench:load -- [--only PART] [options]

Measures a real store with a real Postgres and the simulator, all on this machine, as its load grows:
  rest    usage of an idle store, without applications and with many open ones; then, at each size, the
          backlog of due applications after an outage, cleared within the budget of calls. An exponent
          of 0 means that a value does not grow with the backlog, 1 that it grows in proportion
  orders  orders a second of concurrent shoppers, at the beginning and after an hour's worth of orders,
          compared with Medusa's system provider; and responses to postbacks at growing rates

  --only PART         rest or orders (default both)
  --applications N,…  sizes of the backlog (default 100,1000,10000)
  --seconds N         seconds of each measurement at most (default 60)
  --budget N          calls a minute that the schedule allows (default 600)
  --shoppers N        concurrent shoppers (default 20)
  --orders N          an hour's worth of orders (default 180)

A short try: --applications 10,20,40 --seconds 5 --shoppers 4 --orders 8`

async function withBench(
  pluginOptions: Record<string, unknown>,
  measure: (bench: Bench) => Promise<void>
): Promise<void> {
  const bench = await startBench(pluginOptions)
  try {
    await measure(bench)
  } finally {
    await bench.stop()
  }
}

type Options = Record<"seconds" | "budget" | "shoppers" | "orders", number> & { sizes: number[] }

const PARTS = {
  rest: ({ sizes, seconds, budget }: Options) =>
    withBench({ polling: { callsPerMinute: budget } }, async (bench) => {
      const most = Math.max(...sizes)
      await printIdle(bench, "no application", seconds)
      await progress(`Creating ${most} applications`, () => addOpenApplications(bench, most))
      await printIdle(bench, `${most} open applications`, seconds)
      await printBacklogs(bench, { sizes, seconds, budget })
    }),
  orders: ({ seconds, shoppers, orders }: Options) =>
    withBench({}, async (bench) => {
      await printHourOfOrders(bench, { shoppers, orders })
      await printPostbackRates(bench, Math.min(seconds, 20))
    }),
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      only: { type: "string" },
      applications: { type: "string", default: "100,1000,10000" },
      seconds: { type: "string", default: "60" },
      budget: { type: "string", default: "600" },
      shoppers: { type: "string", default: "20" },
      orders: { type: "string", default: "180" },
      help: { type: "boolean", default: false },
    },
  })
  if (values.help) {
    console.log(HELP)
    return
  }
  const options = {
    sizes: parseSizes(values.applications),
    seconds: Number(values.seconds),
    budget: Number(values.budget),
    shoppers: Number(values.shoppers),
    orders: Number(values.orders),
  }
  for (const [name, part] of Object.entries(PARTS)) {
    if (!values.only || values.only === name) await part(options)
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  console.error(
    "The bench stopped. Run it again with --applications 10,20,40 --seconds 5 --shoppers 4 --orders 8 to see why."
  )
  process.exitCode = 1
})
