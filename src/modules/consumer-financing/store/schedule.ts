import { ENDED_STATES } from "../../../domain/application-state"
import { secondsUntilCheck } from "../../../domain/check-schedule"
import { checksBudget, grantFrom, othersBudget, chargeBudget } from "../coordination/budget"
import { RECONCILE_REQUESTED } from "../events"
import { HAS_RETURNED, IS_BOUGHT } from "../models/financing-application"
import type { Base } from "./rows"
import type { Applications } from "./applications"
import type { Timeline } from "./timeline"

/** Milliseconds; the check after a report runs at once. */
const IF_IT_FAILS = 60_000

/** Milliseconds in which every server applies a changed setting. */
const APPLIED_WITHIN = 15_000

const IS_DUE = "next_check_at <= now() and deleted_at is null"

/**
 * Priorities: purchases, then returned shoppers, then the rest. A loop that creates applications does not delay
 * buyers.
 */
const RANKS = {
  bought: IS_BOUGHT,
  returned: `${HAS_RETURNED} and not ${IS_BOUGHT}`,
  rest: `not ${HAS_RETURNED} and not ${IS_BOUGHT}`,
}

type Rank = keyof typeof RANKS

/** Urgent claims take only the ranks that are never postponed. */
const ranksOf = ({ urgent = false }: Claim): Rank[] =>
  urgent ? ["bought", "returned"] : ["bought", "returned", "rest"]

/** Selects the oldest due applications of each rank, up to what earlier ranks leave. Each rank uses an index. */
const dueOf = (ranks: readonly Rank[]): string =>
  ranks
    .map((rank, index) => {
      const before = ranks.slice(0, index).map((rank) => ` - (select count(*) from ${rank})`)
      return `${rank} as (
        select id from financing_application where ${IS_DUE} and ${RANKS[rank]}
        order by next_check_at limit cast(:limit as int)${before.join("")} for update skip locked)`
    })
    .join(", ")

/** `urgent`: only signed, ordered or returned applications. */
type Claim = { urgent?: boolean }

type Parts = Base & { applications: Applications; timeline: Timeline }

/** Schedules status checks, claims due ones, and limits the calls for them. */
export class Schedule {
  constructor(private readonly context: Parts) {}

  async checkSoon(applicationId: string): Promise<void> {
    const next_check_at = this.context.clock.dateIn(2_000)
    const changes = { id: applicationId, checks_done: 0, next_check_at }
    await this.context.applications.update(changes)
  }

  /** Keeps a claimed check due that could not run, without advancing the schedule. */
  async checkAgain(applicationId: string): Promise<void> {
    await this.context.rows.updateFinancingApplications({
      selector: { id: applicationId, next_check_at: { $ne: null } },
      data: { next_check_at: this.context.clock.dateIn(5_000) },
    })
  }

  /** Stops the checks of an ended application, unless a check other than the one `due` then was requested. */
  async stopChecking(applicationId: string, due: string): Promise<void> {
    await this.context
      .knex("financing_application")
      .where({ id: applicationId, next_check_at: new Date(due) })
      .whereIn("state", ENDED_STATES)
      .update({ next_check_at: null, updated_at: this.context.clock.dateIn(0) })
  }

  /** Postpones a check, unless a check other than the one `due` then was requested. */
  async checkNotBefore(
    applicationId: string,
    { due, seconds }: { due: string; seconds: number }
  ): Promise<void> {
    const { knex, clock } = this.context
    const next_check_at = clock.dateIn(seconds * 1000)
    await knex("financing_application")
      .where({ id: applicationId, next_check_at: new Date(due) })
      .where("next_check_at", "<", next_check_at)
      .update({ next_check_at, updated_at: clock.dateIn(0) })
  }

  /** Ensures a check within the given seconds, whatever the schedule says. */
  async checkWithin(applicationId: string, seconds: number): Promise<void> {
    const due = this.context.clock.dateIn(Math.ceil(seconds) * 1000)
    const { next_check_at: next } =
      await this.context.rows.retrieveFinancingApplication(applicationId)
    if (next === null || new Date(next) > due) {
      await this.context.applications.update({ id: applicationId, next_check_at: due })
    }
  }

  /**
   * Restarts the schedule after a report. If the schedule was over, it resumes in case the check that follows fails,
   * because the report is not repeated.
   */
  async restartSchedule(applicationId: string): Promise<void> {
    const { knex, clock } = this.context
    const ifItFails = clock.dateIn(IF_IT_FAILS)
    await knex("financing_application")
      .where({ id: applicationId })
      .update({
        checks_done: 0,
        next_check_at: knex.raw("coalesce(next_check_at, ?)", [ifItFails]),
        updated_at: clock.dateIn(0),
      })
  }

