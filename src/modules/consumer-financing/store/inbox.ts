import type { Context } from "../context"
import type { PostbackRecord } from "../records"
import { addRow, mapConstraintErrors } from "./rows"

/** Attempts before a postback is put aside. It decides nothing; status checks continue. */
const MOST_ATTEMPTS = 5

/** Enough for any burst; the next run takes the rest. */
const BATCH = 200

type Received = Pick<PostbackRecord, "application_id" | "content_type" | "bytes" | "body">

/** Stores a postback. Medusa's generated method would wait for the event bus, which may be away. */
export async function addPostback({ knex }: Context, postback: Received): Promise<void> {
  await mapConstraintErrors(addRow(knex, "FinancingPostbacks", postback))
}

type Waiting = Pick<PostbackRecord, "id" | "body" | "attempts">

/** `skipped`: how many failed too often to be tried again. */
type Opened = { waiting: Waiting[]; skipped: number }

/**
 * Reads an application's unprocessed postbacks, oldest first, after counting this attempt. A postback that makes its
 * processing fail or crash is skipped after some attempts.
 */
export async function readInbox({ knex }: Context, applicationId: string): Promise<Opened> {
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
  return { waiting: waiting.sort(byId), skipped: rows.length - waiting.length }
}

/** Ids sort by time. */
const byId = (a: Waiting, b: Waiting) => (a.id < b.id ? -1 : 1)

export type Filed = { id: string; fields: object; validation: string | null }

/**
 * Marks postbacks as processed: keeps their fields and deletes their bodies, all or none. Skips those that another
 * server has processed.
 */
export async function markPostbacksProcessed({ knex }: Context, filed: Filed[]): Promise<void> {
  await mapConstraintErrors(
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
