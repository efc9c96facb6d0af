import { sentence } from "../../../translation/sentence"
import { type Attempt, giveBackAttempts, takeAttempts } from "../coordination/attempts"
import type { Context } from "../context"
import type { ApplicationRecord } from "../records"
import type { FullFlowInput } from "./full-flow"

const DAY = 24 * HOUR

/** Whatever the reason: it tells nobody whether what they tried was right. */
const NO_MORE =
  "We cannot take another application with these details for now. Please contact the shop, or pay another way."

/** Too many attempts by one person: nothing was sent, and may be in `wait` seconds. */
export type Limited = { outcome: "limited"; wait: number }

/**
 * Files what the shop's own form says, within what one person may. Once the service has found often enough that
 * somebody's details do not match, nothing more is asked: whoever tries out numbers learns nothing. That it
 * may is taken beforehand and given back, so that several at once learn no more. Names, dates and
 * addresses are counted by keyed hashes, forgotten within a day.
 */
export async function limitForm<Applied extends { application: ApplicationRecord }>(
  context: Context,
  input: FullFlowInput,
  apply: () => Promise<Applied>
): Promise<Applied | Limited> {
  const { attemptsPerPerson, mismatchesPerPerson } = context.options.fullApplication
  const names = namesOf(input)
  const mismatches = countedAs("mismatch", names, { calls: mismatchesPerPerson, seconds: DAY })
  const attempts = countedAs("form", names, { calls: attemptsPerPerson, seconds: HOUR })
  if (
    (await countMismatchesOfCart(context, input)) >= mismatchesPerPerson ||
    (await takeAttempts(context, mismatches)) !== null
  ) {
    throw sentence(NO_MORE)
  }
  let isMismatch = false
  try {
    const wait = await takeAttempts(context, attempts)
    if (wait !== null) {
      return { outcome: "limited", wait }
    }
    const result = await apply()
    isMismatch = result.application.code === "X"
    return result
  } finally {
    if (!isMismatch) await giveBackAttempts(context, mismatches)
  }
}

function countedAs(
  purpose: string,
  names: readonly string[],
  pace: Pick<Attempt, "calls" | "seconds">
): Attempt[] {
  return names.map((name) => ({ whose: `${purpose}:${name}`, ...pace }))
}

function namesOf({ snapshot, applicant }: FullFlowInput): string[] {
  const { address, email } = snapshot
  const folded = (text: string) =>
    text
      .normalize("NFKD")
      .toLowerCase()
      .replace(/[^\p{L}]/gu, "")
  return [
    `person:${folded(address.firstName)}:${folded(address.lastName)}:${applicant.birthDate}`,
    `phone:${applicant.cellPhone}`,
    `email:${email.toLowerCase()}`,
  ]
}

/** The service may have told of them later than it answered. */
async function countMismatchesOfCart(
  context: Context,
  { snapshot }: FullFlowInput
): Promise<number> {
  const rows = await context.rows.listFinancingApplications(
    {
      cart_id: snapshot.cartId,
      kind: "full",
      code: "X",
      created_at: { $gt: context.clock.dateIn(-DAY * 1000) },
    },
    { select: ["id"] }
  )
  return rows.length
}
