import { parseArgs } from "node:util"
import { createAdminClient } from "../tooling/clients/admin-client"
import { eventually } from "../tooling/clients/eventually"
import { createShopClient } from "../tooling/clients/shop-client"
import { consoleProgress as progress } from "../tooling/progress"
import { type RequestCost, recordCost } from "../tooling/clients/statements"
import { type Bench, startBench } from "./start-bench"
import { measureOrderRate, PROVIDERS, type Side } from "./order-rate"
import { formatPercentiles, getPercentileRatio } from "./percentiles"
import { recordDuration, type Times } from "./record-duration"
import { createPostbackUrl, type RequestTarget, sendBatch } from "./request-batch"

const HELP = `npm run bench -- [--rounds N] [--postbacks N]

Measures a real store with a real Postgres and the simulator, all on this machine, after a warm-up of a
hundred carts with each provider:
  - session, complete, capture and refund with this plugin and with Medusa's own system provider (which
    makes no calls): the difference is the cost of the plugin and the service; half a second apart
  - from a customer's signature to the order, created by a postback alone
  - responses to valid and forged postbacks, compared with the store's own /health
  - concurrent shoppers: orders a second with each provider
  - statements at Postgres and calls to the service for each request
Then their ratios, which are comparable between machines.

  --rounds N      purchases with each provider (default 40)
  --shoppers N    concurrent shoppers (default 20)
  --postbacks N   postbacks of each kind, sent at 100 a second (default 1000)`

/** Milliseconds between two requests, about a person's pace. Background work after a response ends within it. */
const PAUSE_MS = 500

const pause = () => new Promise((resolve) => setTimeout(resolve, PAUSE_MS))

async function measurePurchase(
  { shop, admin, simulator }: Bench,
  side: Side,
  times: Times
): Promise<void> {
  const cart = await shop.createCart()
  const providerId = PROVIDERS[side]
  await pause()
  await recordDuration(times, `create session · ${side}`, () =>
    shop.choosePaymentMethod(cart.id, { providerId })
  )
  if (side === "this plugin") {
    const { tip } = await simulator.findCartApplication(cart.id)
    await simulator.status(tip, { status: "S", postback: false })
    // Delays the capture's postback into the pause after the capture.
    await simulator.postbacks({ mode: "delay", delayMs: PAUSE_MS / 2, match: { token: tip } })
  }
  await pause()
  const done = await recordDuration(times, `complete cart · ${side}`, () =>
    shop.completeCart(cart.id)
  )
  if (done.type !== "order") {
    throw new Error(`The cart was not completed: ${done.error.message}`)
  }
  const order = await admin.getOrder(done.order.id)
  const payment = order.payment_collections?.[0]?.payments?.[0]
  if (!payment) {
    throw new Error("The order has no payment")
  }
  await pause()
  await recordDuration(times, `capture · ${side}`, () => admin.capture(payment.id))
  await pause()
  await recordDuration(times, `refund a part · ${side}`, () =>
    admin.refund(payment.id, { amount: 100 })
  )
}

const PAID_ORDER = `
  select 1 from order_cart
  join order_payment_collection of_order on of_order.order_id = order_cart.order_id
  join payment on payment.payment_collection_id = of_order.payment_collection_id
  where order_cart.cart_id = $1`

/** Times an order that a postback alone creates. Polls the database, because polling the store would slow it down. */
async function measureOrderByPostback(
  { shop, simulator, database }: Bench,
  times: Times
): Promise<void> {
  const cart = await shop.createCart()
  await shop.choosePaymentMethod(cart.id)
  const { tip } = await simulator.findCartApplication(cart.id)
  await pause()
  await recordDuration(times, "signed → order (postback alone)", async () => {
    await simulator.status(tip, { status: "S", postback: true })
    await eventually(
      async () => {
        const { rowCount } = await database.query(PAID_ORDER, [cart.id])
        if (!rowCount) throw new Error("no order yet")
      },
      { everyMs: 10 }
    )
  })
}

async function measurePostbacks(bench: Bench, count: number, times: Times): Promise<void> {
  const valid = await createPostbackUrl(bench)
  const forged = `${valid.slice(0, -4)}AAAA`
  const shots: Record<string, RequestTarget> = {
    "answer · the store's own /health": { url: `${bench.storeUrl}/health`, method: "GET" },
    "answer · forged postback": { url: forged, method: "POST" },
    "answer · valid postback": { url: valid, method: "POST" },
  }
  // Alternates one-second batches with pauses for background work, so that noise affects every kind alike.
  for (let sent = 0; sent < count; sent += 100) {
    for (const [name, shot] of Object.entries(shots)) {
      await sendBatch(times, { name, shot, count: 100, perSecond: 100 })
      await pause()
      await pause()
    }
  }
}

/** Rounds of concurrent shoppers for each provider. */
const CROWD_ROUNDS = 4
const WARM_UP_ROUNDS = 10

