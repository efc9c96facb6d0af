import type { Environment } from "../../../options/options"
import { type Credentials, ENVIRONMENTS, mask, sealCredentials, type Written } from "./credentials"
import { defaultValues, valuesOf } from "./merge-settings"
import { readRow, type Change as SettingChange, type SettingRow } from "./setting-row"
import { Settings } from "./settings"
import {
  type ChangeInput,
  changeSettings,
  checkChange,
  completeCredentials,
  refuseLocked,
  refuseUnsafe,
} from "./change-settings"
import { type Connection, requireConnected, testConnection } from "./test-connection"

type Change = Written & { actor: string }
type ShownChange = SettingChange & { id: string; at: Date }

const CHANGES_SHOWN = 20

/** Shows the source and the last characters of an environment's credentials. */
function showCredentials(
  { given, inDashboard }: Settings,
  row: SettingRow | null,
  environment: Environment
) {
  const configured = given.options.environments[environment]
  const sealed = row?.credentials[environment]
  if (configured || !sealed) {
    const source = configured ? ("config" as const) : null
    return { source, ...masked(configured), changed_at: null, changed_by: null }
  }
  const { changed_at, changed_by } = sealed
  const opened = inDashboard.credentials[environment]
  return { source: "dashboard" as const, ...masked(opened), changed_at, changed_by }
}

function masked(credentials: Credentials | undefined) {
  return {
    base_url: credentials?.baseUrl ?? null,
    api_username: credentials ? mask(credentials.apiUsername) : null,
    // Of a secret not even its last characters.
    api_password: credentials ? mask("") : null,
    api_signature: credentials ? mask("") : null,
  }
}

/** Operations of staff on the settings. `actor` is an admin user's id. */
export class StaffSettings extends Settings {
  /** Returns the settings for staff, without credentials, and recent changes, newest first. */
  async show() {
    await this.refresh()
    const row = await readRow(this.knex)
    const { current, given } = this
    return {
      values: valuesOf(current),
      defaults: defaultValues(given),
      locked: [...given.locked],
      credentials: {
        staging: showCredentials(this, row, "staging"),
        production: showCredentials(this, row, "production"),
      },
      is_ready: current.environments[current.environment] !== undefined,
      changed_at: row?.changed_at ?? null,
      changed_by: row?.changed_by ?? null,
      changes: await this.knex<ShownChange>("financing_setting_change")
        .orderBy("created_at", "desc")
        .orderBy("id", "desc")
        .limit(CHANGES_SHOWN)
        .select("id", "what", "by", "before", "after", "created_at as at"),
    }
  }

  /**
   * Throws INVALID_DATA with one sentence for each invalid setting. Production requires credentials that the service
   * accepts.
   */
  async change(input: ChangeInput): Promise<void> {
    const { environment } = input.values
    if (environment === "production" && this.current.environment !== environment) {
      // Reports problems of the values before it calls the service.
      checkChange(this, input.values, this.inDashboard.values)
      await requireConnected(this, environment)
    }
    await changeSettings(this, input)
  }

  /**
   * Sets an environment's credentials; omitted ones are kept. Throws INVALID_DATA with one sentence for each invalid
   * field, without repeating the input.
   * @returns the service's answer to the new credentials
   */
  async changeCredentials({ environment, given, actor }: Change): Promise<Connection> {
    await refuseUnsafe(this, { environment, given })
    refuseLocked(this, environment)
    await this.changeRow((row) => {
      const known = this.open(environment, row)?.credentials ?? null
      const credentials = completeCredentials(this, known, { environment, given })
      const fields = sealCredentials(environment, credentials, this.secret)
      const sealed = { fields, changed_at: new Date().toISOString(), changed_by: actor }
      const before = known && { base_url: known.baseUrl }
      const after = { base_url: credentials.baseUrl }
      return {
        values: row.values,
        credentials: { ...row.credentials, [environment]: sealed },
        change: { what: [`credentials.${environment}`], by: actor, before, after },
      }
    })
    return await testConnection(this, { environment, given: {} })
  }

  async forgetCredentials({ environment, actor }: Omit<Change, "given">): Promise<void> {
    refuseLocked(this, environment)
    await this.changeRow((row) => {
      const { [environment]: forgotten, ...credentials } = row.credentials
      if (!forgotten) return null
      const known = this.open(environment, row)?.credentials
      const before = known ? { base_url: known.baseUrl } : null
      const change = { what: [`credentials.${environment}`], by: actor, before, after: null }
      return { values: row.values, credentials, change }
    })
  }

  /** Changes nothing, here or at the service. */
  async testConnection(input: Written): Promise<Connection> {
    await refuseUnsafe(this, input)
    return await testConnection(this, input)
  }

  /** Returns the age of the secret, and what still depends on the previous one. */
  async readSecretFacts() {
    const row = await readRow(this.knex)
    const old = ENVIRONMENTS.map((environment) => (row && this.open(environment, row)?.old) ?? 0)
    return {
      since: row?.secret_since ?? null,
      previous_is_set: this.given.options.secret.length > 1,
      encrypted_with_previous: old.reduce((sum, count) => sum + count, 0),
    }
  }
}
