import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { IEventBusModuleService, Logger } from "@medusajs/framework/types"
import { ENDED_STATES } from "../../domain/application-state"
import { DatabaseClock } from "./database-clock"
import {
  EVENT_PREFIX,
  type Happening,
  PRE_APPROVAL_EVENT_PREFIX,
  type PreApprovalHappening,
  SYNC_REQUESTED,
} from "./events"
import { Rows } from "./store/rows"

export type Dependencies = {
  __pg_connection__: Knex
  event_bus?: IEventBusModuleService
  logger: Logger
}

/** Milliseconds: the look that somebody's word leads to is made at once. */
const IF_IT_FAILS = 60_000

/** What happened, for the timeline and for whoever listens. `details` is fit for any eye. */
export type Happened = { what: Happening; details: Record<string, unknown> | null }

type Message = { name: string; data: Record<string, unknown> }

/** What happened, and when the next look is due. */
export class Timeline extends Rows {
  /** The store's own connection pool: for leases and claims, which are single statements. */
  readonly knex: Knex
  /** The time that every server of the shop goes by. */
  readonly clock = new DatabaseClock()
  private readonly eventBus: IEventBusModuleService | undefined
  readonly log: Logger

  constructor(dependencies: Dependencies, options: unknown) {
    super(dependencies, options)
    this.knex = dependencies.__pg_connection__
    this.eventBus = dependencies.event_bus
    this.log = dependencies.logger
  }

  /** One line of the timeline, and the event of the same name. `details` is fit for any eye. */
  async note(
    applicationId: string,
    what: Happening,
    details: Record<string, unknown> | null = null
  ): Promise<void> {
    await this.createFinancingTimelineEntries({ application_id: applicationId, what, details })
    await this.tellWhatHappened(applicationId, { what, details })
  }

  /** The event of what was written down already, together with something else. */
  protected async tellWhatHappened(id: string, { what, details }: Happened): Promise<void> {
    await this.tell({ name: `${EVENT_PREFIX}.${what}`, data: { id, ...details } })
  }

  /** The same for what a person did; `actor` is an id, never a name. */
  async noteBy(
    actor: string,
    applicationId: string,
    { what, details }: { what: Happening; details: Record<string, unknown> }
  ): Promise<void> {
    const row = { application_id: applicationId, what, actor, details }
    await this.createFinancingTimelineEntries(row)
    const data = { id: applicationId, actor, ...details }
    await this.tell({ name: `${EVENT_PREFIX}.${what}`, data })
  }

  /** What happened to a pre-approval, for whoever listens; its record says the same. */
  async tellOfPreApproval(
    id: string,
    what: PreApprovalHappening,
    details: Record<string, unknown> = {}
  ): Promise<void> {
    await this.tell({ name: `${PRE_APPROVAL_EVENT_PREFIX}.${what}`, data: { id, ...details } })
  }

  /** Begins the schedule of looks anew. */
  async lookSoon(applicationId: string): Promise<void> {
    await this.updateFinancingApplications({
      id: applicationId,
      looks_done: 0,
      next_look_at: this.clock.dateIn(2_000),
    })
  }

  /** The look that was claimed could not be made: it stays due, and the schedule stays as it is. */
  async lookAgain(applicationId: string): Promise<void> {
    await this.updateFinancingApplications({
      selector: { id: applicationId, next_look_at: { $ne: null } },
      data: { next_look_at: this.clock.dateIn(5_000) },
    })
  }

  /**
   * Nothing is left to be done about an application that has ended: it is not looked at any more, unless
   * somebody asked for another look than the one that was `due` then.
   */
  async stopLooking(applicationId: string, due: string): Promise<void> {
    await this.knex("financing_application")
      .where({ id: applicationId, next_look_at: new Date(due) })
      .whereIn("state", ENDED_STATES)
      .update({ next_look_at: null, updated_at: this.clock.dateIn(0) })
  }

  /** A look is due within so many seconds, whatever the schedule says. */
  async lookWithin(applicationId: string, seconds: number): Promise<void> {
    const due = this.clock.dateIn(Math.ceil(seconds) * 1000)
    const { next_look_at: next } = await this.retrieveFinancingApplication(applicationId)
    if (next === null || new Date(next) > due) {
      await this.updateFinancingApplications({ id: applicationId, next_look_at: due })
    }
  }

  /**
   * Somebody told us something: the schedule of looks begins anew. Where it was over already, it goes on,
   * should the look that follows fail: nobody tells it twice.
   */
  async beginLooksAnew(applicationId: string): Promise<void> {
    const ifItFails = this.clock.dateIn(IF_IT_FAILS)
    await this.knex("financing_application")
      .where({ id: applicationId })
      .update({
        looks_done: 0,
        next_look_at: this.knex.raw("coalesce(next_look_at, ?)", [ifItFails]),
        updated_at: this.clock.dateIn(0),
      })
  }

  /** Wakes a sync a moment from now; the schedule does it too, should the event be lost. */
  async requestSync(applicationId: string, delayMilliseconds = 1_000): Promise<void> {
    await this.lookSoon(applicationId)
    await this.tell(
      { name: SYNC_REQUESTED, data: { id: applicationId } },
      { delay: delayMilliseconds }
    )
  }

  /** The same for somebody who only asks: the schedule of looks stays as it is. */
  async wakeSync(applicationId: string): Promise<void> {
    await this.lookWithin(applicationId, 2)
    await this.tell({ name: SYNC_REQUESTED, data: { id: applicationId } })
  }

  /** Events tell others; what they tell of stands in the records, so a lost one undoes nothing. */
  protected async tell(message: Message, options?: Record<string, unknown>): Promise<void> {
    await this.eventBus?.emit(message, options).catch((error: unknown) => {
      const kind = error instanceof Error ? error.name : "unknown"
      this.log.error(`consumer-financing: the event ${message.name} was not emitted (${kind})`)
    })
  }
}
