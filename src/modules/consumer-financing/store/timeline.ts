import { setTimeout as sleep } from "node:timers/promises"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { IEventBusModuleService } from "@medusajs/framework/types"
import {
  EVENT_PREFIX,
  type Happening,
  PRE_APPROVAL_EVENT_PREFIX,
  type PreApprovalHappening,
} from "../events"
import { addRow, type Base } from "./rows"

/** What happened, for the timeline and for whoever listens. `details` is fit for any eye. */
export type Happened = { what: Happening; details: Record<string, unknown> | null }

/** The statement that adds a line, to be sent with others; `tellWhatHappened` emits the event afterwards. */
export const lineOf = (knex: Knex, application_id: string, happened: Happened & { id?: string }) =>
  addRow(knex, "FinancingTimelineEntries", { application_id, ...happened })

/** Milliseconds. Medusa's event bus on Redis waits for a Redis that is away for as long as that takes. */
const LONGEST_TELLING = 2_000

type Message = { name: string; data: Record<string, unknown> }

/** What happened to each application, for staff and for whoever listens. */
export class Timeline {
  constructor(
    private readonly base: Base,
    private readonly eventBus: IEventBusModuleService | undefined,
    /** True while this server must reach no customer: a shop's subscribers write to customers. */
    private readonly isSilent: () => boolean = () => false
  ) {}

  /** One line of the timeline, and the event of the same name. `details` is fit for any eye. */
  async note(
    applicationId: string,
    what: Happening,
    details: Record<string, unknown> | null = null
  ): Promise<void> {
    await this.base.rows.createFinancingTimelineEntries({
      application_id: applicationId,
      what,
      details,
    })
    await this.tellWhatHappened(applicationId, { what, details })
  }

  /** The event of what was written down already, together with something else. */
  async tellWhatHappened(id: string, { what, details }: Happened): Promise<void> {
    await this.announce({ name: `${EVENT_PREFIX}.${what}`, data: { id, ...details } })
  }

  /** The same for what a person did; `actor` is an id, never a name. */
  async noteBy(
    actor: string,
    applicationId: string,
    { what, details }: { what: Happening; details: Record<string, unknown> }
  ): Promise<void> {
    const row = { application_id: applicationId, what, actor, details }
    await this.base.rows.createFinancingTimelineEntries(row)
    const data = { id: applicationId, actor, ...details }
    await this.announce({ name: `${EVENT_PREFIX}.${what}`, data })
  }

  /** What happened to a pre-approval, for whoever listens; its record says the same. */
  async tellOfPreApproval(
    id: string,
    what: PreApprovalHappening,
    details: Record<string, unknown> = {}
  ): Promise<void> {
    await this.announce({ name: `${PRE_APPROVAL_EVENT_PREFIX}.${what}`, data: { id, ...details } })
  }

  private async announce(message: Message): Promise<void> {
    if (!this.isSilent()) await this.tell(message)
  }

  /**
   * Events tell others; what they tell of stands in the records, so a lost one undoes nothing, and one that
   * takes long keeps nobody waiting who holds a lease.
   */
  async tell(message: Message, options?: Record<string, unknown>): Promise<void> {
    const told = this.eventBus?.emit(message, options).catch((error: unknown) => {
      const kind = error instanceof Error ? error.name : "unknown"
      this.base.log.error(`consumer-financing: the event ${message.name} was not emitted (${kind})`)
    })
    await Promise.race([told, sleep(LONGEST_TELLING, undefined, { ref: false })])
  }
}
