import { performance } from "node:perf_hooks"
import { parseArgs } from "node:util"
import { Client } from "pg"
import { consoleProgress as progress } from "../tooling/progress"
import { percentiles } from "./percentiles"
import { type Bench, startBench } from "./start-bench"

const HELP = `npm run bench:applications -- [--applications N] [--rounds N]

Measures the dashboard's overview and lists in a real store whose database holds many of them, beside
a page of Medusa's own list of orders (which holds none: the least that a page costs).

  --applications N   how many there are (default 100000)
  --rounds N         how often each page is asked for (default 50)`

const HERE = "/admin/consumer-financing"
const WEEK = 7 * 24 * 60 * 60 * 1000

/** As they lie in a shop of some years: spread over the states and the time, one in a hundred asks. */
async function fill(databaseUrl: string, count: number): Promise<void> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query(
      `insert into financing_application
         (id, environment, state, code, cart_id, service_order_id, financed_cents, service_cents,
          snapshot_hash, ready_at, approved_at, paid_out_at, settled, review_reason, created_at)
       select 'finapp_bench' || n, 'staging',
              (array['funded','funded','funded','refunded','declined','cancelled','awaiting-customer',
                     'ready-to-settle','under-review','expired'])[1 + n % 10],
              'C', 'cart_bench' || n, 'cart_bench' || n || '-1', 10000 + n % 90000, 10000 + n % 90000,
              'hash', case when n % 10 in (0, 1, 2, 3, 7) then now() - n * interval '1 minute' end,
              case when n % 10 in (0, 1, 2, 3, 7) then now() - n * interval '1 minute' end,
              case when n % 10 in (0, 1, 2, 3) then now() - n * interval '1 minute' end,
              n % 10 in (0, 1, 2, 3),
              case when n % 100 = 0 then 'Compare both sides.' end, now() - n * interval '1 minute'
       from generate_series(1, $1::int) as n`,
      [count]
    )
    await client.query(
      `insert into financing_token (id, token, environment, position, application_id)
       select 'fintok_bench' || n, 'token-bench-' || n, 'staging', 1, 'finapp_bench' || n
       from generate_series(1, $1::int) as n`,
      [count]
    )
    // Five lines of each, and a refund of every tenth.
    await client.query(
      `insert into financing_timeline_entry (id, what, details, application_id, created_at)
       select 'fintl_bench' || n || '_' || line,
              case when line = 1 and n % 10 = 3 then 'refunded' else 'status-changed' end,
              '{"cents": 1000}', 'finapp_bench' || n, now() - n * interval '1 minute'
       from generate_series(1, $1::int) as n, generate_series(1, 5) as line`,
      [count]
    )
    await client.query(
      `insert into financing_review_case
         (id, cause, reason, financed_cents, seen_at, application_id, created_at)
       select 'fincase_bench' || n, 'mismatch', 'Compare both sides.', 10000 + n % 90000, now(),
              'finapp_bench' || n, now() - n * interval '1 minute'
       from generate_series(100, $1::int, 100) as n`,
      [count]
    )
    await client.query(
      "analyze financing_application, financing_token, financing_timeline_entry, financing_review_case"
    )
  } finally {
    await client.end()
  }
}

function pagesOf(count: number): Record<string, string> {
  const applications = `${HERE}/applications`
  return {
    "Medusa's own list of orders": "/admin/orders?limit=20",
    "first page": `${applications}?limit=20`,
    "a page in the middle": `${applications}?limit=20&offset=${Math.floor(count / 2)}`,
    "ready to settle": `${applications}?state=ready-to-settle`,
    "ready for three days": `${applications}?ready_for_days=3`,
    "needs attention": `${applications}?needs_attention=true`,
    "search by token": `${applications}?q=token-bench-${Math.floor(count / 3)}`,
    "search by cart": `${applications}?q=cart_bench${Math.floor(count / 3)}`,
    "search by e-mail": `${applications}?q=nobody@shop.example`,
    "search by amount": `${applications}?q=123.45`,
    "by money": `${applications}?order=-financed_cents`,
    "of a week": `${applications}?created_from=${new Date(Date.now() - WEEK).toISOString()}`,
    "counts by state": `${applications}/summary`,
    overview: `${HERE}/overview?time_zone=America/New_York`,
    health: `${HERE}/health`,
    "cases by money": `${HERE}/review-cases?order=-financed_cents`,
  }
}

async function measure(
  { admin }: Bench,
  { count, rounds }: { count: number; rounds: number }
): Promise<string> {
  const times = new Map<string, number[]>()
  for (let round = -2; round < rounds; round += 1) {
    for (const [name, path] of Object.entries(pagesOf(count))) {
      const before = performance.now()
      await admin.door.get(path)
      // The first two rounds warm the store up.
      if (round >= 0) times.set(name, [...(times.get(name) ?? []), performance.now() - before])
    }
    process.stdout.write(`\r  round ${Math.max(0, round + 1)} of ${rounds}`)
  }
  process.stdout.write("\n")
  return percentiles(times)
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      applications: { type: "string", default: "100000" },
      rounds: { type: "string", default: "50" },
      help: { type: "boolean", default: false },
    },
  })
  if (values.help) {
    console.log(HELP)
    return
  }
  const count = Number(values.applications)
  const bench = await startBench()
  try {
    await progress(`Filling in ${count} applications`, () => fill(bench.databaseUrl, count))
    console.log(await measure(bench, { count, rounds: Number(values.rounds) }))
  } finally {
    await bench.stop()
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  console.error("The bench stopped. Run it again with --applications 100 --rounds 2 to see why.")
  process.exitCode = 1
})
