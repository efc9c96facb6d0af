import { setTimeout as sleep } from "node:timers/promises"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import {
  FINANCING_LOCKED,
  type HomeAnswer,
  type HomeDecision,
  type HomeState,
  isLockedState,
  isSameAddress,
  judgeHome,
  secondsUntilChallenge,
  UNVERIFIED_UNTIL_REPORT,
} from "../../../domain/home"
import type { Environment, PluginOptions } from "../../../options/options"
import { NotSent, userError } from "../../../translation/user-error"
import { HOME_LOCKED, HOME_UNLOCKED } from "../events"
import { challengeAddress, type Challenged, findVerdict } from "./challenge"
import type { Base } from "../store/rows"
import type { Timeline } from "../store/timeline"

type HomeRow = { address: string; since: Date; is_copy: boolean }

const TABLE = "financing_home"
const ID = "home"

type Charged = { environment: Environment }

/** Milliseconds between two challenges. Both must be answered `other` to prove a copy. */
const BETWEEN_TWO = 1_000
/** Milliseconds for which an answer is valid on a server that sends no regular challenges (staging). */
const COUNTS_FOR = 15 * 60 * 1_000

/**
 * Proves that this database belongs to the shop: the server at the shop's home address finds a challenge in it. The
 * answer stays in memory, so operations need no query. A proof holds until the opposite is proven or the home
 * changes, so an outage of the home neither locks a shop nor unlocks a copy.
 */
export class Home {
  private row: HomeRow | null = null
  private answer: HomeAnswer | null = null
  private answeredAt = -Infinity
  private unverifiedInARow = 0
  /** The settings or the row may have changed since the last challenge. */
  private isStale = false
  private checking: Promise<void> | null = null
  private timer: NodeJS.Timeout | null = null
  private hasEnded = false
  private reported: HomeState = "not-checked"
  private readonly logged = new Set<string>()

  constructor(private readonly context: Base & { timeline: Timeline }) {}

  /** Starts to challenge the home regularly while production is in use. */
  begin(): void {
    this.context.settings.onChange = () => {
      this.isStale = true
      this.plan(0)
    }
    this.plan(1)
  }

  end(): void {
    this.hasEnded = true
    if (this.timer) clearTimeout(this.timer)
    this.timer = null
  }

  /** Throws NotSent where a call must not change anything. Waits for the first answer. */
  async requireUnlocked(charged: Charged): Promise<void> {
    if (await this.isLocked(charged)) throw new NotSent(FINANCING_LOCKED)
  }

  async isLocked(charged: Charged): Promise<boolean> {
    if (charged.environment === "staging") return false
    const isOld = performance.now() - this.answeredAt > COUNTS_FOR
    if (this.answer === null || this.isStale || isOld) await this.check()
    return this.isLockedNow(charged)
  }

  /** Uses the last answer; false until there is one. */
  isLockedNow({ environment }: Charged): boolean {
    return isLockedState(this.stateIn(environment))
  }

  /** The database's home, null until the shop uses production, and whether this server may change anything there. */
  show() {
    const state = this.stateIn("production")
    const { address = null, since = null, is_copy: is_declared_copy = false } = this.row ?? {}
    const is_locked = isLockedState(state)
    const backend_url = this.options.backendUrl
    return { state, is_locked, address, since, is_declared_copy, backend_url }
  }

  /** Challenges the home now if the shop uses production. */
  async refresh(): Promise<ShownHome> {
    if (this.options.environment === "production") {
      await this.checking?.catch(() => undefined)
      await this.check()
    } else {
      this.row = await readHome(this.context.knex)
    }
    return this.show()
  }

  /** Records a staff decision. Throws INVALID_DATA with a message for a decision that cannot hold. */
  async decide(decision: HomeDecision, actor: string): Promise<ShownHome> {
    await this.refresh()
    const { row, answer } = this
    const { backendUrl } = this.options
    if (!row) {
      throw userError("This shop has not used production yet, so there is nothing to decide.")
    }
    const isAnswered = isSameAddress(row.address, backendUrl) && answer === "other"
    if (decision === "moved" && isAnswered && !row.is_copy) {
      throw userError(
        `Another database answers at ${backendUrl}. Let that address lead to this server, or set backendUrl to this server's own address. Then decide again.`
      )
    }
    const copy = `a copy of ${row.address}`
    const before = { home: row.is_copy ? copy : row.address }
    const after = { home: decision === "moved" ? backendUrl : copy }
    await this.context.settings.changeRow(async ({ values, credentials }, transaction) => {
      const moved = { address: backendUrl, since: transaction.fn.now(), is_copy: false }
      const decided = decision === "moved" ? moved : { is_copy: true }
      await transaction(TABLE)
        .where({ id: ID })
        .update({ ...decided, updated_at: transaction.fn.now() })
      return { values, credentials, change: { what: ["home"], by: actor, before, after } }
    })
    return await this.refresh()
  }

  async findVerdict(challenge: string): ReturnType<typeof findVerdict> {
    return await findVerdict(this.context.knex, challenge)
  }

  /** Challenges the shop's own public address in any environment. */
  async challengeOwnAddress(): Promise<Challenged> {
    return await challengeAddress(this.context, this.options.backendUrl)
  }

  private get options() {
    return this.context.options
  }

  private stateIn(environment: Environment): HomeState {
    const { row, answer } = this
    if (!row || answer === null) return "not-checked"
    const isAtHome = isSameAddress(row.address, this.options.backendUrl)
    return judgeHome({ environment, isAtHome, answer, isDeclaredCopy: row.is_copy })
  }

