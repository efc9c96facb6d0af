import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { type Environment, type PluginOptions } from "../../../options/options"
import { plainInProduction } from "../../../options/parse-options"
import { type Credentials, ENVIRONMENTS, openCredentials, sealCredentials } from "./credentials"
import { type Given, mergeSettings, problemsOf, readGiven, type Stored } from "./merge-settings"
import { SETTING_KEYS } from "./setting-keys"
import { changeRow, noteSecret, readRow, rewriteCredentials, type SettingRow } from "./setting-row"

/** Milliseconds after which an idle server notices a change made at another one. */
const REFRESHED_EVERY = 1_500

type Log = { warn(message: string): void }

/** Stored settings, as far as they are readable. */
export type StoredSettings = Stored & {
  /** Environments whose credentials no current secret decrypts. */
  unreadable: readonly Environment[]
}

/**
 * The one source of settings: medusa-config, then the dashboard, then defaults. Read `current` at the time of use
 * and do not keep it.
 */
export class Settings {
  readonly given: Given
  /** The settings in force. */
  current: PluginOptions
  /** The dashboard's settings, decrypted, for staff. */
  inDashboard: StoredSettings = { values: {}, credentials: {}, unreadable: [] }
  private row: SettingRow | null = null
  private timer: NodeJS.Timeout | null = null
  private hasFailed = false
  private readonly logged = new Set<string>()
  /** Called after each change that this server adopts. */
  onChange: () => void = () => undefined

  /** Throws one sentence that names the problem in medusa-config. */
  constructor(
    readonly knex: Knex,
    private readonly log: Log,
    options: unknown
  ) {
    this.given = readGiven(options)
    this.current = this.given.options
  }

  /** Reads changes made here or at another server. Unreadable values keep their previous state. */
  async refresh(): Promise<void> {
    try {
      const row = await readRow(this.knex, this.row?.version)
      if (row && row.version > (this.row?.version ?? 0)) {
        this.takeOver(row)
      }
      this.hasFailed = false
    } catch (error) {
      this.logFailure("could not be read; the last known ones stay in force", error)
    }
  }

  /** Like `refresh`, for a version other than the known one; true when something was read. */
  async reloadIfChanged(version: number | null): Promise<boolean> {
    if (version === null || version === this.row?.version) return false
    await this.refresh()
    return true
  }

  /** Changes the stored settings, and applies the change on this server at once. */
  async changeRow(decide: Parameters<typeof changeRow>[2]): Promise<void> {
    await changeRow(this.knex, this.secret, decide)
    await this.refresh()
  }

  /** Starts to follow changes at other servers, also while this server is idle. */
  async begin(): Promise<void> {
    await this.refresh()
    await this.reencryptCredentials()
    this.logProblems()
    this.timer ??= setInterval(() => void this.refresh(), REFRESHED_EVERY).unref()
  }

  end(): void {
    if (this.timer) clearInterval(this.timer)
    this.timer = null
  }

  open(environment: Environment, { credentials }: Pick<SettingRow, "credentials">) {
    const sealed = credentials[environment]
    return sealed ? openCredentials(environment, sealed, this.given.options.secret) : null
  }

  /** Whether medusa-config sets the environment's credentials, so that the dashboard cannot. */
  isLocked(environment: Environment): boolean {
    return this.given.options.environments[environment] !== undefined
  }

  get secret(): string {
    return this.given.options.secret[0] ?? ""
  }

  private takeOver(row: SettingRow): void {
    const credentials: Partial<Record<Environment, Credentials>> = {}
    const unreadable: Environment[] = []
    for (const environment of ENVIRONMENTS) {
      const sealed = row.credentials[environment]
      if (!sealed) continue
      const known = this.row?.credentials[environment]
      // Another server with a newer secret may have encrypted the same credentials again.
      const before =
        known?.changed_at === sealed.changed_at
          ? this.inDashboard.credentials[environment]
          : undefined
      const opened = this.open(environment, row)?.credentials ?? before
      if (opened) credentials[environment] = opened
      else unreadable.push(environment)
    }
    this.row = row
    this.inDashboard = { values: row.values, credentials, unreadable }
    this.current = mergeSettings(this.given, this.inDashboard)
    this.logProblems()
    this.onChange()
  }

  /** Encrypts credentials of the previous secret with the current one, so that the previous one can be removed. */
  private async reencryptCredentials(): Promise<void> {
    try {
      await noteSecret(this.knex, this.secret)
      await this.refresh()
      await rewriteCredentials(this.knex, (row) => this.sealAgain(row))
    } catch (error) {
      this.logFailure("could not be brought up to date with the secret", error)
    }
  }

  private sealAgain(row: SettingRow): SettingRow["credentials"] | null {
    const again: SettingRow["credentials"] = {}
    for (const environment of ENVIRONMENTS) {
      const opened = this.open(environment, row)
      const sealed = row.credentials[environment]
      if (!opened?.old || !sealed) continue
      const fields = sealCredentials(environment, opened.credentials, this.secret)
      again[environment] = { ...sealed, fields }
    }
    return Object.keys(again).length > 0 ? { ...row.credentials, ...again } : null
  }

  private logFailure(what: string, error: unknown): void {
    if (this.hasFailed) return
    this.hasFailed = true
    const kind = error instanceof Error ? error.name : "unknown"
    this.log.warn(`consumer-financing: the settings of the dashboard ${what} (${kind})`)
  }

  private logProblems(): void {
    const { environment, environments, linkHosts } = this.current
    for (const unreadable of this.inDashboard.unreadable) {
      this.logOnce(
        `consumer-financing: the credentials of "${unreadable}" were encrypted with a secret that is not in force any more, so there are none. List the former secret after the current one, or enter the credentials in the dashboard again.`
      )
    }
    const ignored = this.describeIgnoredSettings()
    if (ignored.length > 0) {
      this.logOnce(
        `consumer-financing: settings of the dashboard are not in force: ${ignored.join(", ")}. Set them again in the dashboard.`
      )
    }
    if (!environments[environment]) {
      this.logOnce(
        `medusa-payment-consumer-financing: no credentials for "${environment}" yet; shoppers are told that financing is not available until they are entered in the dashboard, or environments.${environment} is set in medusa-config.`
      )
    }
    // Where medusa-config changed so that production, chosen in the dashboard, is invalid.
    for (const { name, problem } of plainInProduction(this.current)) {
      this.logOnce(
        `medusa-payment-consumer-financing: option "${name}" ${problem}; shoppers are told that financing is not available until it is corrected in medusa-config, or staging is chosen in the dashboard.`
      )
    }
    if (environment === "production" && linkHosts.length === 0) {
      this.logOnce(
        "medusa-payment-consumer-financing: option \"linkHosts\" is empty, so the service's links may lead customers to any host; name the hosts of the service's pages in medusa-config."
      )
    }
  }

  private describeIgnoredSettings(): string[] {
    const { values } = this.inDashboard
    const known = SETTING_KEYS.filter((key) => key in values)
    const wrong = problemsOf(this.given, { values, credentials: {} }, known).map(
      ({ place, message }) => `"${place}" ${message}`
    )
    const unknown = Object.keys(values).filter((key) => !SETTING_KEYS.some((one) => one === key))
    return [...wrong, ...unknown.map((key) => `"${key}" is no setting of this version`)]
  }

  private logOnce(message: string): void {
    if (this.logged.has(message)) return
    this.logged.add(message)
    this.log.warn(message)
  }
}
