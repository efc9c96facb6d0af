import { cents, fromDollars } from "../../../domain/money"
import { isOverdue } from "../../../domain/operation"
import type { OrderSnapshot } from "../../../domain/order-snapshot"
import { type ApplicationStatus, FinancingError, RefusedError } from "../../../financing-api"
import { toValidationRequest } from "../../../translation/requests"
import { type ApplicationRecord, clampInt32, type OperationRecord } from "../records"
import type { Context } from "../context"
import type { Aggregate } from "../store/aggregate"
import { adoptLostToken } from "./run-operation"
import { LOST_UNNAMED, TWO_NAMED } from "../../../domain/review"
import { describeNoCredentials } from "../../../domain/review-silence"
import { isEndedForGood, readStatusCode } from "../../../domain/status-codes"
import { compact } from "../../../translation/medusa-rows"
import { readPostback, readUuid } from "../../../translation/postback"

export type Search = {
  known: Aggregate
  /** Reads the purchase, if it still exists and is unchanged. */
  readSnapshot: (application: ApplicationRecord) => Promise<OrderSnapshot | null>
}

/**
 * Searches the postbacks for the token of a lost answer while a create or a partial refund is in doubt. Includes
 * postbacks that arrived during the call and were processed since, and creates that the service or staff reported as
 * refused. Accepts a token only when the status read with the shop's credentials, the amount, and endpoint 15 with
 * the order's details agree.
 */
export async function findLostToken(
  context: Context,
  { known, readSnapshot }: Search
): Promise<SearchResult> {
  try {
    return known.application.kind === "lost"
      ? await findTokenOfLostApplication(context, known)
      : await findTokenOfOperation(context, { known, readSnapshot })
  } catch (error) {
    // The service does not answer: the hints wait for the next reconciliation.
    if (error instanceof FinancingError) return "not-answered"
    throw error
  }
}

async function findTokenOfOperation(
  context: Context,
  { known, readSnapshot }: Search
): Promise<SearchResult> {
  const { application, unanswered: operation } = known
  const isRunning = operation?.outcome === "intended" && !isOverdue(operation, context.clock.now())
  // The token of a pre-approval was known before.
  const isAttach = application.kind === "pre-approval" && operation?.kind === "create"
  if (!operation?.target_cents || isRunning || isAttach) {
    return "nothing"
  }
  const hints = (await listHints(context, application, operation)) ?? []
  if (hints.length > 0 && !context.options.environments[application.environment]) {
    return "not-answered"
  }
  const snapshot = hints.length > 0 ? await readSnapshot(application) : null
  if (!snapshot) {
    return "nothing"
  }
  for (const token of hints) {
    const found = { application, operation, token }
    if (await isCredible(context, found, snapshot)) {
      await adoptLostToken(context, found)
      if (operation.kind === "create") await context.reviewCases.close(application.id, "doubt")
      const details = { operation: operation.kind }
      await context.timeline.note(application.id, "lost-token-found", details)
      return "token"
    }
  }
  return "nothing"
}

type Named = { application: ApplicationRecord; operation: OperationRecord; token: string }

async function isCredible(
  context: Context,
  { application, operation, token }: Named,
  snapshot: OrderSnapshot
): Promise<boolean> {
  const loanAmount = cents(operation.target_cents ?? 0)
  const answer = await readHint(context, { application, token })
  if (!answer || fromDollars(answer.loanAmount) !== loanAmount) {
    return false
  }
  const request = toValidationRequest({ token, snapshot, loanAmount })
  return (await context.clients.for(application).validatePostback(request)) === "VERIFIED_PT"
}

/** Maximum number of processed postbacks kept for a lost application, and of tokens tried in one run. */
const MOST = { postbacks: 50, hints: 3 }

/**
 * Finds the token of a lost application in its postbacks. Bodies are unsigned, so a token is accepted only if this
 * database lacks it and the service reads it with the shop's credentials. It may replace a known token that has
 * ended, because a partial refund in the portal creates one.
 */