  /**
   * Checks every signed order once all servers have a new capture setting, because it may request the payment of
   * shipped goods.
   */
  async checkSignedOrders(): Promise<void> {
    const { knex, clock } = this.context
    const next_check_at = clock.dateIn(APPLIED_WITHIN)
    await knex("financing_application")
      .where({ state: "ready-to-settle", seen_purchase_state: "authorized-order" })
      .where("next_check_at", ">", next_check_at)
      .update({ next_check_at, updated_at: clock.dateIn(0) })
  }

  /** Requests a reconciliation shortly by event; the schedule runs it if the event is lost. */
  async requestReconcile(applicationId: string): Promise<void> {
    await this.checkSoon(applicationId)
    await this.emitRequest(applicationId, { delay: 1_000 })
  }

  /**
   * Requests a check after a change in Medusa. Simultaneous changes share one check, and a check beyond the budget
   * waits for the schedule.
   */
  async requestStoreCheck(applicationId: string): Promise<void> {
    const { knex, clock } = this.context
    const soon = clock.dateIn(2_000)
    const updated = await knex("financing_application")
      .where({ id: applicationId })
      // A check that is already due reads Medusa after this change.
      .whereRaw("coalesce(next_check_at, 'infinity') > ?", [soon])
      .update({ checks_done: 0, next_check_at: soon, updated_at: clock.dateIn(0) })
    if (updated > 0 && (await this.grantCalls(1)) > 0) {
      await this.emitRequest(applicationId, { delay: 1_000 })
    }
  }

  /** Requests a reconciliation on demand, without changing the schedule. */
  async wakeReconcile(applicationId: string): Promise<void> {
    await this.checkWithin(applicationId, 2)
    await this.emitRequest(applicationId)
  }

  private async emitRequest(id: string, options?: { delay: number }): Promise<void> {
    await this.context.timeline.emit({ name: RECONCILE_REQUESTED, data: { id } }, options)
  }

  /** Returns the first check of an application just created. */
  firstCheckAt(): Date {
    const seconds = secondsUntilCheck(this.context.options.polling.schedule, 0) ?? 0
    return this.context.clock.dateIn(seconds * 1000)
  }

  async grantCalls(wanted: number): Promise<number> {
    return (await grantFrom(this.context.knex, this.budget, wanted)).granted
  }

  /**
   * Claims due applications with the remaining granted calls. Part of the budget is reserved for signed and returned
   * ones.
   */
  async claimOthers(left: number): Promise<string[]> {
    const wanted = await this.countDue(left)
    const budget = othersBudget(this.context.options.polling.callsPerMinute)
    const granted = wanted > 0 ? (await grantFrom(this.context.knex, budget, wanted)).granted : 0
    if (left > granted) await this.spendCalls(granted - left)
    return granted > 0 ? await this.claimDue(granted) : []
  }

  async spendCalls(calls: number): Promise<void> {
    await chargeBudget(this.context.knex, this.budget, calls)
  }

  private get budget() {
    return checksBudget(this.context.options.polling.callsPerMinute)
  }

  /** Whether a check is due or a postback has waited for the given milliseconds: an idle server's only query. */
  async hasDueWork(postbackAfter: number): Promise<boolean> {
    const { rows } = await this.context.knex.raw<{ rows: { is: boolean }[] }>(
      `select exists (select 1 from financing_application
           where ${IS_DUE})
         or exists (select 1 from financing_postback
           where processed_at is null and created_at < :before and deleted_at is null) as is`,
      { before: this.context.clock.dateIn(-postbackAfter) }
    )
    return rows[0]?.is === true
  }

  /** Counts applications with a due check, up to `limit`. */
  async countDue(limit: number, claim: Claim = {}): Promise<number> {
    const parts = ranksOf(claim).map(
      (rank) =>
        `(select 1 from financing_application where ${IS_DUE} and ${RANKS[rank]} limit :limit)`
    )
    const { rows } = await this.context.knex.raw<{ rows: unknown[] }>(
      `${parts.join(" union all ")} limit :limit`,
      { limit }
    )
    return rows.length
  }

  /**
   * Claims up to `limit` applications with a due check, urgent ones first, each for one caller. If the caller dies,
   * the check is due again after two minutes.
   */
  async claimDue(limit: number, claim: Claim = {}): Promise<string[]> {
    const ranks = ranksOf(claim)
    const all = ranks.map((rank) => `select id from ${rank}`).join(" union all ")
    const { rows } = await this.context.knex.raw<{ rows: { id: string }[] }>(
      `with ${dueOf(ranks)}
       update financing_application set next_check_at = now() + interval '2 minutes'
       where id in (select id from (${all}) as claimed limit :limit) returning id`,
      { limit }
    )
    return rows.map(({ id }) => id)
  }
}
