import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { IEventBusModuleService, Logger } from "@medusajs/framework/types"
import { type PluginOptions } from "../../options/options"
import { plainInProduction } from "../../options/parse-options"
import { Addresses } from "./addresses"
import { CallMeter } from "./call-meter"
import { Clients } from "./clients"
import { DatabaseClock } from "./coordination/database-clock"
import { Leases } from "./coordination/lease"
import { Fingerprints } from "./fingerprints"
import { Home } from "./home/home"
import { Outages } from "./outages/outages"
import { StaffSettings } from "./settings/staff-settings"
import { Applications } from "./store/applications"
import { type Base, Rows } from "./store/rows"
import { Closing } from "./store/closing"
import { Journal } from "./store/journal"
import { Outcomes } from "./store/outcomes"
import { ReviewCases } from "./store/review-cases"
import { Schedule } from "./store/schedule"
import { Timeline } from "./store/timeline"
import { Tokens } from "./store/tokens"

export type Dependencies = {
  __pg_connection__: Knex
  event_bus?: IEventBusModuleService
  logger: Logger
}

/** Medusa's generated methods, and the dependencies of every operation: records, settings and clients. */
export class Context extends Rows implements Base {
  readonly rows: Base["rows"] = this
  readonly clock = new DatabaseClock()
  readonly addresses = new Addresses(this)
  readonly applications = new Applications(this)
  readonly calls = new CallMeter()
  readonly clients = new Clients(this)
  readonly closing = new Closing(this)
  readonly fingerprints = new Fingerprints(this)
  /** Tracks whether this database belongs to the shop or may be a copy. */
  readonly home = new Home(this)
  readonly journal = new Journal(this)
  readonly leases = new Leases(this)
  readonly outages = new Outages(this)
  readonly outcomes = new Outcomes(this)
  readonly reviewCases = new ReviewCases(this)
  readonly schedule = new Schedule(this)
  readonly timeline = new Timeline(this)
  readonly tokens = new Tokens(this)
  readonly knex: Knex
  readonly log: Logger
  readonly eventBus: IEventBusModuleService | undefined
  readonly settings: StaffSettings

  constructor(dependencies: Dependencies, options: unknown) {
    super(dependencies, options)
    this.knex = dependencies.__pg_connection__
    this.log = dependencies.logger
    this.eventBus = dependencies.event_bus
    this.settings = new StaffSettings(this.knex, this.log, options)
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
    return this.isSetUp && !this.isSilent
  }

  get isSilent(): boolean {
    return this.home.isLockedNow(this.options)
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
