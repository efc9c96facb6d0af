import { harness } from "./harness"
import { type Refusal, whileRefusingIn } from "./refusing-database"

const { run } = harness()

/**
 * Makes the database refuse writes of some rows while `act` runs, for example between two commits of one
 * operation, as a full disk or a broken connection does.
 */
export async function whileDatabaseRefuses<T>(
  refusal: Refusal,
  act: (refused: () => Promise<void>) => Promise<T>
): Promise<T> {
  return await whileRefusingIn(run.databaseUrl, refusal, act)
}
