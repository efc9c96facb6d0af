import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { ApplicationRecord } from "../modules/consumer-financing/records"
import { OUR_PROVIDERS } from "../translation/purchase-state"
import {
  CAPTURE_UNANNOUNCED,
  paymentStatusData,
  sessionStatusData,
  toSessionStatus,
} from "../translation/session-data"

/**
 * Matches a record that is unchanged since the read; the process that changed it writes the newer data. Writes only
 * status and data, and only differences.
 */
const AS_READ = `exists (
  select 1 from financing_application
  where id = :applicationId and state = :state and code is not distinct from :code)`

/**
 * Updates the application's newest session. A session that core has authorized belongs to core, even before its
 * order exists: the condition is checked under the row's lock. A session that awaits the service's decision keeps
 * its status.
 */
const UPDATE_SESSION = `
  update payment_session set
    status = case status when 'pending_authorization' then status else :status end,
    data = coalesce(data, '{}') || cast(:data as jsonb) || jsonb_build_object('session_id', id),
    updated_at = now()
  where id = (
      select session.id from payment_session session
      join financing_session own on own.payment_session_id = session.id and own.deleted_at is null
      where own.application_id = :applicationId and session.deleted_at is null
      order by session.created_at desc, session.id desc limit 1
    )
    and deleted_at is null and authorized_at is null
    and status in ('pending', 'requires_more', 'pending_authorization')
    and (not data @> cast(:data as jsonb) or status not in (:status, 'pending_authorization'))
    and ${AS_READ}`

/** Captured and counted by its order, but without its event. */
const IS_UNANNOUNCED = `data ->> '${CAPTURE_UNANNOUNCED}' = 'true' and deleted_at is null and not exists (
    select 1 from capture where payment_id = payment.id and deleted_at is null and not exists (
      select 1 from order_transaction where reference_id = capture.id and deleted_at is null))`

const UPDATE_PAYMENTS = `
  with own as (
    select payment_session_id from financing_session
    where application_id = :applicationId and deleted_at is null
  ), updated as (
  update payment set data = coalesce(data, '{}') || cast(:data as jsonb), updated_at = now()
  where payment_session_id in (select payment_session_id from own)
    and deleted_at is null and not coalesce(data, '{}') @> cast(:data as jsonb) and ${AS_READ}
  )
  select id from payment
  where payment_session_id in (select payment_session_id from own) and ${IS_UNANNOUNCED}`

const CLEAR_UNANNOUNCED = `
  with cleared as (
    update payment set data = data - '${CAPTURE_UNANNOUNCED}' where id = :paymentId
    returning payment_session_id
  )
  update payment_session set data = data - '${CAPTURE_UNANNOUNCED}'
  where id in (select payment_session_id from cleared)`

/**
 * Updates Medusa's payment session from its application's record: the storefront's data and whether it is live. One
 * statement, because Medusa's own update reads the session, calls the provider and writes the old status back:
 * between core's authorization and its next read, that reverts an order. Succeeds without a row.
 */
export async function updatePaymentSession(
  knex: Knex,
  application: ApplicationRecord
): Promise<void> {
  await knex.raw(UPDATE_SESSION, {
    ...toBindings(application),
    status: toSessionStatus(application),
    data: JSON.stringify(sessionStatusData(application)),
  })
}

/**
 * Updates the payments of the application's sessions, without the address. Returns those whose capture has no event
 * yet.
 */
export async function updatePayments(
  knex: Knex,
  application: ApplicationRecord
): Promise<string[]> {
  const data = JSON.stringify(paymentStatusData(application))
  const values = { ...toBindings(application), data }
  const { rows } = await knex.raw<{ rows: { id: string }[] }>(UPDATE_PAYMENTS, values)
  return rows.map(({ id }) => id)
}

/** Finds sessions of recent payments whose capture has no event yet. */
export async function findUnannounced(knex: Knex, since: Date): Promise<string[]> {
  return await knex("payment")
    .whereLike("provider_id", `${OUR_PROVIDERS}%`)
    .where("created_at", ">", since)
    .whereRaw(IS_UNANNOUNCED)
    .pluck<string[]>("payment_session_id")
}

/** Records that `payment.captured` was emitted. */
export async function clearUnannounced(knex: Knex, paymentId: string): Promise<void> {
  await knex.raw(CLEAR_UNANNOUNCED, { paymentId })
}

const toBindings = ({ id, state, code }: ApplicationRecord) => ({ applicationId: id, state, code })
