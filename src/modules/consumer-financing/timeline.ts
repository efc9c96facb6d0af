import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { IEventBusModuleService } from "@medusajs/framework/types"
import { MedusaService } from "@medusajs/framework/utils"
import { EVENT_PREFIX, SYNC_REQUESTED } from "./events"
import * as models from "./models"

export type Dependencies = { __pg_connection__: Knex; event_bus?: IEventBusModuleService }

/** What happened, what a person has to look at, and when the next look is due. */
export class Timeline extends MedusaService(models) {
  /** The store's own connection pool: for leases and claims, which are single statements. */
  readonly knex: Knex
  private readonly eventBus: IEventBusModuleService | undefined

  constructor(dependencies: Dependencies, options: unknown) {
    super(dependencies, options)
    this.knex = dependencies.__pg_connection__
    this.eventBus = dependencies.event_bus
  }

  /** One line of the timeline, and the event of the same name. `details` is fit for any eye. */
  async note(
    applicationId: string,
    what: string,
    details: Record<string, unknown> | null = null
  ): Promise<void> {
    await this.createFinancingTimelineEntries({ application_id: applicationId, what, details })
    await this.eventBus?.emit({
      name: `${EVENT_PREFIX}.${what}`,
      data: { id: applicationId, ...details },
    })
  }

  /** Asks a person to look. Told once per reason, until the reason changes or is resolved. */
  async askForAttention(applicationId: string, reason: string): Promise<void> {
    const application = await this.retrieveFinancingApplication(applicationId)
    if (application.attention === reason) {
      return
    }
    await this.updateFinancingApplications({ id: applicationId, attention: reason })
    await this.note(applicationId, "needs-attention", { reason })
  }

  /** What a person was asked to look at is settled: this reason, or whatever it was. */
  async clearAttention(applicationId: string, reason?: string): Promise<void> {
    const { attention } = await this.retrieveFinancingApplication(applicationId)
    if (attention !== null && (reason === undefined || attention === reason)) {
      await this.updateFinancingApplications({ id: applicationId, attention: null })
      await this.note(applicationId, "attention-cleared")
    }
  }

  /** Begins the schedule of looks anew. */
  async lookSoon(applicationId: string): Promise<void> {
    await this.updateFinancingApplications({
      id: applicationId,
      looks_done: 0,
      next_look_at: new Date(Date.now() + 2_000),
    })
  }

  /** The look that was claimed could not be made: it stays due, and the schedule stays as it is. */
  async lookAgain(applicationId: string): Promise<void> {
    await this.updateFinancingApplications({
      selector: { id: applicationId, next_look_at: { $ne: null } },
      data: { next_look_at: new Date(Date.now() + 5_000) },
    })
  }

  /** Wakes a sync a moment from now; the schedule does it too, should the event be lost. */
  async requestSync(applicationId: string, delayMilliseconds = 1_000): Promise<void> {
    await this.lookSoon(applicationId)
    await this.eventBus?.emit(
      { name: SYNC_REQUESTED, data: { id: applicationId } },
      { delay: delayMilliseconds }
    )
  }
}
