import { ENDED_STATES } from "../../../domain/application-state"
import { secondsUntilCheck } from "../../../domain/check-schedule"
import type { PluginOptions } from "../../../options/options"
import { checksBudget, grantFrom, othersBudget, takeOff } from "../coordination/budget"
import { RECONCILE_REQUESTED } from "../events"
import { HAS_RETURNED, IS_BOUGHT } from "../models/financing-application"
import type { Base } from "./rows"
import type { Timeline } from "./timeline"

/** Milliseconds: the status check that somebody's word leads to is made at once. */
const IF_IT_FAILS = 60_000

const IS_DUE = "next_check_at <= now() and deleted_at is null"

/**
 * What somebody bought comes before whose shopper came back, and both before the rest: whoever files
 * applications in a loop keeps nobody waiting who bought something.
 */
const RANKS = {
  bought: IS_BOUGHT,
  returned: `${HAS_RETURNED} and not ${IS_BOUGHT}`,
  rest: `not ${HAS_RETURNED} and not ${IS_BOUGHT}`,
}

type Rank = keyof typeof RANKS

/** Those whose status check is not put off for the rest's sake. */
const ranksOf = ({ urgent = false }: Claim): Rank[] =>
  urgent ? ["bought", "returned"] : ["bought", "returned", "rest"]

/** The oldest that are due of each rank, as many as those before it leave. Each is found by an index, however many are due. */
const dueOf = (ranks: readonly Rank[]): string =>
  ranks
    .map((rank, index) => {
      const before = ranks.slice(0, index).map((one) => ` - (select count(*) from ${one})`)
      return `${rank} as (
        select id from financing_application where ${IS_DUE} and ${RANKS[rank]}
        order by next_check_at limit cast(:limit as int)${before.join("")} for update skip locked)`
    })
    .join(", ")

const allOf = (ranks: readonly Rank[]): string =>
  ranks.map((rank) => `select id from ${rank}`).join(" union all ")

type Claim = {
  /** Only what was signed, is paid for, or has its shopper back. */
  urgent?: boolean
}

/** When each application is checked next, which checks are due, and how many calls they may lead to. */
export class Schedule {
  constructor(
    private readonly base: Base,
    private readonly timeline: Timeline,
    private readonly settings: { readonly current: PluginOptions }
  ) {}

  /** Begins the schedule of status checks again. */
  async checkSoon(applicationId: string): Promise<void> {
    await this.base.rows.updateFinancingApplications({
      id: applicationId,
      checks_done: 0,
      next_check_at: this.base.clock.dateIn(2_000),
    })
  }

  /** The status check that was claimed could not be made: it stays due, and the schedule stays as it is. */
  async checkAgain(applicationId: string): Promise<void> {
    await this.base.rows.updateFinancingApplications({
      selector: { id: applicationId, next_check_at: { $ne: null } },
      data: { next_check_at: this.base.clock.dateIn(5_000) },
    })
  }

  /**
   * Nothing is left to be done about an application that has ended: it is not looked at any more, unless
   * somebody asked for another status check than the one that was `due` then.
   */
  async stopChecking(applicationId: string, due: string): Promise<void> {
    await this.base
      .knex("financing_application")
      .where({ id: applicationId, next_check_at: new Date(due) })
      .whereIn("state", ENDED_STATES)
      .update({ next_check_at: null, updated_at: this.base.clock.dateIn(0) })
  }

  /** Nobody waits for it: put off, unless somebody asked for another status check than the one that was `due` then. */
  async checkNotBefore(
    applicationId: string,
    { due, seconds }: { due: string; seconds: number }
  ): Promise<void> {
    await this.base
      .knex("financing_application")
      .where({ id: applicationId, next_check_at: new Date(due) })
      .where("next_check_at", "<", this.base.clock.dateIn(seconds * 1000))
      .update({
        next_check_at: this.base.clock.dateIn(seconds * 1000),
        updated_at: this.base.clock.dateIn(0),
      })
  }

  /** A status check is due within so many seconds, whatever the schedule says. */
  async checkWithin(applicationId: string, seconds: number): Promise<void> {
    const due = this.base.clock.dateIn(Math.ceil(seconds) * 1000)
    const { next_check_at: next } = await this.base.rows.retrieveFinancingApplication(applicationId)
    if (next === null || new Date(next) > due) {
      await this.base.rows.updateFinancingApplications({ id: applicationId, next_check_at: due })
    }
  }

  /**
   * Somebody told us something: the schedule of status checks begins again. Where it was over already, it goes on,
   * should the status check that follows fail: nobody tells it twice.
   */
  async restartSchedule(applicationId: string): Promise<void> {
    const { knex, clock } = this.base
    const ifItFails = clock.dateIn(IF_IT_FAILS)
    await knex("financing_application")
      .where({ id: applicationId })
      .update({
        checks_done: 0,
        next_check_at: knex.raw("coalesce(next_check_at, ?)", [ifItFails]),
        updated_at: clock.dateIn(0),
      })
  }

