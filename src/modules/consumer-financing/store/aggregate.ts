import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { LocalEffects, OwnEnd } from "../../../domain/application-state"
import {
  isOverdue,
  isRecordedByStaff,
  MONEY_KINDS,
  type OperationKind,
} from "../../../domain/operation"
import type { ApplicationRecord, OperationRecord } from "../records"

/** An application with the records that decisions need, as of one moment. */
export type Aggregate = {
  application: ApplicationRecord
  /** The newest token of its chain. */
  currentToken: { token: string; position: number } | null
  /** Its payment sessions, past ones included. */
  sessionIds: string[]
  /** Money operations, newest first, without refused ones, which did not happen. */
  operations: OperationRecord[]
  /**
   * The newest create or partial refund with an unknown token: without an answer, or reported as not done by the
   * service or staff.
   */
  unanswered: OperationRecord | null
}

type AggregateKey = { id: string } | { paymentSessionId: string }

type Row = ApplicationRecord &
  Pick<Aggregate, "operations" | "unanswered"> & {
    current_token: Aggregate["currentToken"]
    session_ids: string[]
  }

const BY_ID = "application.id = :key"
const BY_SESSION = `application.id = (
  select application_id from financing_session
  where payment_session_id = :key and deleted_at is null)`

const statementFor = (condition: string) => `
  select application.*,
    (select json_build_object('token', token, 'position', position) from financing_token
      where application_id = application.id and deleted_at is null
      order by position desc limit 1) as current_token,
    array(select payment_session_id from financing_session
      where application_id = application.id and deleted_at is null order by id) as session_ids,
    (select coalesce(json_agg(to_json(operation) order by created_at desc, id desc), '[]')
      from financing_operation operation
      where application_id = application.id and deleted_at is null
        and kind = any(:kinds) and outcome <> 'refused') as operations,
    (select to_json(operation) from financing_operation operation
      where application_id = application.id and deleted_at is null and new_token is null
        and ((kind in ('create', 'partial-refund') and outcome in ('intended', 'in-doubt'))
          or (kind = 'create' and outcome = 'refused'
            -- Without either it was never sent.
            and (http_status is not null or resolved_by is not null)))
      order by created_at desc limit 1) as unanswered
  from financing_application application
  where ${condition} and application.deleted_at is null`

/** Reads it with one statement; null for an unknown application. */
export async function readAggregate(knex: Knex, key: AggregateKey): Promise<Aggregate | null> {
  const [condition, value] = "id" in key ? [BY_ID, key.id] : [BY_SESSION, key.paymentSessionId]
  const { rows } = await knex.raw<{ rows: Row[] }>(statementFor(condition), {
    key: value,
    kinds: [...MONEY_KINDS],
  })
  const [row] = rows
  if (!row) {
    return null
  }
  const { current_token, session_ids, operations, unanswered, ...application } = row
  return {
    application,
    currentToken: current_token,
    sessionIds: session_ids,
    operations: operations.map(withDates),
    unanswered: unanswered && withDates(unanswered),
  }
}

/** JSON has no dates. */
function withDates(row: OperationRecord): OperationRecord {
  const { created_at, updated_at, deadline_at, finished_at } = row
  return {
    ...row,
    created_at: new Date(created_at),
    updated_at: new Date(updated_at),
    deadline_at: new Date(deadline_at),
    finished_at: finished_at && new Date(finished_at),
  }
}

/** An unfinished operation: running, or (`doubtful`) in doubt. */
export type OpenOperationRow = { operation: OperationRecord; doubtful: boolean }

export function toOpenOperation(operation: OperationRecord, now: number): OpenOperationRow {
  const doubtful = operation.outcome === "in-doubt" || isOverdue(operation, now)
  return { operation, doubtful }
}

/** Returns the unfinished money operation. */
export function openOperationOf(
  { operations }: Pick<Aggregate, "operations">,
  now: number
): OpenOperationRow | null {
  const open = operations.find(({ outcome }) => outcome !== "confirmed")
  return open ? toOpenOperation(open, now) : null
}

/** Effects of confirmed operations that the service's code does not show. */
export function localEffectsOf(
  { application, currentToken, operations }: Aggregate,
  now: number
): LocalEffects {
  const sent = (kind: OperationKind) => operations.filter((operation) => operation.kind === kind)
  return {
    settleSent: sent("settle").some(({ token }) => token === currentToken?.token),
    underWay: operations.some(
      (operation) => operation.outcome === "intended" && !isOverdue(operation, now)
    ),
    fullRefundSent: sent("refund").length > 0,
    isRefundedByPlugin: sent("refund").some(
      (operation) => operation.outcome === "confirmed" && !isRecordedByStaff(operation)
    ),
    ended: findOwnEnd(
      application,
      operations.filter(
        (operation) => operation.outcome === "confirmed" && operation.token === currentToken?.token
      )
    ),
    refunded: application.refunded_cents,
    expired: application.expired,
  }
}

/** Finds how confirmed operations on the current token ended an application. */
function findOwnEnd(
  { financed_cents, refunded_cents }: ApplicationRecord,
  confirmed: readonly OperationRecord[]
): OwnEnd | null {
  const did = (kind: OperationKind) => confirmed.some((operation) => operation.kind === kind)
  if (did("refund") && refunded_cents >= financed_cents) return "T"
  return did("cancel") ? "O" : null
}
