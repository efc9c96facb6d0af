import type { Context } from "./context"
import {
  attachClaim,
  type Buyer,
  findOfCustomer,
  findPreApproval,
} from "./operations/pre-approvals/find-pre-approval"
import { checkPreApproval } from "./operations/pre-approvals/check-pre-approval"
import {
  type PreApprovalRequest,
  type RequestedPreApproval,
  requestPreApproval,
} from "./operations/pre-approvals/request-pre-approval"
import type { PreApprovalRecord } from "./records"

/** Methods for pre-approvals until an application uses them. */
export class PreApprovals {
  constructor(private readonly context: Context) {}

  /**
   * Requests a pre-approval (endpoint 6). The contact is personal data: call this directly, never from a workflow,
   * whose inputs Medusa stores and logs.
   */
  async requestPreApproval(request: PreApprovalRequest): Promise<RequestedPreApproval> {
    return await requestPreApproval(this.context, request)
  }

  async checkPreApproval(id: string): Promise<PreApprovalRecord> {
    return await checkPreApproval(this.context, id)
  }

  async attachClaim(input: { claim: string; cartId: string }): Promise<PreApprovalRecord | null> {
    return await attachClaim(this.context, input)
  }

  async findPreApproval(buyer: Buyer): Promise<PreApprovalRecord | null> {
    return await findPreApproval(this.context, buyer)
  }

  async findPreApprovalOfCustomer(customerId: string): Promise<PreApprovalRecord | null> {
    return await findOfCustomer(this.context, customerId)
  }

  /** Counts pre-approvals with a due status check, up to `limit`. */
  async countDuePreApprovals(limit: number): Promise<number> {
    const { rows } = await this.context.knex.raw<{ rows: unknown[] }>(
      `select 1 from financing_pre_approval
       where next_check_at <= now() and deleted_at is null limit ?`,
      [limit]
    )
    return rows.length
  }

  /** Claims up to `limit` due pre-approvals, each for one caller. */
  async claimDuePreApprovals(limit: number): Promise<string[]> {
    const { rows } = await this.context.knex.raw<{ rows: { id: string }[] }>(
      `update financing_pre_approval set next_check_at = now() + interval '2 minutes'
       where id in (
         select id from financing_pre_approval
         where next_check_at <= now() and deleted_at is null
         order by next_check_at limit ? for update skip locked
       ) returning id`,
      [limit]
    )
    return rows.map(({ id }) => id)
  }
}
