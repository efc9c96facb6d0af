import type { Pool } from "pg"
import type { ApplicationView } from "../../../src/sandbox"
import type { SimulatorClient } from "../../../tooling/clients/simulator-client"
import type { Guest } from "./history"
import type {
  MedusaState,
  ApplicationRow,
  MedusaPayment,
  PreApprovalRow,
  Snapshot,
} from "./snapshot"

const PROVIDER_PATTERN = "pp_consumer-financing%"

/** $1 is the id of a cart, or of the order or draft that staff created; $2 are ids of pre-approvals. */
const SNAPSHOT_SQL = `
with orders as (
  select order_id as id from order_cart where cart_id = $1 and deleted_at is null
  union select $1
), collections as (
  select payment_collection_id as id from cart_payment_collection
    where cart_id = $1 and deleted_at is null
  union
  select payment_collection_id from order_payment_collection
    where order_id in (select id from orders) and deleted_at is null
), mine as (
  select * from financing_application
    where (cart_id = $1 or requested_order_id = $1) and deleted_at is null
), told as materialized (
  -- Materialized to use the index: the table grows with every history.
  select application_id, what, details, created_at from financing_timeline_entry
    where application_id = any(array(select id from mine)) and deleted_at is null
)
select
  (select json_build_object('id', id, 'canceled', canceled_at is not null or status = 'canceled')
    from "order" where id in (select id from orders) and not is_draft_order
      and deleted_at is null) as "order",
  (select json_build_object('id', id) from "order"
    where id = $1 and is_draft_order and deleted_at is null) as draft,
  (select coalesce(json_agg(json_build_object(
      'id', p.id, 'session', p.payment_session_id, 'amount', round(p.amount * 100),
      'captured', p.captured_at is not null, 'canceled', p.canceled_at is not null,
      'captures', (select count(*) from capture c
        where c.payment_id = p.id and c.deleted_at is null),
      'refunded', (select coalesce(round(sum(r.amount) * 100), 0) from refund r
        where r.payment_id = p.id and r.deleted_at is null)) order by p.created_at), '[]')
    from payment p where p.payment_collection_id in (select id from collections)
      and p.deleted_at is null and p.provider_id like '${PROVIDER_PATTERN}') as payments,
  (select coalesce(json_agg(s.id), '[]') from payment_session s
    where s.payment_collection_id in (select id from collections)
      and s.deleted_at is null and s.provider_id like '${PROVIDER_PATTERN}') as sessions,
  (select coalesce(json_agg(json_build_object(
      'id', a.id, 'kind', a.kind, 'state', a.state, 'attempt', a.attempt,
      'live', a.live_key is not null, 'cancelling', a.cancelling,
      'financed', a.financed_cents, 'refunded', a.refunded_cents,
      'hasAddress', a.customer_url is not null, 'selected', a.selected_offer_id,
      'offers', (select coalesce(json_agg(one -> 'id'), '[]')
        from jsonb_array_elements(case jsonb_typeof(a.offers) when 'array' then a.offers
          else '[]' end) one),
      'placedBeforeWithdrawn', exists (select 1 from told placed
        where placed.application_id = a.id and placed.what = 'order-placed'
          and not exists (select 1 from told taken
            where taken.application_id = a.id and taken.what = 'request-withdrawn'
              and taken.created_at < placed.created_at)),
      'wasDeclined', exists (select 1 from told seen
        where seen.application_id = a.id and seen.what = 'status-changed'
          and seen.details ->> 'to' in ('X', 'U')),
      'review_cases', (select coalesce(json_agg(json_build_object('cause', t.cause, 'reason', t.reason)), '[]')
        from financing_review_case t where t.application_id = a.id and t.deleted_at is null),
      'sessions', (select coalesce(json_agg(s.payment_session_id), '[]')
        from financing_session s where s.application_id = a.id and s.deleted_at is null),
      'operations', (select coalesce(json_agg(json_build_object(
          'id', o.id, 'kind', o.kind, 'outcome', o.outcome, 'token', o.token,
          'newToken', o.new_token, 'target', o.target_cents,
          'lost', o.error_code is not null and o.outcome <> 'refused') order by o.created_at), '[]')
        from financing_operation o where o.application_id = a.id and o.deleted_at is null),
      'tokens', (select coalesce(json_agg(k.token order by k.position), '[]')
        from financing_token k where k.application_id = a.id and k.deleted_at is null),
      'named', (select coalesce(json_agg(distinct b.fields ->> 'uuid'), '[]')
        from financing_postback b where b.application_id = a.id and b.deleted_at is null)
    ) order by a.attempt), '[]')
    from mine a) as ours,
  (select coalesce(json_agg(json_build_object('id', p.id, 'state', p.state, 'token', p.token,
      'uses', (select coalesce(json_agg(json_build_object(
          'applicationId', a.id, 'cartId', a.cart_id,
          'payments', (select count(*) from financing_session s
            join payment on payment.payment_session_id = s.payment_session_id
            where s.application_id = a.id and payment.canceled_at is null
              and payment.deleted_at is null))), '[]')
        from financing_token k join financing_application a on a.id = k.application_id
        where k.token = p.token and k.deleted_at is null))), '[]')
    from financing_pre_approval p where p.id = any($2)) as "preApprovals",
  exists (select 1 from financing_outage where raised_at is not null)
    or exists (
      select 1 from notification
      where trigger_type = 'consumer-financing.service-unavailable'
        and created_at > now() - interval '1 minute') as "isAlarm"`

