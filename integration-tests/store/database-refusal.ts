import { harness } from "./harness"
import { type Refusal, whileRefusingIn } from "./refusing-database"

const { run } = harness()

/**
 * The database refuses to write some rows while `act` runs, as it would when a disk is full or a
 * connection breaks: between two commits of one operation, for example.
 */
export async function whileDatabaseRefuses<T>(
  refusal: Refusal,
  act: (refused: () => Promise<void>) => Promise<T>
): Promise<T> {
  return await whileRefusingIn(run.databaseUrl, refusal, act)
}
