import { createHash, randomBytes } from "node:crypto"
import type { Context } from "../../context"
import type { PreApprovalRecord } from "../../records"

/** What a guest holds to show that a pre-approval is theirs: told once, kept only as its hash. */
export function newClaim(): string {
  return randomBytes(32).toString("base64url")
}

/** No key is needed: nobody guesses 256 random bits, and a rotated secret must not end a claim. */
export function hashClaim(claim: string): string {
  return createHash("sha256").update(claim).digest("base64url")
}

/**
 * Brings a guest's pre-approval to a cart; until it is used it can be brought to another one. Null
 * when the claim is nobody's, or another cart has used it already: the same for both.
 */
export async function attachClaim(
  context: Context,
  { claim, cartId }: { claim: string; cartId: string }
): Promise<PreApprovalRecord | null> {
  const known = {
    claim_hash: hashClaim(claim),
    environment: context.options.environment,
  }
  const now = context.clock.dateIn(0)
  await context
    .knex("financing_pre_approval")
    .where({ ...known, application_id: null, deleted_at: null })
    .update({ cart_id: cartId, attached_at: now, updated_at: now })
  const [attached] = await context.rows.listFinancingPreApprovals(
    { ...known, cart_id: cartId },
    { take: 1 }
  )
  return attached ?? null
}
