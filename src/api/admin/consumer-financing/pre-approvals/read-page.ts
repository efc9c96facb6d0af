import { z } from "@medusajs/framework/zod"
import { PRE_APPROVAL_STATES } from "../../../../domain/pre-approval"
import { describeProblems, wordIssue } from "../../../store/consumer-financing/form-problems"
import { incomplete } from "../../../store/consumer-financing/read-form"

export const preApprovalsQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(100).default(20).meta({ description: "How many." }),
  offset: z.coerce.number().int().min(0).default(0).meta({ description: "How many to leave out." }),
  state: z.enum(PRE_APPROVAL_STATES).optional().meta({ description: "Only those in this state." }),
  customer_id: z.string().optional().meta({ description: "Only those of this customer." }),
})

/** Parses the page and filter. Throws a Refusal that names invalid fields. */
export function readPage(query: unknown) {
  const parsed = preApprovalsQuery.safeParse(query, { error: wordIssue })
  if (!parsed.success) {
    throw incomplete(
      describeProblems(parsed.error.issues, new Set(Object.keys(preApprovalsQuery.shape)))
    )
  }
  const { limit, offset, state, customer_id } = parsed.data
  const filter = { ...(state ? { state } : {}), ...(customer_id ? { customer_id } : {}) }
  return { limit, offset, filter }
}
