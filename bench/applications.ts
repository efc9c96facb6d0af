import { parseArgs } from "node:util"
import { consoleProgress as progress } from "../tooling/progress"
import { formatGrowthHeading, formatGrowthRow, parseSizes } from "./growth"
import { getPercentile, formatPercentiles } from "./percentiles"
import { type Bench, startBench } from "./start-bench"
import { recordDuration, type Times } from "./record-duration"

const HELP = `npm run bench:applications -- [--applications N,…] [--rounds N]

Measures the dashboard's overview and lists in a real store with a growing number of applications, compared
with a page of Medusa's own list of orders, which is empty: the minimum cost of a page. An exponent of 0 means
that a page's time does not depend on the number of applications; 1, that it grows in proportion.

  --applications N,…   numbers of applications to measure with (default 1000,10000,100000)
  --rounds N           requests for each page (default 50)`

const ADMIN_PATH = "/admin/consumer-financing"
const WEEK = 7 * 24 * 60 * 60 * 1000

type Span = { from: number; to: number }

/** Inserts applications as in an old shop: one per 15 minutes, in all states, a review case for one in a hundred. */
async function insertApplications({ database: client }: Bench, { from, to }: Span): Promise<void> {
  await client.query(
    `insert into financing_application
       (id, environment, state, code, cart_id, service_order_id, financed_cents, service_cents,
        snapshot_hash, ready_at, approved_at, paid_out_at, settled, review_reason, created_at)
     select 'finapp_bench' || n, 'staging',
            (array['funded','funded','funded','refunded','declined','cancelled','awaiting-customer',
                   'ready-to-settle','under-review','expired'])[1 + n % 10],
            'C', 'cart_bench' || n, 'cart_bench' || n || '-1', 10000 + n % 90000, 10000 + n % 90000,
            'hash', case when n % 10 in (0, 1, 2, 3, 7) then now() - n * interval '15 minutes' end,
            case when n % 10 in (0, 1, 2, 3, 7) then now() - n * interval '15 minutes' end,
            case when n % 10 in (0, 1, 2, 3) then now() - n * interval '15 minutes' end,
            n % 10 in (0, 1, 2, 3),
            case when n % 100 = 0 then 'Compare both sides.' end, now() - n * interval '15 minutes'
     from generate_series($1::int, $2::int) as n`,
    [from, to]
  )
  await client.query(
    `insert into financing_token (id, token, environment, position, application_id)
     select 'fintok_bench' || n, 'token-bench-' || n, 'staging', 1, 'finapp_bench' || n
     from generate_series($1::int, $2::int) as n`,
    [from, to]
  )
  await client.query(
    `insert into financing_operation
       (id, kind, outcome, target_cents, deadline_at, finished_at, application_id)
     select 'finop_bench' || n, 'settle', 'confirmed', 10000 + n % 90000, now(),
            now() - n * interval '15 minutes', 'finapp_bench' || n
     from generate_series($1::int, $2::int) as n where n % 10 in (0, 1, 2, 3)
     union all
     select 'finop_back' || n, 'refund', 'confirmed', 0, now(), now() - n * interval '15 minutes',
            'finapp_bench' || n
     from generate_series($1::int, $2::int) as n where n % 10 = 3`,
    [from, to]
  )
  // Five timeline entries for each application, and a refund for every tenth.
  await client.query(
    `insert into financing_timeline_entry (id, what, details, application_id, created_at)
     select 'fintl_bench' || n || '_' || line,
            case when line = 1 and n % 10 = 3 then 'refunded' else 'status-changed' end,
            '{"cents": 1000}', 'finapp_bench' || n, now() - n * interval '15 minutes'
     from generate_series($1::int, $2::int) as n, generate_series(1, 5) as line`,
    [from, to]
  )
  await client.query(
    `insert into financing_review_case
       (id, cause, reason, financed_cents, seen_at, application_id, created_at)
     select 'fincase_bench' || n, 'mismatch', 'Compare both sides.', 10000 + n % 90000, now(),
            'finapp_bench' || n, now() - n * interval '15 minutes'
     from generate_series($1::int, $2::int) as n where n % 100 = 0`,
    [from, to]
  )
  await client.query(
    "analyze financing_application, financing_token, financing_timeline_entry, financing_review_case, financing_operation"
  )
}