async function printShoppers(bench: Bench, shoppers: number): Promise<void> {
  const seconds: Record<Side, number> = { "this plugin": 0, "system provider": 0 }
  for (let crowd = 0; crowd < CROWD_ROUNDS; crowd += 1) {
    for (const side of Object.keys(PROVIDERS) as Side[]) {
      seconds[side] += shoppers / (await measureOrderRate(bench, side, shoppers))
    }
  }
  const formatPace = (side: Side) => ((CROWD_ROUNDS * shoppers) / seconds[side]).toFixed(1)
  const ratio = seconds["system provider"] / seconds["this plugin"]
  console.log(
    `${shoppers} concurrent shoppers: ${formatPace("this plugin")} and ${formatPace("system provider")} orders a second, ${ratio.toFixed(2)} x`
  )
}

/** Warms up the store with a hundred carts for each provider. */
async function warmUp(bench: Bench): Promise<void> {
  const sides = Object.keys(PROVIDERS) as Side[]
  for (let crowd = 0; crowd < WARM_UP_ROUNDS; crowd += 1) {
    for (const side of sides) await measureOrderRate(bench, side, 10)
  }
  for (const side of sides) await measurePurchase(bench, side, new Map())
}

type Costs = Record<string, RequestCost>

/** Counts the statements and service calls of one warm purchase, by request. */
async function recordCosts(bench: Bench, side: Side): Promise<Costs> {
  const { storeUrl, facts, shop, admin, simulator } = bench
  const cart = await shop.createCart()
  const { payment_collection } = await shop.storeApi.post<{ payment_collection: { id: string } }>(
    "/store/payment-collections",
    { cart_id: cart.id }
  )
  const place = `/store/payment-collections/${payment_collection.id}/payment-sessions`
  const session = await recordCost((headers) =>
    createShopClient(storeUrl, facts, headers).storeApi.post(place, {
      provider_id: PROVIDERS[side],
    })
  )
  if (side === "this plugin") {
    const { tip } = await simulator.findCartApplication(cart.id)
    await simulator.status(tip, { status: "S", postback: false })
  }
  const complete = await recordCost((headers) =>
    createShopClient(storeUrl, facts, headers).completeCart(cart.id)
  )
  const order = await admin.findOrderByCart(cart.id)
  const paymentId = order?.payment_collections?.[0]?.payments?.[0]?.id ?? ""
  const staff = (headers: Record<string, string>) => createAdminClient(storeUrl, headers)
  const capture = await recordCost((headers) => staff(headers).capture(paymentId))
  const refund = await recordCost((headers) => staff(headers).refund(paymentId, { amount: 100 }))
  return {
    "create session": session,
    "complete cart": complete,
    capture,
    "refund a part": refund,
  }
}

async function printCosts(bench: Bench): Promise<void> {
  const ours = await recordCosts(bench, "this plugin")
  const builtIn = await recordCosts(bench, "system provider")
  console.log("\nstatements of one request       ours  built-in  after ours  calls  after")
  for (const [verb, mine] of Object.entries(ours)) {
    const numbers = [
      mine.statements.length,
      builtIn[verb]?.statements.length ?? 0,
      mine.laterStatements.length,
      mine.calls.length,
      mine.laterCalls.length,
    ]
    console.log(verb.padEnd(28) + numbers.map((value) => String(value).padStart(8)).join(""))
  }
}

const OPERATIONS = ["create session", "complete cart", "capture", "refund a part"]

function printRatios(times: Times): void {
  const formatRatio = (name: string, base: string, share = 0.5) =>
    `${getPercentileRatio(times, { name, base, share }).toFixed(2)} x`
  console.log("\ncompared with the built-in provider, p50")
  for (const verb of OPERATIONS) {
    const of = `${verb} · this plugin`
    console.log(`  ${verb.padEnd(26)}${formatRatio(of, `${verb} · system provider`)}`)
  }
  const signed = "signed → order (postback alone)"
  console.log(
    `  signed → order / complete  ${formatRatio(signed, "complete cart · system provider")}`
  )
  const [valid, health] = ["answer · valid postback", "answer · the store's own /health"]
  console.log("valid postbacks compared with the store's own /health")
  console.log(`  p50 ${formatRatio(valid, health)} · p99 ${formatRatio(valid, health, 0.99)}`)
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      rounds: { type: "string", default: "40" },
      shoppers: { type: "string", default: "20" },
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
    await progress("Warming up", () => warmUp(bench))
    for (let round = 0; round < Number(values.rounds); round += 1) {
      await measurePurchase(bench, "this plugin", times)
      await measurePurchase(bench, "system provider", times)
      await measureOrderByPostback(bench, times)
      process.stdout.write(`\r  round ${round + 1} of ${values.rounds}`)
    }
    console.log()
    await measurePostbacks(bench, Number(values.postbacks), times)
    console.log(formatPercentiles(times))
    printRatios(times)
    const shoppers = Number(values.shoppers)
    await printShoppers(bench, shoppers)
    await printCosts(bench)
  } finally {
    await bench.stop()
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  console.error(
    "The bench stopped. Run it again with --rounds 2 to see whether the store works at all."
  )
  process.exitCode = 1
})
