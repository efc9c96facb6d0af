import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { type Environment, type PluginOptions } from "../../../options/options"
import { plainInProduction } from "../../../options/parse-options"
import { type Credentials, ENVIRONMENTS, openCredentials, sealCredentials } from "./credentials"
import { type Given, mergeSettings, problemsOf, readGiven, type Stored } from "./merge-settings"
import { SETTING_KEYS } from "./setting-keys"
import { noteSecret, readRow, rewriteCredentials, type SettingRow } from "./setting-row"

/** Milliseconds after which a server without anything to do notices what was changed at another one. */
const REFRESHED_EVERY = 1_500

type Log = { warn(message: string): void }

/** What is stored, as far as it can be read. */
export type StoredSettings = Stored & {
  /** Environments with credentials that no secret in force opens. */
  unreadable: readonly Environment[]
}

const NOTHING: StoredSettings = { values: {}, credentials: {}, unreadable: [] }

/**
 * The one source of settings: what medusa-config says, below it what was set in the dashboard, below
 * that the defaults. `current` is asked at the time of use; nothing keeps what it said.
 */
export class Settings {
  readonly given: Given
  private merged: PluginOptions
  private stored: StoredSettings = NOTHING
  private row: SettingRow | null = null
  private timer: NodeJS.Timeout | null = null
  private hasFailed = false
  private readonly told = new Set<string>()
  /** Called after each change that this server takes over. */
  onChange: () => void = () => undefined

  /** Throws one sentence that names what is wrong in medusa-config. */
  constructor(
    readonly knex: Knex,
    private readonly log: Log,
    options: unknown
  ) {
    this.given = readGiven(options)
    this.merged = this.given.options
  }

  get current(): PluginOptions {
    return this.merged
  }

  /** What the dashboard set, opened; for those who change it and show it. */
  get inDashboard(): StoredSettings {
    return this.stored
  }

  /** Reads what was changed since, here or at another server. What cannot be read stays as it was. */
  async refresh(): Promise<void> {
    try {
      const row = await readRow(this.knex, this.row?.version)
      if (row && row.version > (this.row?.version ?? 0)) {
        this.takeOver(row)
      }
      this.hasFailed = false
    } catch (error) {
      this.tellOfFailure("could not be read; the last known ones stay in force", error)
    }
  }

  /** The same where that is not the version that is known; true when something was read. */
  async keepUpWith(version: number | null): Promise<boolean> {
    if (version === null || version === this.row?.version) return false
    await this.refresh()
    return true
  }

  /** From now on this server follows what is changed at any other, also while it has nothing to do. */
  async begin(): Promise<void> {
    await this.refresh()
    await this.keepUpWithSecret()
    this.tellOfMissingCredentials()
    this.tellOfOpenLinks()
    this.timer ??= setInterval(() => void this.refresh(), REFRESHED_EVERY).unref()
  }

  end(): void {
    if (this.timer) clearInterval(this.timer)
    this.timer = null
  }

  /** Opens what is stored for an environment. */
  open(environment: Environment, { credentials }: Pick<SettingRow, "credentials">) {
    const sealed = credentials[environment]
    return sealed ? openCredentials(environment, sealed, this.given.options.secret) : null
  }

  /** medusa-config sets the credentials of an environment: nobody can correct them in the dashboard. */
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
      // Another server, which knows a newer secret already, may have encrypted the same again.
      const before =
        known?.changed_at === sealed.changed_at ? this.stored.credentials[environment] : undefined
      const opened = this.open(environment, row)?.credentials ?? before
      if (opened) credentials[environment] = opened
      else unreadable.push(environment)
    }
    this.row = row
    this.stored = { values: row.values, credentials, unreadable }
    this.merged = mergeSettings(this.given, this.stored)
    this.tellOfUnreadable()
    this.tellOfIgnored(row)
    this.tellOfMissingCredentials()
    this.tellOfPlainAddresses()
    this.tellOfOpenLinks()
    this.onChange()
  }

  /** What was encrypted with the previous secret is encrypted with this one, so that the former can go. */
  private async keepUpWithSecret(): Promise<void> {
    try {
      await noteSecret(this.knex, this.secret)
      await this.refresh()
      await rewriteCredentials(this.knex, (row) => this.sealAgain(row))
    } catch (error) {
      this.tellOfFailure("could not be brought up to date with the secret", error)
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

  private tellOfFailure(what: string, error: unknown): void {
    if (this.hasFailed) return
    this.hasFailed = true
    const kind = error instanceof Error ? error.name : "unknown"
    this.log.warn(`consumer-financing: the settings of the dashboard ${what} (${kind})`)
  }

  private tellOfUnreadable(): void {
    for (const environment of this.stored.unreadable) {
      this.tellOnce(
        `consumer-financing: the credentials of "${environment}" were encrypted with a secret that is not in force any more, so there are none. Put the former secret beside the current one, or enter the credentials in the dashboard again.`
      )
    }
  }

  private tellOfMissingCredentials(): void {
    const { environment, environments } = this.merged
    if (environments[environment]) return
    this.tellOnce(
      `medusa-payment-consumer-financing: no credentials for "${environment}" yet; shoppers are told that financing is not available until they are entered in the dashboard, or environments.${environment} is set in medusa-config.`
    )
  }

  /** Stored by another version: a setting that this one does not know, or does not take any more. */
  private tellOfIgnored({ values }: SettingRow): void {
    const known = SETTING_KEYS.filter((key) => key in values)
    const stored = { values, credentials: {} }
    const wrong = problemsOf(this.given, stored, known).map(
      ({ place, message }) => `"${place}" ${message}`
    )
    const unknown = Object.keys(values).filter((key) => !SETTING_KEYS.some((one) => one === key))
    const what = [...wrong, ...unknown.map((key) => `"${key}" is no setting of this version`)]
    if (what.length === 0) return
    this.tellOnce(
      `consumer-financing: settings of the dashboard are not in force: ${what.join(", ")}. Set them again in the dashboard.`
    )
  }

  /** Production was chosen in the dashboard, and medusa-config changed since. */
  private tellOfPlainAddresses(): void {
    for (const { name, problem } of plainInProduction(this.merged)) {
      this.tellOnce(
        `medusa-payment-consumer-financing: option "${name}" ${problem}; shoppers are told that financing is not available until it is corrected in medusa-config, or staging is chosen in the dashboard.`
      )
    }
  }

  private tellOfOpenLinks(): void {
    const { environment, linkHosts } = this.merged
    if (environment !== "production" || linkHosts.length > 0) return
    this.tellOnce(
      "medusa-payment-consumer-financing: option \"linkHosts\" is empty, so the service's links may lead customers to any host; name the hosts of the service's pages in medusa-config."
    )
  }

  private tellOnce(message: string): void {
    if (this.told.has(message)) return
    this.told.add(message)
    this.log.warn(message)
  }
}
