import { createHarness } from "./harness"
import { type RowMatcher, withRefusedWritesIn } from "./database-triggers"

const { run } = createHarness()

/**
 * Makes the database refuse writes of some rows while `act` runs, for example between two commits of one
 * operation, as a full disk or a broken connection does.
 */
export async function withRefusedWrites<T>(
  refusal: RowMatcher,
  act: (expectRefused: () => Promise<void>) => Promise<T>
): Promise<T> {
  return await withRefusedWritesIn(run.databaseUrl, refusal, act)
}
