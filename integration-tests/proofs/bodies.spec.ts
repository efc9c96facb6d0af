import { readFile } from "node:fs/promises"
import { performance } from "node:perf_hooks"
import { Client } from "pg"
import { eventually } from "../../tooling/clients/eventually"
import { createHarness } from "../store/harness"
import { getLatestApplication } from "../store/plugin-records"
import { buildAddress, post, signAddress } from "../store/postback-steps"
import {
  type AppliedCart,
  createAppliedCart,
  waitForOrder,
  signApplication,
  disablePostbacks,
} from "../store/purchase-steps"
import { buildOddPostback } from "../unit/fuzz/odd-postback"
import { CANARY } from "../unit/fuzz/odd-values"
import { createRandom } from "../unit/fuzz/random"
import { formatBody } from "../unit/fuzz/format-body"
import { type Tally, createTally } from "../unit/fuzz/tally"
import { readProofOptions, PROOF_TIMEOUT_MS, printLine } from "./proof-options"

const { run, store, simulator, admin } = createHarness()

const options = readProofOptions()
const APPLICATION_COUNT = 2
/** Senders that post concurrently, as a service with a backlog does. */
const SENDER_COUNT = 24
/** One in this many addresses is forged. */
const FORGERY_ODDS = 20

type Target = AppliedCart & { id: string }

async function createTarget(): Promise<Target> {
  const appliedCart = await createAppliedCart()
  await disablePostbacks(appliedCart.token)
  return { ...appliedCart, id: (await getLatestApplication(appliedCart.cart.id)).id }
}

/** Posts body number `n`: a forged address has to answer 404 and a valid one 200, whatever the body is. */
async function postBody(target: Target, n: number, tally: Tally): Promise<boolean> {
  const random = createRandom(options.seed, "postback", n)
  const { body, headers, done } = buildOddPostback(random)
  const isForged = random.oneIn(FORGERY_ODDS)
  const signature = isForged ? signAddress("return", target.id) : signAddress("postback", target.id)
  const url = buildAddress({ path: "postback", applicationId: target.id, signature })
  const { status } = await post(url, new Uint8Array(body), headers)
  if (status !== (isForged ? 404 : 200)) {
    tally.recordViolation(n, `HTTP ${status}\n    ${done.join(", ")}: ${formatBody(body)}`)
  }
  tally.recordOutcome(isForged ? "refused" : "accepted")
  return !isForged
}

/** Posts all bodies through the senders. Returns how many had a valid address. */
async function postAll(targets: readonly Target[], tally: Tally): Promise<number> {
  let acceptedCount = 0
  let next = options.from
  const runSender = async () => {
    for (let n = next++; n < options.from + options.bodies; n = next++) {
      const target = targets[n % targets.length]
      if (target && (await postBody(target, n, tally))) acceptedCount += 1
    }
  }
  await Promise.all(Array.from({ length: SENDER_COUNT }, runSender))
  return acceptedCount
}

async function query<Row extends object>(text: string, values: unknown[]): Promise<Row[]> {
  const client = new Client({ connectionString: run.databaseUrl })
  await client.connect()
  try {
    return (await client.query<Row>(text, values)).rows
  } finally {
    await client.end()
  }
}

type Inbox = { rows: number; waiting: number; bodies: number; aside: number }

async function readInbox(ids: readonly string[]): Promise<Inbox | undefined> {
  const [inbox] = await query<Inbox>(
    `select count(*)::int as rows,
       count(*) filter (where processed_at is null)::int as waiting,
       count(body)::int as bodies,
       count(*) filter (where validation = 'unreadable')::int as aside
     from financing_postback where application_id = any($1)`,
    [ids]
  )
  return inbox
}

test(
  "odd bodies neither break the postback route nor decide anything (B2, B12, G3, I8)",
  async () => {
    const targets = await Promise.all(Array.from({ length: APPLICATION_COUNT }, createTarget))
    const ids = targets.map(({ id }) => id)
    const tally = createTally("a store's postback route")
    const startedAt = performance.now()
    const acceptedCount = await postAll(targets, tally)
    const seconds = (performance.now() - startedAt) / 1_000
    const inbox = await eventually(
      async () => {
        const counts = await readInbox(ids)
        expect(counts).toMatchObject({ rows: acceptedCount, waiting: 0 })
        return counts
      },
      { timeoutMs: 120_000, everyMs: 500 }
    )
    printLine(
      `    ${Math.round(options.bodies / seconds)} a second; all ${inbox?.rows} are worked off`
    )
    tally.close()
    expect(inbox).toMatchObject({ bodies: 0, aside: 0 })

    for (const { cart, token } of targets) {
      const application = await getLatestApplication(cart.id)
      expect(application).toMatchObject({
        state: "awaiting-customer",
        code: "P",
        review_reason: null,
      })
      const calls = await simulator.calls({ token })
      const changingCalls = calls.filter(({ operation }) => !READ_OPERATIONS.includes(operation))
      expect(changingCalls.map(({ operation }) => operation)).toEqual(["createOrder"])
      expect(await admin.findOrderByCart(cart.id)).toBeUndefined()
    }
    expect(await readFile(run.storeLogFile, "utf8")).not.toContain(CANARY)
    const entries = await store.call("consumerFinancing", "listFinancingTimelineEntries", {
      application_id: ids,
    })
    expect(JSON.stringify(entries)).not.toContain(CANARY)
  },
  PROOF_TIMEOUT_MS
)

const READ_OPERATIONS = ["getStatus", "validatePostback"]

test("a signed purchase becomes an order after all odd bodies", async () => {
  const target = await createTarget()
  await signApplication(target.token)
  const { body } = buildOddPostback(createRandom(options.seed, "last"))
  await post(String(target.applied.notifyUrl), new Uint8Array(body))
  expect(await waitForOrder(target.cart.id)).toBeDefined()
})