const formatDaysAgo = (days: number): string =>
  new Date(Date.now() - days * 24 * 60 * 60 * 1000).toISOString().slice(0, 10)

function listPages(count: number): Record<string, string> {
  const applications = `${ADMIN_PATH}/applications`
  return {
    "Medusa's own list of orders": "/admin/orders?limit=20",
    "first page": `${applications}?limit=20`,
    "a page in the middle": `${applications}?limit=20&offset=${Math.floor(count / 2)}`,
    "ready to settle": `${applications}?state=ready-to-settle`,
    "needs attention": `${applications}?state=needs-attention`,
    "search by token": `${applications}?q=token-bench-${Math.floor(count / 3)}`,
    "search by cart": `${applications}?q=cart_bench${Math.floor(count / 3)}`,
    "search by e-mail": `${applications}?q=nobody@shop.example`,
    "search by amount": `${applications}?q=123.45`,
    "by money": `${applications}?order=-financed_cents`,
    "of a week": `${applications}?created_from=${new Date(Date.now() - WEEK).toISOString()}`,
    overview: `${ADMIN_PATH}/overview?time_zone=America/New_York`,
    "payouts of a month": `${ADMIN_PATH}/payouts?from=${formatDaysAgo(30)}&to=${formatDaysAgo(0)}`,
    health: `${ADMIN_PATH}/health`,
    "cases by money": `${ADMIN_PATH}/review-cases?order=-financed_cents`,
  }
}

async function measurePages(
  { admin }: Bench,
  { count, rounds }: { count: number; rounds: number }
): Promise<Times> {
  const times: Times = new Map()
  for (let round = -2; round < rounds; round += 1) {
    for (const [name, path] of Object.entries(listPages(count))) {
      // The first two rounds warm up the store.
      await recordDuration(round < 0 ? new Map() : times, name, () => admin.adminApi.get(path))
    }
    process.stdout.write(`\r  round ${Math.max(0, round + 1)} of ${rounds}`)
  }
  process.stdout.write("\n")
  return times
}

/** Formats how the time of each page grows with the number of applications. */
function formatGrowth(measured: ReadonlyMap<number, Times>): string {
  const pages = Object.keys(listPages(1)).map((name) =>
    formatGrowthRow(
      name,
      [...measured].map(([size, times]) => ({ size, value: getPercentile(times.get(name), 0.5) }))
    )
  )
  return [
    formatGrowthHeading("milliseconds, p50, by applications", [...measured.keys()]),
    ...pages,
  ].join("\n")
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      applications: { type: "string", default: "1000,10000,100000" },
      rounds: { type: "string", default: "50" },
      help: { type: "boolean", default: false },
    },
  })
  if (values.help) {
    console.log(HELP)
    return
  }
  const sizes = parseSizes(values.applications)
  const bench = await startBench()
  const measured = new Map<number, Times>()
  try {
    for (const [index, count] of sizes.entries()) {
      const span = { from: (sizes[index - 1] ?? 0) + 1, to: count }
      await progress(`Filling in up to ${count} applications`, () =>
        insertApplications(bench, span)
      )
      const times = await measurePages(bench, { count, rounds: Number(values.rounds) })
      console.log(`\n${count} applications\n${formatPercentiles(times)}\n`)
      measured.set(count, times)
    }
    console.log(formatGrowth(measured))
  } finally {
    await bench.stop()
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  console.error("The bench stopped. Run it again with --applications 100 --rounds 2 to see why.")
  process.exitCode = 1
})
