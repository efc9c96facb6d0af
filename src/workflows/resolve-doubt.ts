import {
  createStep,
  createWorkflow,
  StepResponse,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import { CONSUMER_FINANCING } from "../modules/consumer-financing"

export type ResolveFinancingDoubtInput = {
  /** The operation of which nobody knows how it ended. */
  operation_id: string
  /** What a person found out: it happened, or it did not. */
  outcome: "confirmed" | "refused"
  /** Who says so: the id of an admin user, never a name. */
  actor: string
  /** How they know, for whoever reads the timeline later. */
  note: string
  /** For a confirmed create or partial refund whose answer was lost: the application that it made. */
  token?: string
}

const resolveDoubtStep = createStep(
  "resolve-financing-doubt",
  async ({ operation_id, ...word }: ResolveFinancingDoubtInput, { container }) => {
    await container
      .resolve(CONSUMER_FINANCING)
      .resolveByPerson({ operationId: operation_id, ...word })
    return new StepResponse({ operation_id, outcome: word.outcome })
  }
)

/**
 * A person's word about an operation in doubt: the journal and the ledger follow it, the timeline
 * keeps who said so and why, and a reconciliation compares both worlds again. Throws INVALID_DATA when the
 * operation is not in doubt or something is under way.
 */
export const resolveFinancingDoubtWorkflow = createWorkflow(
  "resolve-financing-doubt",
  (input: ResolveFinancingDoubtInput) => new WorkflowResponse(resolveDoubtStep(input))
)
