import { setTimeout as sleep } from "node:timers/promises"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { IEventBusModuleService } from "@medusajs/framework/types"
import {
  EVENT_PREFIX,
  type Happening,
  PRE_APPROVAL_EVENT_PREFIX,
  type PreApprovalHappening,
} from "../events"
import { addRow, mapConstraintErrors, type Base } from "./rows"

/** A timeline entry and event. `details` contains neither secrets nor personal data. */
export type Happened = { what: Happening; details: Record<string, unknown> | null }

/** Builds the statement that adds an entry, to combine with others; `emitEntry` emits the event afterwards. */
export const lineOf = (
  knex: Knex,
  application_id: string,
  happened: Happened & { id?: string; actor?: string }
) => addRow(knex, "FinancingTimelineEntries", { application_id, ...happened })

/** Milliseconds. Medusa's event bus on Redis waits as long as Redis is unreachable. */
const LONGEST_EMIT = 2_000

type Parts = Base & {
  eventBus: IEventBusModuleService | undefined
  /** True while this server must not reach customers, to whom a shop's subscribers may write. */
  isSilent: boolean
}

type Message = { name: string; data: Record<string, unknown> }

/** Events of applications, for staff and subscribers. */
export class Timeline {
  constructor(private readonly context: Parts) {}

  /** Adds a timeline entry and emits the event of the same name. */
  async note(
    applicationId: string,
    what: Happening,
    details: Record<string, unknown> | null = null
  ): Promise<void> {
    const happened = { what, details }
    await mapConstraintErrors(lineOf(this.context.knex, applicationId, happened))
    await this.emitEntry(applicationId, happened)
  }

  async emitEntry(id: string, { what, details }: Happened): Promise<void> {
    await this.announce({ name: `${EVENT_PREFIX}.${what}`, data: { id, ...details } })
  }

  /** Like `note`, for an action of staff; `actor` is an id, never a name. */
  async noteBy(
    actor: string,
    applicationId: string,
    { what, details = {} }: Pick<Happened, "what"> & Partial<Happened>
  ): Promise<void> {
    const line = { what, actor, details }
    await mapConstraintErrors(lineOf(this.context.knex, applicationId, line))
    await this.emitEntry(applicationId, { what, details: { actor, ...details } })
  }

  /** Emits an event of a pre-approval; its record contains the same. */
  async emitPreApproval(
    id: string,
    what: PreApprovalHappening,
    details: Record<string, unknown> = {}
  ): Promise<void> {
    await this.announce({ name: `${PRE_APPROVAL_EVENT_PREFIX}.${what}`, data: { id, ...details } })
  }

  private async announce(message: Message): Promise<void> {
    if (!this.context.isSilent) await this.emit(message)
  }

  /**
   * Emits an event. The records contain the same data, so a lost event undoes nothing, and a slow bus does not delay
   * the holder of a lease.
   */
  async emit(message: Message, options?: Record<string, unknown>): Promise<void> {
    const emitted = this.context.eventBus?.emit(message, options).catch((error: unknown) => {
      const kind = error instanceof Error ? error.name : "unknown"
      this.context.log.error(
        `consumer-financing: the event ${message.name} was not emitted (${kind})`
      )
    })
    await Promise.race([emitted, sleep(LONGEST_EMIT, undefined, { ref: false })])
  }
}
