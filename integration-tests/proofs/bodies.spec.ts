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
const APPLICATIONS = 2
/** Senders that post concurrently, as a service with a backlog does. */
const SENDERS = 24
/** One in this many addresses is forged. */
const ONE_FORGED_OF = 20

type Target = AppliedCart & { id: string }

async function openTarget(): Promise<Target> {
  const made = await createAppliedCart()
  await disablePostbacks(made.token)
  return { ...made, id: (await getLatestApplication(made.cart.id)).id }
}

/** Posts body number `n`: a forged address has to answer 404 and a valid one 200, whatever the body is. */
async function postBody(target: Target, n: number, tally: Tally): Promise<boolean> {
  const random = createRandom(options.seed, "postback", n)
  const { body, headers, done } = buildOddPostback(random)
  const isForged = random.oneIn(ONE_FORGED_OF)
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
  let taken = 0
  let next = options.from
  const sendOn = async () => {
    for (let n = next++; n < options.from + options.bodies; n = next++) {
      const target = targets[n % targets.length]
      if (target && (await postBody(target, n, tally))) taken += 1
    }
  }
  await Promise.all(Array.from({ length: SENDERS }, sendOn))
  return taken
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

async function inboxOf(ids: readonly string[]): Promise<Inbox | undefined> {
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
    const targets = await Promise.all(Array.from({ length: APPLICATIONS }, openTarget))
    const ids = targets.map(({ id }) => id)
    const tally = createTally("a store's postback route")
    const begun = performance.now()
    const taken = await postAll(targets, tally)
    const seconds = (performance.now() - begun) / 1_000
    const inbox = await eventually(
      async () => {
        const seen = await inboxOf(ids)
        expect(seen).toMatchObject({ rows: taken, waiting: 0 })
        return seen
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
      const changing = calls.filter(({ operation }) => !READING.includes(operation))
      expect(changing.map(({ operation }) => operation)).toEqual(["createOrder"])
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

const READING = ["getStatus", "validatePostback"]

test("a signed purchase becomes an order after all odd bodies", async () => {
  const made = await openTarget()
  await signApplication(made.token)
  const { body } = buildOddPostback(createRandom(options.seed, "last"))
  await post(String(made.applied.notifyUrl), new Uint8Array(body))
  expect(await waitForOrder(made.cart.id)).toBeDefined()
})
