import { Client } from "pg"
import { type AdminClient, createAdminClient } from "../../tooling/clients/admin-client"
import { HttpError } from "../../tooling/clients/http-client"
import { repairLedger } from "./aged-ledger"
import { withRefusedWrites } from "./refused-writes"
import { createHarness, startExtraStore } from "./harness"
import { expectInvariants } from "./invariants"
import { listServiceCalls } from "./money-steps"
import { postponeCheck } from "./scheduled-checks"
import { getLatestApplication } from "./plugin-records"
import { createCapturedOrder, type PaidOrder, getOnlyPayment } from "./purchases"
import type { RowMatcher } from "./database-triggers"

const { run, admin } = createHarness()

const AMOUNTS = { "a part": 100, everything: undefined } as const
type What = keyof typeof AMOUNTS
const ENDPOINTS = { "a part": "partialRefund", everything: "refund" } as const

/** What the plugin writes once the service has confirmed a refund, in no particular order. */
const OURS = {
  "a part": [
    "insert financing_token",
    "insert financing_timeline_entry",
    "update financing_application",
    "update financing_operation",
    "update financing_operation",
    "delete financing_lease",
  ],
  everything: [
    "insert financing_timeline_entry",
    "update financing_application",
    "update financing_operation",
    "delete financing_lease",
  ],
}

/** What core writes afterwards. */
const CORES = [
  "update payment",
  "update payment_collection",
  "insert order_transaction",
  "update order_summary",
  "insert order_change",
  "insert order_change_action",
  "insert order_credit_line",
  "insert order_shipping",
  "insert order_summary",
  "insert order_item",
  "update order_change",
  "update order",
  "update order_change_action",
]

function casesOf(what: What) {
  const writes = [...OURS[what], ...CORES]
  return writes.map((write, index) => {
    const nth = writes.slice(0, index + 1).filter((one) => one === write).length
    return [write, nth] as const
  })
}

const amountOf = (what: What, { payment }: PaidOrder) => AMOUNTS[what] ?? Number(payment.amount)

/** A row of this purchase that is written once the intent to refund it is committed. */
async function isOfRefund({ cart, order, payment, collectionId }: PaidOrder): Promise<string> {
  const { id } = await getLatestApplication(cart.id)
  const ids = [id, order.id, payment.id, collectionId].join("|")
  return `coalesce(to_jsonb(new), to_jsonb(old))::text ~ '${ids}' and exists (
    select 1 from financing_operation
    where application_id = '${id}' and kind in ('refund', 'partial-refund')
      and (xmin::text <> pg_current_xact_id()::xid::text
        or outcome <> 'intended' or new_token is not null))`
}

/** The writes of a refund that succeeds, without the lease renewal before the call. */
async function recordWrites(bought: PaidOrder, what: What): Promise<string[]> {
  const client = new Client({ connectionString: run.databaseUrl })
  await client.connect()
  const name = `record_${process.pid}_${bought.order.display_id}`
  try {
    await client.query(`create table ${name} (written text)`)
    await client.query(`create function ${name}() returns trigger language plpgsql as $$
      begin
        if ${await isOfRefund(bought)} then
          insert into ${name} values (lower(tg_op) || ' ' || tg_table_name);
        end if;
        return coalesce(new, old);
      end $$`)
    const { rows } = await client.query<{ table_name: string }>(
      `select table_name from information_schema.tables
       where table_schema = 'public' and table_type = 'BASE TABLE'
         and table_name ~ '^(order|payment|refund|capture|financing)'`
    )
    for (const { table_name: table } of rows) {
      await client.query(
        `create trigger ${name} after insert or update or delete on "${table}"
         for each row execute function ${name}()`
      )
    }
    await admin.refund(bought.payment.id, { amount: amountOf(what, bought) })
    const { rows: written } = await client.query<{ written: string }>(`select * from ${name}`)
    return written.map((one) => one.written).filter((one) => one !== "update financing_lease")
  } finally {
    await client.query(`drop function if exists ${name} cascade`)
    await client.query(`drop table if exists ${name}`)
    await client.end()
  }
}

describe.each<What>(["a part", "everything"])(
  "a refund of %s that the service has confirmed (A20, H3)",
  (what) => {
    // Some of core's workflows never end after a refused write, and each keeps a connection of its server.
    let staff: AdminClient
    beforeAll(async () => {
      staff = createAdminClient((await startExtraStore()).url)
    })

    it("is followed by the expected writes", async () => {
      const bought = await createCapturedOrder()
      await postponeCheck(bought.cart.id)
      const expected = [...OURS[what], ...CORES].sort()
      expect((await recordWrites(bought, what)).sort()).toEqual(expected)
    })

    it.each(casesOf(what))("succeeds when %s fails (occurrence %i)", async (write, nth) => {
      const bought = await createCapturedOrder()
      const { cart, order, payment, token } = bought
      await postponeCheck(cart.id)
      const [event, table] = write.split(" ") as [RowMatcher["event"], string]
      const refusal = { table: `"${table}"`, event, when: await isOfRefund(bought), nth }
      await withRefusedWrites(refusal, async (refused) => {
        const { status, body } = await refund(staff, payment.id, amountOf(what, bought))
        expect(body).toMatchObject({ payment: { id: payment.id } })
        expect(status).toBe(200)
        await refused()
      })
      const amount = AMOUNTS[what] ?? payment.amount
      const expectRow = async () =>
        expect(getOnlyPayment(await admin.getOrder(order.id)).refunds).toMatchObject([{ amount }])
      await expectRow()
      expect(await listServiceCalls(token, ENDPOINTS[what])).toHaveLength(1)
      await repairLedger(bought)
      await expectRow()
      expect((await admin.getOrder(order.id)).summary).toMatchObject({ pending_difference: 0 })
      expect((await getLatestApplication(cart.id)).review_reason).toBeNull()
      await expectInvariants(cart.id)
    })
  }
)

/** Refunds as a staff browser does, and returns the answer even if it is an error. */
async function refund(staff: AdminClient, paymentId: string, amount: number) {
  try {
    const body = await staff.refund(paymentId, { amount })
    return { status: 200, body: { payment: body } }
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    return { status: error.status, body: error.body }
  }
}
