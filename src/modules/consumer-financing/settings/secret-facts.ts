import { ENVIRONMENTS } from "./credentials"
import { readRow } from "./setting-row"
import type { Settings } from "./settings"

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