  /** Concurrent callers share one check. Throws only database errors. */
  private check(): Promise<void> {
    this.checking ??= this.challengeHome().finally(() => {
      this.checking = null
      this.plan(secondsUntilChallenge(this.stateIn("production"), this.unverifiedInARow))
    })
    return this.checking
  }

  private async challengeHome(): Promise<void> {
    this.isStale = false
    const row = await ensureHome(this.context.knex, this.options)
    const answer = row.is_copy ? "unverified" : await this.challengeTwice(row.address)
    const isProvenBefore = this.row?.address === row.address && this.answer !== null
    if (answer !== "unverified" || !isProvenBefore) this.answer = answer
    this.row = row
    this.answeredAt = performance.now()
    const isUnverified = answer === "unverified" && !row.is_copy
    this.unverifiedInARow = isUnverified ? this.unverifiedInARow + 1 : 0
    await this.report(row)
  }

  /** Confirms an answer `other` with a second challenge: one may come from a switch between two databases. */
  private async challengeTwice(address: string): Promise<HomeAnswer> {
    const { verdict } = await challengeAddress(this.context, address)
    if (verdict !== "other") return verdict ?? "unverified"
    await sleep(BETWEEN_TWO)
    return (await challengeAddress(this.context, address)).verdict ?? "unverified"
  }

  private plan(seconds: number): void {
    if (this.timer) clearTimeout(this.timer)
    this.timer = null
    if (this.hasEnded || this.options.environment !== "production") return
    this.timer = setTimeout(() => {
      this.check().catch((error: unknown) => this.logFailure(error))
    }, seconds * 1_000).unref()
  }

  /** Logs each state once, and emits an event when production is locked or unlocked. */
  private async report(row: HomeRow): Promise<void> {
    const state = this.stateIn("production")
    const isEarly = this.unverifiedInARow > 0 && this.unverifiedInARow < UNVERIFIED_UNTIL_REPORT
    if (state === this.reported || isEarly) return
    this.reported = state
    const { backendUrl } = this.options
    const isLocked = isLockedState(state)
    this.logOnce(isLocked ? "error" : "warn", describeState(state, row, backendUrl))
    if (!(await this.recordLock(isLocked))) return
    if (!isLocked) this.context.log.info("consumer-financing: production is not locked any more.")
    const data = { state, home: row.address, backend_url: backendUrl }
    await this.context.timeline.emit({ name: isLocked ? HOME_LOCKED : HOME_UNLOCKED, data })
  }

  /** Records whether production is locked; true for the one server that recorded the change. */
  private async recordLock(isLocked: boolean): Promise<boolean> {
    const { knex } = this.context
    const locked_at = isLocked ? knex.fn.now() : null
    const rows = knex(TABLE).where({ id: ID })
    const changed = isLocked ? rows.whereNull("locked_at") : rows.whereNotNull("locked_at")
    return (await changed.update({ locked_at, updated_at: knex.fn.now() })) === 1
  }

  private logFailure(error: unknown): void {
    const kind = error instanceof Error ? error.name : "unknown"
    this.logOnce("warn", `whether this database is the shop's own could not be checked (${kind})`)
  }

  private logOnce(level: "warn" | "error", text: string | null): void {
    if (text === null || this.logged.has(text)) return
    this.logged.add(text)
    this.context.log[level](`consumer-financing: ${text}`)
  }
}

async function readHome(knex: Knex): Promise<HomeRow | null> {
  const rows = await knex(TABLE).where({ id: ID }).select<HomeRow[]>("address", "since", "is_copy")
  return rows[0] ?? null
}

/** Returns the row; creates it at the first use of production and moves it by the option `movedFrom`. */
async function ensureHome(
  knex: Knex,
  { backendUrl, movedFrom }: Pick<PluginOptions, "backendUrl" | "movedFrom">
): Promise<HomeRow> {
  const known = await readHome(knex)
  if (!known) {
    await knex(TABLE)
      .insert({ id: ID, address: backendUrl, since: knex.fn.now(), is_copy: false })
      .onConflict("id")
      .ignore()
  } else if (
    movedFrom !== null &&
    isSameAddress(known.address, movedFrom) &&
    !known.is_copy &&
    !isSameAddress(known.address, backendUrl)
  ) {
    // Requires the former address, so that a slower server does not revert a newer move.
    await knex(TABLE)
      .where({ id: ID, address: known.address, is_copy: false })
      .update({ address: backendUrl, since: knex.fn.now(), updated_at: knex.fn.now() })
  } else {
    return known
  }
  return (await readHome(knex)) ?? { address: backendUrl, since: new Date(), is_copy: false }
}

export type ShownHome = ReturnType<Home["show"]>

const DECIDE = "Decide under Settings, Consumer financing."

/** Returns the log message, or null for a normal state. */
function describeState(
  state: HomeState,
  { address, is_copy }: HomeRow,
  backendUrl: string
): string | null {
  switch (state) {
    case "not-checked":
    case "ours":
      return null
    case "alias":
      return `the shop is at home at ${address}, but backendUrl is ${backendUrl}. Both lead to this database. If the shop has moved, ${DECIDE.toLowerCase()} If not, correct backendUrl.`
    case "unverified":
      return `the shop's own address ${address} gives no proof that it leads to this database: this server may not reach it. Nothing is blocked.`
    case "possible-copy":
      return `this database is at home at ${address}, which gives no proof, and backendUrl is ${backendUrl}: it may be a copy. Production is locked. ${DECIDE}`
    case "copy":
      return is_copy
        ? `staff declared this database a copy of the one at ${address}. Production is locked.`
        : `another database answers at ${address}, where this database is at home: it is a copy. Production is locked. ${DECIDE}`
  }
}
