import { grantCalls, spendCalls } from "./call-budget"
import { PreApprovalDesk } from "./pre-approval-desk"

/** Which looks are due, and how many calls they may lead to. */
export class ScheduleDesk extends PreApprovalDesk {
  /** How many of the wanted calls the budget of all servers together allows by now. */
  async grantCalls(wanted: number): Promise<number> {
    const perMinute = this.options.polling.callsPerMinute
    return await grantCalls(this.knex, { wanted, perMinute })
  }

  /** Takes calls off that budget that turned out to be needed. */
  async spendCalls(calls: number): Promise<void> {
    const perMinute = this.options.polling.callsPerMinute
    await spendCalls(this.knex, { calls, perMinute })
  }

  /** How many applications have a look due, counted up to `limit`. */
  async countDue(limit: number): Promise<number> {
    const { rows } = await this.knex.raw<{ rows: unknown[] }>(
      `select 1 from financing_application
       where next_look_at <= now() and deleted_at is null limit ?`,
      [limit]
    )
    return rows.length
  }

  /**
   * Up to `limit` applications whose look is due, each given to one caller only: whoever claims it
   * and dies leaves it due again two minutes later.
   */
  async claimDue(limit: number): Promise<string[]> {
    const { rows } = await this.knex.raw<{ rows: { id: string }[] }>(
      `update financing_application set next_look_at = now() + interval '2 minutes'
       where id in (
         select id from financing_application
         where next_look_at <= now() and deleted_at is null
         order by next_look_at limit ? for update skip locked
       ) returning id`,
      [limit]
    )
    return rows.map(({ id }) => id)
  }
}