  /** Wakes a reconciliation a moment from now; the schedule does it too, should the event be lost. */
  async requestReconcile(applicationId: string, delayMilliseconds = 1_000): Promise<void> {
    await this.checkSoon(applicationId)
    await this.emitRequest(applicationId, { delay: delayMilliseconds })
  }

  /**
   * Requests a check because something in Medusa changed. Changes of the same moment share one check, and a check
   * beyond the budget of calls waits for the schedule.
   */
  async requestStoreCheck(applicationId: string): Promise<void> {
    const { knex, clock } = this.base
    const soon = clock.dateIn(2_000)
    const updated = await knex("financing_application")
      .where({ id: applicationId })
      // A check that is due already reads Medusa after this change.
      .whereRaw("coalesce(next_check_at, 'infinity') > ?", [soon])
      .update({ checks_done: 0, next_check_at: soon, updated_at: clock.dateIn(0) })
    if (updated > 0 && (await this.grantCalls(1)) > 0) {
      await this.emitRequest(applicationId, { delay: 1_000 })
    }
  }

  /** The same for somebody who only asks: the schedule of status checks stays as it is. */
  async wakeReconcile(applicationId: string): Promise<void> {
    await this.checkWithin(applicationId, 2)
    await this.emitRequest(applicationId)
  }

  private async emitRequest(id: string, options?: { delay: number }): Promise<void> {
    await this.timeline.tell({ name: RECONCILE_REQUESTED, data: { id } }, options)
  }

  /** When an application is looked at for the first time that was created just now. */
  firstCheckAt(): Date {
    const seconds = secondsUntilCheck(this.settings.current.polling.schedule, 0) ?? 0
    return this.base.clock.dateIn(seconds * 1000)
  }

  /** How many of the wanted calls the budget of all servers together allows by now. */
  async grantCalls(wanted: number): Promise<number> {
    return (await grantFrom(this.base.knex, this.budget, wanted)).granted
  }

  /**
   * Claims applications that are due with what is left of granted calls. A share of the budget stays for signed and
   * returned ones, however many others are due.
   */
  async claimOthers(left: number): Promise<string[]> {
    const wanted = await this.countDue(left)
    const budget = othersBudget(this.settings.current.polling.callsPerMinute)
    const granted = wanted > 0 ? (await grantFrom(this.base.knex, budget, wanted)).granted : 0
    if (left > granted) await this.spendCalls(granted - left)
    return granted > 0 ? await this.claimDue(granted) : []
  }

  /** Takes calls off that budget that turned out to be needed. */
  async spendCalls(calls: number): Promise<void> {
    await takeOff(this.base.knex, this.budget, calls)
  }

  private get budget() {
    return checksBudget(this.settings.current.polling.callsPerMinute)
  }

  /** Whether a status check is due, or a postback has waited for so many milliseconds: all that a server at rest asks. */
  async isAnythingDue(postbackAfter: number): Promise<boolean> {
    const { rows } = await this.base.knex.raw<{ rows: { is: boolean }[] }>(
      `select exists (select 1 from financing_application
           where ${IS_DUE})
         or exists (select 1 from financing_postback
           where processed_at is null and created_at < :before and deleted_at is null) as is`,
      { before: this.base.clock.dateIn(-postbackAfter) }
    )
    return rows[0]?.is === true
  }

  /** How many applications have a status check due, counted up to `limit`. */
  async countDue(limit: number, claim: Claim = {}): Promise<number> {
    const parts = ranksOf(claim).map(
      (rank) =>
        `(select 1 from financing_application where ${IS_DUE} and ${RANKS[rank]} limit :limit)`
    )
    const { rows } = await this.base.knex.raw<{ rows: unknown[] }>(
      `${parts.join(" union all ")} limit :limit`,
      { limit }
    )
    return rows.length
  }

  /**
   * Up to `limit` applications whose status check is due, the urgent ones first, each given to one caller only:
   * whoever claims it and dies leaves it due again two minutes later.
   */
  async claimDue(limit: number, claim: Claim = {}): Promise<string[]> {
    const ranks = ranksOf(claim)
    const { rows } = await this.base.knex.raw<{ rows: { id: string }[] }>(
      `with ${dueOf(ranks)}
       update financing_application set next_check_at = now() + interval '2 minutes'
       where id in (select id from (${allOf(ranks)}) as claimed limit :limit) returning id`,
      { limit }
    )
    return rows.map(({ id }) => id)
  }
}
