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
type RefundSize = keyof typeof AMOUNTS
const ENDPOINTS = { "a part": "partialRefund", everything: "refund" } as const

/** What the plugin writes once the service has confirmed a refund, in no particular order. */
const PLUGIN_WRITES = {
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
const CORE_WRITES = [
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

function listWrites(refundSize: RefundSize) {
  const writes = [...PLUGIN_WRITES[refundSize], ...CORE_WRITES]
  return writes.map((write, index) => {
    const nth = writes.slice(0, index + 1).filter((earlierWrite) => earlierWrite === write).length
    return [write, nth] as const
  })
}

const getAmount = (refundSize: RefundSize, { payment }: PaidOrder) =>
  AMOUNTS[refundSize] ?? Number(payment.amount)

/** A row of this purchase that is written once the intent to refund it is committed. */
async function buildRefundCondition({
  cart,
  order,
  payment,
  collectionId,
}: PaidOrder): Promise<string> {
  const { id } = await getLatestApplication(cart.id)
  const ids = [id, order.id, payment.id, collectionId].join("|")
  return `coalesce(to_jsonb(new), to_jsonb(old))::text ~ '${ids}' and exists (
    select 1 from financing_operation
    where application_id = '${id}' and kind in ('refund', 'partial-refund')
      and (xmin::text <> pg_current_xact_id()::xid::text
        or outcome <> 'intended' or new_token is not null))`
}

/** The writes of a refund that succeeds, without the lease renewal before the call. */
async function recordWrites(purchase: PaidOrder, refundSize: RefundSize): Promise<string[]> {
  const client = new Client({ connectionString: run.databaseUrl })
  await client.connect()
  const name = `record_${process.pid}_${purchase.order.display_id}`
  try {
    await client.query(`create table ${name} (written text)`)
    await client.query(`create function ${name}() returns trigger language plpgsql as $$
      begin
        if ${await buildRefundCondition(purchase)} then
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
    await admin.refund(purchase.payment.id, { amount: getAmount(refundSize, purchase) })
    const { rows: written } = await client.query<{ written: string }>(`select * from ${name}`)
    return written.map((one) => one.written).filter((one) => one !== "update financing_lease")
  } finally {
    await client.query(`drop function if exists ${name} cascade`)
    await client.query(`drop table if exists ${name}`)
    await client.end()
  }
}

describe.each<RefundSize>(["a part", "everything"])(
  "a refund of %s that the service has confirmed (A20, H3)",
  (refundSize) => {
    // Some of core's workflows never end after a refused write, and each keeps a connection of its server.
    let staffClient: AdminClient
    beforeAll(async () => {
      staffClient = createAdminClient((await startExtraStore()).url)
    })

    it("is followed by the expected writes", async () => {
      const purchase = await createCapturedOrder()
      await postponeCheck(purchase.cart.id)
      const expected = [...PLUGIN_WRITES[refundSize], ...CORE_WRITES].sort()
      expect((await recordWrites(purchase, refundSize)).sort()).toEqual(expected)
    })

    it.each(listWrites(refundSize))(
      "succeeds when %s fails (occurrence %i)",
      async (write, nth) => {
        const purchase = await createCapturedOrder()
        const { cart, order, payment, token } = purchase
        await postponeCheck(cart.id)
        const [event, table] = write.split(" ") as [RowMatcher["event"], string]
        const refusal = {
          table: `"${table}"`,
          event,
          when: await buildRefundCondition(purchase),
          nth,
        }
        await withRefusedWrites(refusal, async (expectRefused) => {
          const { status, body } = await sendRefund(
            staffClient,
            payment.id,
            getAmount(refundSize, purchase)
          )
          expect(body).toMatchObject({ payment: { id: payment.id } })
          expect(status).toBe(200)
          await expectRefused()
        })
        const amount = AMOUNTS[refundSize] ?? payment.amount
        const expectRefundRow = async () =>
          expect(getOnlyPayment(await admin.getOrder(order.id)).refunds).toMatchObject([{ amount }])
        await expectRefundRow()
        expect(await listServiceCalls(token, ENDPOINTS[refundSize])).toHaveLength(1)
        await repairLedger(purchase)
        await expectRefundRow()
        expect((await admin.getOrder(order.id)).summary).toMatchObject({ pending_difference: 0 })
        expect((await getLatestApplication(cart.id)).review_reason).toBeNull()
        await expectInvariants(cart.id)
      }
    )
  }
)

/** Refunds as a staff browser does, and returns the answer even if it is an error. */
async function sendRefund(staffClient: AdminClient, paymentId: string, amount: number) {
  try {
    const body = await staffClient.refund(paymentId, { amount })
    return { status: 200, body: { payment: body } }
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    return { status: error.status, body: error.body }
  }
}
