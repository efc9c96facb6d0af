import { grantCalls, spendCalls } from "./call-budget"
import { PreApprovalDesk } from "./pre-approval-desk"

/**
 * What somebody signed, or Medusa has an order for, comes before whose shopper came back, and both before the
 * rest: whoever files applications in a loop keeps nobody waiting who bought something.
 */
const RANK = `case
  when order_id is not null or ready_at is not null
    or state not in ('created', 'awaiting-customer', 'declined', 'cancelled', 'expired') then 0
  when shopper_returned then 1
  else 2
end`

/** Whose look is not put off for the rest's sake. */
const URGENT = `(${RANK}) < 2`

type Claim = {
  /** Only what was signed, is paid for, or has its shopper back. */
  urgent?: boolean
}

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
  async countDue(limit: number, { urgent = false }: Claim = {}): Promise<number> {
    const { rows } = await this.knex.raw<{ rows: unknown[] }>(
      `select 1 from financing_application
       where next_look_at <= now() and deleted_at is null ${urgent ? `and ${URGENT}` : ""} limit ?`,
      [limit]
    )
    return rows.length
  }

  /**
   * Up to `limit` applications whose look is due, the urgent ones first, each given to one caller only:
   * whoever claims it and dies leaves it due again two minutes later.
   */
  async claimDue(limit: number, { urgent = false }: Claim = {}): Promise<string[]> {
    const { rows } = await this.knex.raw<{ rows: { id: string }[] }>(
      `update financing_application set next_look_at = now() + interval '2 minutes'
       where id in (
         select id from financing_application
         where next_look_at <= now() and deleted_at is null ${urgent ? `and ${URGENT}` : ""}
         order by ${RANK}, next_look_at limit ? for update skip locked
       ) returning id`,
      [limit]
    )
    return rows.map(({ id }) => id)
  }
}
