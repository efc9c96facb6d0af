import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { IEventBusModuleService, Logger } from "@medusajs/framework/types"
import { type PluginOptions } from "../../options/options"
import { plainInProduction } from "../../options/parse-options"
import { Addresses } from "./addresses"
import { CallMeter } from "./call-meter"
import { Clients } from "./clients"
import { DatabaseClock } from "./coordination/database-clock"
import { Leases } from "./coordination/leases"
import { Fingerprints } from "./fingerprints"
import { Home } from "./home/home"
import { Outages } from "./outages/outages"
import { StaffSettings } from "./settings/staff-settings"
import { Applications } from "./store/applications"
import type { Base } from "./store/rows"
import { Closing } from "./store/closing"
import { Journal } from "./store/journal"
import { Outcomes } from "./store/outcomes"
import { ReviewCaseRows } from "./store/review-case-rows"
import { ReviewCases } from "./store/review-cases"
import { Schedule } from "./store/schedule"
import { Timeline } from "./store/timeline"
import { Tokens } from "./store/tokens"

export type Dependencies = {
  __pg_connection__: Knex
  event_bus?: IEventBusModuleService
  logger: Logger
}

/** Dependencies of every operation: records, settings and clients. */
export class Context implements Base {
  readonly rows: Base["rows"]
  readonly knex: Knex
  readonly clock = new DatabaseClock()
  readonly log: Logger
  readonly settings: StaffSettings
  readonly timeline: Timeline
  readonly schedule: Schedule
  readonly journal: Journal
  readonly outcomes: Outcomes
  readonly reviewCases: ReviewCases
  readonly tokens: Tokens
  readonly applications: Applications
  readonly closing: Closing
  readonly leases: Leases
  readonly addresses: Addresses
  readonly fingerprints: Fingerprints
  readonly outages: Outages
  /** Metrics of this server's calls. */
  readonly calls = new CallMeter()
  readonly clients: Clients
  /** Tracks whether this database belongs to the shop or may be a copy. */
  readonly home: Home

  constructor(rows: Base["rows"], dependencies: Dependencies, options: unknown) {
    this.rows = rows
    this.knex = dependencies.__pg_connection__
    this.log = dependencies.logger
    this.settings = new StaffSettings(this.knex, this.log, options)
    this.addresses = new Addresses(this.settings)
    this.fingerprints = new Fingerprints(this.settings)
    this.leases = new Leases(this, this.settings)
    this.timeline = new Timeline(this, dependencies.event_bus, () =>
      this.home.isLockedNow(this.options)
    )
    this.home = new Home(this, this)
    this.schedule = new Schedule(this, this.timeline, this.settings)
    this.journal = new Journal(this)
    this.outcomes = new Outcomes(this, this.timeline)
    const cases = new ReviewCaseRows(this, this.timeline, this.journal)
    this.reviewCases = new ReviewCases(this, cases, this.journal)
    this.tokens = new Tokens(this)
    this.applications = new Applications(this, this)
    this.closing = new Closing(this, this.timeline, this.schedule)
    this.outages = new Outages(this, this)
    this.clients = new Clients(this.settings, this.log, (environment, call) => {
      this.calls.recordCall(environment, call)
      this.outages.recordCall(environment, call)
    })
  }

  /** The current settings. Read them on each use: they change while servers run. */
  get options(): PluginOptions {
    return this.settings.current
  }

  /** Whether the settings are complete: credentials, and addresses that production accepts. */
  get isSetUp(): boolean {
    const { options } = this
    return this.clients.of(options.environment) !== null && plainInProduction(options).length === 0
  }

  get isReady(): boolean {
    return this.isSetUp && !this.home.isLockedNow(this.options)
  }

  async begin(): Promise<void> {
    await this.clock.compare(this.knex)
    await this.settings.begin()
    this.home.begin()
  }

  async end(): Promise<void> {
    this.settings.end()
    this.home.end()
    await this.clients.close()
  }
}
