import type { OperationOutcome } from "../../../domain/operation"
import type { ApplicationRecord } from "../records"
import type { Base } from "./rows"
import type { Applications } from "./applications"
import type { Schedule } from "./schedule"
import type { Timeline } from "./timeline"

/** Clears what the customer needs to continue, once they cannot. */
export const WITHOUT_ADDRESS = { customer_url: null, offers: null } as const

type Parts = Base & { applications: Applications; schedule: Schedule; timeline: Timeline }

/** Supersedes, closes and reopens applications. */
export class Closing {
  constructor(private readonly context: Parts) {}

  /**
   * Removes the mark `cancelling` if no cancel or refund was sent under it. Call it while no other process can set
   * the mark.
   */
  async clearCancellingMark(applicationId: string): Promise<void> {
    const outcome: OperationOutcome[] = ["intended", "in-doubt", "confirmed"]
    const [sent] = await this.context.rows.listFinancingOperations(
      { application_id: applicationId, kind: ["cancel", "refund"], outcome },
      { take: 1, select: ["id"] }
    )
    if (!sent) {
      await this.context.applications.update({ id: applicationId, cancelling: false })
    }
  }

  /** Makes it the cart's live application again, unless a newer one exists. Call it under the cart's lease. */
  async reopen({ id, cart_id, environment }: ApplicationRecord): Promise<void> {
    const [newest] = await this.context.rows.listFinancingApplications(
      { cart_id },
      { take: 1, order: { attempt: "DESC" } }
    )
    if (newest?.id === id) {
      const live_key = `${environment}:${cart_id}`
      await this.context.applications.update({ id, live_key })
    }
  }

  /** Ends its role as the cart's live application; it is cancelled at the service once nothing depends on it. */
  async supersede(application: ApplicationRecord, reason: string): Promise<void> {
    await this.context.applications.update({
      id: application.id,
      live_key: null,
      ...WITHOUT_ADDRESS,
      end_reason: reason,
    })
    await this.context.timeline.note(application.id, "superseded", { reason })
    await this.context.schedule.requestReconcile(application.id)
  }

  /** Closes an application that the service refused to create; a postback that contradicts this is checked. */
  async closeRefused(
    application: ApplicationRecord,
    {
      explanation = null,
      declinedAt = null,
    }: { explanation?: string | null; declinedAt?: Date | null } = {}
  ): Promise<ApplicationRecord> {
    const postbacks = await this.context.rows.listFinancingPostbacks(
      { application_id: application.id },
      { take: 1 }
    )
    const closed = await this.context.applications.update({
      id: application.id,
      state: "cancelled" as const,
      live_key: null,
      explanation_url: explanation,
      declined_at: declinedAt,
      next_check_at: postbacks.length > 0 ? this.context.clock.dateIn(5_000) : null,
    })
    await this.context.timeline.note(application.id, "refused")
    return closed
  }

  /** Closes the record: no more checks, adoption or display. */
  async close(id: string): Promise<void> {
    const next_check_at = null
    const changes = { id, live_key: null, ...WITHOUT_ADDRESS, next_check_at }
    await this.context.applications.update(changes)
  }

  /** Frees the purchase for another application. Checks continue, and staff decide about this one. */
  async release(id: string): Promise<void> {
    await this.context.applications.update({ id, live_key: null, ...WITHOUT_ADDRESS })
  }
}
