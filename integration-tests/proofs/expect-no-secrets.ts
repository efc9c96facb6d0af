import { findSecrets, type Sinks } from "./find-secrets"

/** Expects no secret in any log, database row, event or answer (I10). */
export async function expectNoSecrets(sinks: Sinks = {}): Promise<void> {
  expect(await findSecrets(sinks)).toEqual([])
}