async function findTokenOfLostApplication(
  context: Context,
  { application, currentToken }: Aggregate
): Promise<SearchResult> {
  const { id, environment } = application
  await deleteOldPostbacks(context, id)
  const hints = await listHints(context, application, application)
  // A body with only other applications' tokens proves nothing.
  if (hints === null ? currentToken : hints.length === 0) {
    return "nothing"
  }
  if (hints && !context.options.environments[environment]) {
    await context.reviewCases.open(id, "lost-application", describeNoCredentials(environment))
    return "not-answered"
  }
  const read = (token: string) => readHint(context, { application, token })
  const found = compact(await Promise.all((hints ?? []).slice(0, MOST.hints).map(read)))
  const known = currentToken && (await read(currentToken.token))
  const next = found.find(isLive) ?? (currentToken ? null : found[0])
  if (next?.token && !(known && isLive(known))) {
    await context.tokens.add(application, next.token)
    const financed_cents = clampInt32(fromDollars(next.loanAmount)) ?? 0
    await context.applications.update({ id, financed_cents })
    return "token"
  }
  if (next) {
    await context.reviewCases.open(id, "answer", TWO_NAMED)
  } else if (!currentToken) {
    await context.reviewCases.open(id, "lost-application", LOST_UNNAMED)
  }
  return "nothing"
}

const isLive = ({ status }: ApplicationStatus) => !isEndedForGood(readStatusCode(status))

async function deleteOldPostbacks({ knex }: Context, application_id: string): Promise<void> {
  const processed = () =>
    knex("financing_postback").where({ application_id }).whereNotNull("processed_at")
  const old = processed().select("id").orderBy("created_at", "desc").offset(MOST.postbacks)
  await processed().whereIn("id", old).delete()
}

/** Maximum number of tokens tried; postbacks may come from anyone. */
const MOST_HINTS = 10
const MOST_POSTBACKS = 200

/** Tolerated clock skew between two servers in milliseconds. */
const CLOCKS = 120_000

/** Lists unknown tokens from postbacks since then, newest first; null where no postback names a token. */
async function listHints(
  context: Context,
  application: ApplicationRecord,
  { created_at }: Pick<OperationRecord, "created_at">
): Promise<string[] | null> {
  const since = new Date(new Date(created_at).getTime() - CLOCKS)
  const postbacks = await context.rows.listFinancingPostbacks(
    { application_id: application.id, created_at: { $gte: since } },
    { order: { created_at: "DESC" }, take: MOST_POSTBACKS, select: ["id", "fields", "body"] }
  )
  const named = postbacks.map(({ fields, body }) => readUuid(fields ?? readPostback(body ?? "")))
  const hints: string[] = []
  for (const uuid of new Set(named)) {
    if (hints.length < MOST_HINTS && uuid && (await context.tokens.onlyIfNew(application, uuid))) {
      hints.push(uuid)
    }
  }
  return named.some(Boolean) ? hints : null
}

/** `token`: one was added to the chain. `not-answered`: ask the service again. */
export type SearchResult = "token" | "nothing" | "not-answered"

/** Null where the service does not know the token or answers about another one. Throws FinancingError. */
async function readHint(
  context: Context,
  { application, token }: { application: ApplicationRecord; token: string },
  patience: { once?: boolean } = {}
): Promise<ApplicationStatus | null> {
  try {
    const client = context.clients.for(application)
    const answer = await client.getStatus({ applicationToken: token }, patience)
    return answer.token === token ? answer : null
  } catch (error) {
    // Any other error, such as "too busy", is not an answer.
    if (error instanceof RefusedError && error.code === "refused") {
      return null
    }
    throw error
  }
}

/**
 * Whether T proves no full refund. T can mean a full refund or a partial one that put another application in its
 * place: a postback since the refund names a token that is still live at the service. Also true while the service
 * does not answer.
 */
export async function wasReplacedByRefund(
  context: Context,
  application: ApplicationRecord,
  refund: OperationRecord
): Promise<boolean> {
  const hints = (await listHints(context, application, refund)) ?? []
  try {
    // Few, because the money lease is held.
    for (const token of hints.slice(0, MOST.hints)) {
      const answer = await readHint(context, { application, token }, { once: true })
      if (answer && isLive(answer)) return true
    }
    return false
  } catch (error) {
    if (!(error instanceof FinancingError)) throw error
    return true
  }
}
