import { performance } from "node:perf_hooks"
import { parseArgs } from "node:util"
import { eventually } from "../tooling/clients/eventually"
import { type Bench, startBench } from "./start-bench"
import { percentiles } from "./percentiles"

const HELP = `npm run bench -- [--rounds N] [--postbacks N]

Measures a real store with a real Postgres and the simulator, all on this machine:
  - session, complete, capture and refund with this plugin, side by side with Medusa's own system
    provider (which calls nobody): the difference is what the plugin and the service cost
  - from a customer's signature to the order, told by a postback alone
  - the answer to valid postbacks, and to forged ones beside the store's own /health

  --rounds N      purchases with each provider (default 40)
  --postbacks N   postbacks of each kind, sent at 100 a second (default 1000)`

const PROVIDERS = {
  "this plugin": "pp_consumer-financing_default",
  "system provider": "pp_system_default",
} as const
type Side = keyof typeof PROVIDERS

type Times = Map<string, number[]>

async function timed<Answer>(
  times: Times,
  name: string,
  act: () => Promise<Answer>
): Promise<Answer> {
  const before = performance.now()
  const answer = await act()
  times.set(name, [...(times.get(name) ?? []), performance.now() - before])
  return answer
}

async function purchase(
  { shop, admin, simulator }: Bench,
  side: Side,
  times: Times
): Promise<void> {
  const cart = await shop.createCart()
  const providerId = PROVIDERS[side]
  await timed(times, `create session · ${side}`, () =>
    shop.choosePaymentMethod(cart.id, { providerId })
  )
  if (side === "this plugin") {
    const { tip } = await simulator.applicationOfCart(cart.id)
    await simulator.status(tip, { status: "S", postback: false })
  }
  const done = await timed(times, `complete cart · ${side}`, () => shop.completeCart(cart.id))
  if (done.type !== "order") {
    throw new Error(`The cart was not completed: ${done.error.message}`)
  }
  const order = await admin.order(done.order.id)
  const payment = order.payment_collections?.[0]?.payments?.[0]
  if (!payment) {
    throw new Error("The order has no payment")
  }
  await timed(times, `capture · ${side}`, () => admin.capture(payment.id))
  await timed(times, `refund a part · ${side}`, () => admin.refund(payment.id, { amount: 100 }))
}

async function orderByPostback({ shop, admin, simulator }: Bench, times: Times): Promise<void> {
  const cart = await shop.createCart()
  await shop.choosePaymentMethod(cart.id)
  const { tip } = await simulator.applicationOfCart(cart.id)
  await timed(times, "signed → order (postback alone)", async () => {
    await simulator.status(tip, { status: "S", postback: true })
    await eventually(
      async () => {
        if (!(await admin.orderOfCart(cart.id))) throw new Error("no order yet")
      },
      { everyMs: 25 }
    )
  })
}

type Volley = { url: string; method: "GET" | "POST"; count: number; name: string }

/** Sends at 100 a second, whatever the answers take, and times each answer. */
async function volley(times: Times, { url, method, count, name }: Volley): Promise<void> {
  const shots: Promise<void>[] = []
  for (let shot = 0; shot < count; shot += 1) {
    shots.push(
      timed(times, name, async () => {
        const body = method === "POST" ? "txn_type=cart&payment_status=pending" : undefined
        const answer = await fetch(url, {
          method,
          ...(body
            ? { body, headers: { "content-type": "application/x-www-form-urlencoded" } }
            : {}),
        })
        await answer.text()
      })
    )
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  await Promise.all(shots)
}

async function postbacks(bench: Bench, count: number, times: Times): Promise<void> {
  const cart = await bench.shop.createCart()
  await bench.shop.choosePaymentMethod(cart.id)
  const { notifyUrl } = await bench.simulator.applicationOfCart(cart.id)
  if (!notifyUrl) {
    throw new Error("The service was given no address for postbacks")
  }
  const forged = `${notifyUrl.slice(0, -4)}AAAA`
  const health = `${bench.storeUrl}/health`
  await volley(times, {
    url: health,
    method: "GET",
    count,
    name: "answer · the store's own /health",
  })
  await volley(times, { url: forged, method: "POST", count, name: "answer · forged postback" })
  await volley(times, { url: notifyUrl, method: "POST", count, name: "answer · valid postback" })
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      rounds: { type: "string", default: "40" },
      postbacks: { type: "string", default: "1000" },
      help: { type: "boolean", default: false },
    },
  })
  if (values.help) {
    console.log(HELP)
    return
  }
  const bench = await startBench()
  const times: Times = new Map()
  try {
    for (const side of Object.keys(PROVIDERS) as Side[]) {
      await purchase(bench, side, new Map())
    }
    for (let round = 0; round < Number(values.rounds); round += 1) {
      await purchase(bench, "this plugin", times)
      await purchase(bench, "system provider", times)
      await orderByPostback(bench, times)
      process.stdout.write(`\r  round ${round + 1} of ${values.rounds}`)
    }
    console.log()
    await postbacks(bench, Number(values.postbacks), times)
  } finally {
    await bench.stop()
  }
  console.log(percentiles(times))
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  console.error(
    "The bench stopped. Run it again with --rounds 2 to see whether the store works at all."
  )
  process.exitCode = 1
})
