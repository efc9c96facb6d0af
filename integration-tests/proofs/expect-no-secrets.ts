import { findSecrets, type SecretSearchOptions } from "./find-secrets"

/** Expects no secret in any log, database row, event or answer (I10). */
export async function expectNoSecrets(sinks: SecretSearchOptions = {}): Promise<void> {
  expect(await findSecrets(sinks)).toEqual([])
}
