import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import {
  CHALLENGE_SECONDS,
  hashChallenge,
  issueChallenge,
  readVerdict,
  type Verdict,
} from "../../../domain/self-proof"
import type { PluginOptions } from "../../../options/options"
import type { DatabaseClock } from "../coordination/database-clock"
import { isLeased } from "../coordination/lease"

type Challenger = {
  knex: Knex
  clock: Pick<DatabaseClock, "now">
  options: Pick<PluginOptions, "secret">
}

/** An address's answer to a challenge; `problem` explains a missing verdict. */
export type Challenged = {
  url: string
  http_status: number | null
  verdict: Verdict | null
  problem: "timed-out" | "unreachable" | "redirected" | "unexpected-status" | "not-this-shop" | null
}

const TIMEOUT = 5_000
/** Maximum answer size; a verdict is far shorter. */
const READ_BYTES = 1_024

const TABLE = "financing_lease"
const idOf = (challenge: string) => `challenge:${hashChallenge(challenge)}`

/**
 * Stores a challenge in this database and sends it to an address, whose server looks it up in its own database.
 * Follows no redirect. Throws only database errors.
 */
export async function challengeAddress(
  { knex, clock, options: { secret } }: Challenger,
  address: string
): Promise<Challenged> {
  // Signs with the previous secret while there is one: other servers may not have the current one yet.
  const challenge = issueChallenge(clock.now(), secret.at(-1) ?? "")
  const id = idOf(challenge)
  const expires_at = knex.raw("now() + make_interval(secs => ?)", [CHALLENGE_SECONDS])
  await knex(TABLE).insert({ id, holder: "challenge", expires_at })
  try {
    return await send(address, challenge, secret)
  } finally {
    await knex(TABLE).where({ id }).delete()
  }
}

export async function findVerdict(knex: Knex, challenge: string): Promise<Verdict> {
  return (await isLeased(knex, idOf(challenge))) ? "same" : "other"
}

async function send(
  address: string,
  challenge: string,
  secret: readonly string[]
): Promise<Challenged> {
  const base = address.replace(/\/+$/, "")
  const none = { url: `${base}/consumer-financing/here/…`, verdict: null }
  const signal = AbortSignal.timeout(TIMEOUT)
  try {
    const response = await fetch(`${base}/consumer-financing/here/${challenge}`, {
      method: "POST",
      redirect: "manual",
      signal,
      headers: { accept: "application/json" },
    })
    const http_status = response.status
    const answer = readAnswer(await readBeginning(response))
    if (http_status >= 300 && http_status <= 399) {
      return { ...none, http_status, problem: "redirected" }
    }
    if (http_status !== 200) {
      return { ...none, http_status, problem: "unexpected-status" }
    }
    const verdict = readVerdict(challenge, answer, secret)
    return { ...none, http_status, verdict, problem: verdict === "same" ? null : "not-this-shop" }
  } catch {
    return { ...none, http_status: null, problem: signal.aborted ? "timed-out" : "unreachable" }
  }
}

async function readBeginning(response: Response): Promise<string> {
  const reader = response.body?.getReader()
  let text = ""
  const decoder = new TextDecoder()
  while (reader && text.length < READ_BYTES) {
    const { done, value } = await reader.read()
    if (done) return text
    text += decoder.decode(value, { stream: true })
  }
  await reader?.cancel()
  return text
}

function readAnswer(text: string): { verdict: unknown; signature: unknown } {
  try {
    const { verdict, signature } = (JSON.parse(text) ?? {}) as Record<string, unknown>
    return { verdict, signature }
  } catch {
    return { verdict: null, signature: null }
  }
}