/** A prepared statement, because it runs after every step. */
const SNAPSHOT_QUERY = { name: "sides-of-a-purchase", text: SNAPSHOT_SQL }

type SnapshotRow = {
  order: MedusaState["order"]
  draft: MedusaState["draft"]
  payments: MedusaPayment[]
  sessions: string[]
  ours: ApplicationRow[]
  preApprovals: PreApprovalRow[]
  isAlarm: boolean
}

/** The purchase to read. */
export type Subject = {
  /** Id of a cart, or of the order or draft that staff created. */
  purchaseId: string
  /** The guest whose pre-approvals may pay for it. */
  guest?: Pick<Guest, "lastName" | "preApprovals">
}

const NO_GUEST: NonNullable<Subject["guest"]> = { lastName: "", preApprovals: [] }

type SnapshotSources = { database: Pool; simulator: SimulatorClient }

/** Reads everything about one purchase from the simulator and the database. */
export async function takeSnapshot(
  { database, simulator }: SnapshotSources,
  { purchaseId, guest = NO_GUEST }: Subject
): Promise<Snapshot> {
  const { lastName, preApprovals } = guest
  const [cartApplications, guestApplications, { rows }] = await Promise.all([
    simulator.listCartApplications(purchaseId),
    preApprovals.length > 0 ? simulator.applications({ lastName }) : [],
    database.query<SnapshotRow>({
      ...SNAPSHOT_QUERY,
      values: [purchaseId, preApprovals.map(({ id }) => id)],
    }),
  ])
  const [row] = rows
  if (!row) throw new Error("The database did not answer")
  const { order, draft, payments, sessions, ours: records } = row
  const isUsed = ({ tokens }: ApplicationView) =>
    records.some((record) => record.tokens.some((token) => tokens.includes(token)))
  const others = guestApplications.filter(
    ({ id }) => !cartApplications.some((application) => application.id === id)
  )
  const applications = cartApplications.filter(
    (application) => !isReplacedAfterDenial(application, cartApplications)
  )
  return {
    applications: [...applications, ...others.filter(isUsed)].sort(compareAttempts),
    preApproved: others.filter((other) => !isUsed(other)),
    medusa: { order, draft, payments, sessions },
    records,
    preApprovals: row.preApprovals,
    isAlarm: row.isAlarm,
  }
}

/**
 * Whether the service created the application, answered 401 and then created another under the same order id. The
 * customer never gets the first one's URL, so it cannot be signed.
 */
function isReplacedAfterDenial(
  { id, originalOrderId }: ApplicationView,
  filed: ApplicationView[]
): boolean {
  const last = filed.filter((application) => application.originalOrderId === originalOrderId).at(-1)
  return last !== undefined && last.id !== id
}

/** Orders applications by attempt. The sort is stable, so equal attempts keep their creation order. */
function compareAttempts(a: ApplicationView, b: ApplicationView): number {
  const getAttempt = ({ originalOrderId }: ApplicationView) =>
    Number(originalOrderId.split("-").at(-1))
  return getAttempt(a) - getAttempt(b)
}
