import type { Environment } from "../../../options/options"
import { CREDENTIAL_FIELDS, type Credentials, ENVIRONMENTS, mask } from "./credentials"
import { defaultValues, valuesOf } from "./merge-settings"
import type { SettingKey } from "./setting-keys"
import { type Change, readRow, type SettingRow } from "./setting-row"
import type { Settings } from "./settings"

/** An environment's credentials as staff see them: where they come from, and the end of each. */
export type ShownCredentials = {
  source: "config" | "dashboard" | null
  base_url: string | null
  api_username: string | null
  api_password: string | null
  api_signature: string | null
  changed_at: string | null
  changed_by: string | null
}

export type ShownChange = Change & { id: string; at: Date }

export type ShownSettings = {
  values: Record<SettingKey, unknown>
  defaults: Record<SettingKey, unknown>
  /** What medusa-config sets. */
  locked: SettingKey[]
  credentials: Record<Environment, ShownCredentials>
  is_ready: boolean
  changed_at: Date | null
  changed_by: string | null
  /** The last ones, the newest first. */
  changes: ShownChange[]
}

const CHANGES_SHOWN = 20

/** The settings as staff see them. No credential is in it. */
export async function showSettings(settings: Settings): Promise<ShownSettings> {
  await settings.refresh()
  const row = await readRow(settings.knex)
  const { current, given } = settings
  return {
    values: valuesOf(current),
    defaults: defaultValues(given),
    locked: [...given.locked],
    credentials: {
      staging: showCredentials(settings, row, "staging"),
      production: showCredentials(settings, row, "production"),
    },
    is_ready: current.environments[current.environment] !== undefined,
    changed_at: row?.changed_at ?? null,
    changed_by: row?.changed_by ?? null,
    changes: await settings
      .knex<ShownChange>("financing_setting_change")
      .orderBy("created_at", "desc")
      .orderBy("id", "desc")
      .limit(CHANGES_SHOWN)
      .select("id", "what", "by", "before", "after", "created_at as at"),
  }
}

function showCredentials(
  { given, inDashboard }: Settings,
  row: SettingRow | null,
  environment: Environment
): ShownCredentials {
  const configured = given.options.environments[environment]
  const sealed = row?.credentials[environment]
  if (configured || !sealed) {
    const source = configured ? "config" : null
    return { source, ...masked(configured), changed_at: null, changed_by: null }
  }
  const { changed_at, changed_by } = sealed
  const opened = inDashboard.credentials[environment]
  return { source: "dashboard", ...masked(opened), changed_at, changed_by }
}

function masked(credentials: Credentials | undefined) {
  const end = (field: keyof typeof CREDENTIAL_FIELDS) =>
    credentials ? mask(credentials[CREDENTIAL_FIELDS[field]]) : null
  return {
    base_url: credentials?.baseUrl ?? null,
    api_username: end("api_username"),
    api_password: end("api_password"),
    api_signature: end("api_signature"),
  }
}

export type SecretFacts = {
  since: Date | null
  previous_is_set: boolean
  /** How many credentials still need the previous one. */
  encrypted_with_previous: number
}

/** Since when the secret is in use, and what still depends on the previous one. */
export async function readSecretFacts(settings: Settings): Promise<SecretFacts> {
  const row = await readRow(settings.knex)
  const old = ENVIRONMENTS.map((environment) => (row && settings.open(environment, row)?.old) ?? 0)
  return {
    since: row?.secret_since ?? null,
    previous_is_set: settings.given.options.secret.length > 1,
    encrypted_with_previous: old.reduce((sum, count) => sum + count, 0),
  }
}
