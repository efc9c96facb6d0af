import type { ApplicationRecord } from "../records"
import type { Base } from "./rows"
import type { Schedule } from "./schedule"
import type { Timeline } from "./timeline"

/** What the customer needs to go on, when there is nothing to go on with any more. */
export const WITHOUT_ADDRESS = { customer_url: null, offers: null } as const

type Refusal = { explanation: string | null; declinedAt: Date | null }

/** How an application steps aside for another one, is closed, or goes on after all. */
export class Closing {
  constructor(
    private readonly base: Base,
    private readonly timeline: Timeline,
    private readonly schedule: Schedule
  ) {}

  /**
   * It was marked as being ended, and nothing came of it: no cancel or refund was sent under the mark.
   * Ask while nobody else can set it.
   */
  async takeBackMark(applicationId: string): Promise<void> {
    const [sent] = await this.base.rows.listFinancingOperations(
      {
        application_id: applicationId,
        kind: ["cancel", "refund"],
        outcome: ["intended", "in-doubt", "confirmed"],
      },
      { take: 1, select: ["id"] }
    )
    if (!sent) {
      await this.base.rows.updateFinancingApplications({ id: applicationId, cancelling: false })
    }
  }

  /** Is the cart's live application again, unless another one came after it. Ask while the cart is held. */
  async reopen({ id, cart_id, environment }: ApplicationRecord): Promise<void> {
    const [newest] = await this.base.rows.listFinancingApplications(
      { cart_id },
      { take: 1, order: { attempt: "DESC" } }
    )
    if (newest?.id === id) {
      await this.base.rows.updateFinancingApplications({
        id,
        live_key: `${environment}:${cart_id}`,
      })
    }
  }

  /** No longer the cart's live application; ended at the service once nothing depends on it. */
  async supersede(application: ApplicationRecord, reason: string): Promise<void> {
    await this.base.rows.updateFinancingApplications({
      id: application.id,
      live_key: null,
      ...WITHOUT_ADDRESS,
      end_reason: reason,
    })
    await this.timeline.note(application.id, "superseded", { reason })
    await this.schedule.requestReconcile(application.id)
  }

  /** The service says that it never came to be: a postback that says otherwise is looked at. */
  async closeRefused(
    application: ApplicationRecord,
    { explanation, declinedAt }: Refusal = { explanation: null, declinedAt: null }
  ): Promise<ApplicationRecord> {
    const told = await this.base.rows.listFinancingPostbacks(
      { application_id: application.id },
      { take: 1 }
    )
    const closed = await this.base.rows.updateFinancingApplications({
      id: application.id,
      state: "cancelled" as const,
      live_key: null,
      explanation_url: explanation,
      declined_at: declinedAt,
      next_check_at: told.length > 0 ? this.base.clock.dateIn(5_000) : null,
    })
    await this.timeline.note(application.id, "refused")
    return closed
  }

  /** Ends the life of the record: nothing is looked at, adopted or shown any more. */
  async close(applicationId: string): Promise<void> {
    await this.release(applicationId)
    await this.base.rows.updateFinancingApplications({ id: applicationId, next_check_at: null })
  }

  /** Makes room for another application. This one is still looked at: a person decides what becomes of it. */
  async release(applicationId: string): Promise<void> {
    await this.base.rows.updateFinancingApplications({
      id: applicationId,
      live_key: null,
      ...WITHOUT_ADDRESS,
    })
  }
}
