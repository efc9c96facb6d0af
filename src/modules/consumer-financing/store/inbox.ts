import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { asData } from "./rows"

/** How often a postback is tried before it is put aside: it decides nothing, status checks go on anyway. */
const MOST_ATTEMPTS = 5

/** Enough for any burst: what is beyond it is opened the next time. */
const BATCH = 200

type Waiting = { id: string; body: string | null; attempts: number }

/** `putAside`: how many were put aside just now. */
export type Opened = { waiting: Waiting[]; putAside: number }

/**
 * What waits in an application's inbox, oldest first, with this attempt counted before anything is done with
 * it: a postback which makes its processing fail, or the process end, is put aside one day instead of being tried
 * for ever.
 */
export async function openInbox(knex: Knex, applicationId: string): Promise<Opened> {
  const { rows } = await knex.raw<{ rows: (Waiting & { is_spent: boolean })[] }>(
    `with opened as (
       select id, attempts >= :most as is_spent from financing_postback
       where application_id = :applicationId and processed_at is null and deleted_at is null
       order by created_at limit :batch for update)
     update financing_postback as postback set
       attempts = case when is_spent then attempts else attempts + 1 end,
       processed_at = case when is_spent then now() end,
       body = case when is_spent then null else body end,
       fields = case when is_spent then '{}' else fields end,
       validation = case when is_spent then 'unreadable' else validation end,
       updated_at = now()
     from opened where postback.id = opened.id
     returning postback.id, body, attempts, is_spent, created_at`,
    { applicationId, most: MOST_ATTEMPTS, batch: BATCH }
  )
  const waiting = rows.filter(({ is_spent }) => !is_spent)
  return { waiting: waiting.sort(byId), putAside: rows.length - waiting.length }
}

/** Ids are made in the order of time. */
const byId = (one: Waiting, other: Waiting) => (one.id < other.id ? -1 : 1)

export type Filed = { id: string; fields: object; validation: string | null }

/**
 * Processed: what is known of them stays, their bodies go. All of them, or none; what another server filed
 * meanwhile stays as it is.
 */
export async function filePostbacks(knex: Knex, filed: Filed[]): Promise<void> {
  await asData(
    knex.raw(
      `update financing_postback as postback
       set fields = filed.fields, validation = filed.validation, body = null,
         processed_at = now(), updated_at = now()
       from jsonb_to_recordset(cast(? as jsonb)) as filed(id text, fields jsonb, validation text)
       where postback.id = filed.id and postback.processed_at is null`,
      [JSON.stringify(filed)]
    )
  )
}
