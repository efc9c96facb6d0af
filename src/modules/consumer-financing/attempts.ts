import { createHmac } from "node:crypto"
import { forgetEvenBudgets, grantFrom } from "./budget"
import type { FinancingDesk } from "./desk"

export type Attempt = {
  /** Who attempts what: a cart, a client's address. Only a keyed hash of it is kept. */
  whose: string
  /** So many at once, regained evenly over so many seconds. */
  calls: number
  seconds: number
}

/** Counts one attempt, across processes: null when it may be made, else the seconds until one may. */
export async function takeAttempt(
  desk: FinancingDesk,
  { whose, calls, seconds }: Attempt
): Promise<number | null> {
  const [secret = ""] = desk.options.secret
  const hash = createHmac("sha256", secret).update(`attempt\n${whose}`).digest("base64url")
  const pace = { burst: calls, secondsPerCall: seconds / calls }
  const { granted, wait } = await grantFrom(desk.knex, { name: `attempt-${hash}`, pace }, 1)
  if (granted === 0) {
    return Math.max(1, wait)
  }
  await forgetEvenBudgets(desk.knex)
  return null
}
