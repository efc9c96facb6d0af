import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { ApplicationRecord } from "../modules/consumer-financing/records"
import { toldInPayment, toldInSession, toSessionStatus } from "../translation/session-data"

/**
 * A record that changed since it was read is told of by whoever changed it. Status and data alone are
 * written, and only where they differ.
 */
const AS_READ = `exists (
  select 1 from financing_application
  where id = :applicationId and state = :state and code is not distinct from :code)`

/**
 * The newest session that rests on the application. One that core has authorized is core's, also in the
 * moment between its authorization and the order that is made of it: the condition is checked with the
 * row in hand. One that waits for the service's decision goes on waiting, whatever its data say.
 */
const TELL_SESSION = `
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

const TELL_PAYMENTS = `
  update payment set data = coalesce(data, '{}') || cast(:data as jsonb), updated_at = now()
  where payment_session_id in (
      select payment_session_id from financing_session
      where application_id = :applicationId and deleted_at is null
    )
    and deleted_at is null and not coalesce(data, '{}') @> cast(:data as jsonb) and ${AS_READ}`

/**
 * Brings Medusa's payment session that rests on an application up to date with its record: data for the
 * storefront, and whether it is alive. One statement, because Medusa's own update reads the
 * session, asks the provider, and writes the old status back: between core's authorization and its
 * re-read that takes an order back. No row is an answer.
 */
export async function updatePaymentSession(
  knex: Knex,
  application: ApplicationRecord
): Promise<void> {
  await knex.raw(TELL_SESSION, {
    ...asRead(application),
    status: toSessionStatus(application),
    data: JSON.stringify(toldInSession(application)),
  })
}

/** The same for the payments that were made of its sessions, which tell no address. */
export async function updatePayments(knex: Knex, application: ApplicationRecord): Promise<void> {
  const data = JSON.stringify(toldInPayment(application))
  await knex.raw(TELL_PAYMENTS, { ...asRead(application), data })
}

const asRead = ({ id, state, code }: ApplicationRecord) => ({ applicationId: id, state, code })
