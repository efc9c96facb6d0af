import { findSecrets, type Sinks } from "./find-secrets"

/** Nothing secret is in any log, any row of the database, or any answer: I10. */
export async function expectNoSecrets(sinks: Sinks = {}): Promise<void> {
  expect(await findSecrets(sinks)).toEqual([])
}
