import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { checkPreApprovalWorkflow } from "../../../workflows"
import { coalesce } from "../../coalesce"

type Woken = { container: MedusaContainer; preApprovalId: string }

/** Checks a pre-approval after a postback. Never rejects. */
export const processPreApproval = coalesce(
  ({ preApprovalId }: Woken) => preApprovalId,
  async ({ container, preApprovalId }) => {
    try {
      await checkPreApprovalWorkflow(container).run({
        input: { pre_approval_id: preApprovalId, validate: true },
      })
    } catch (error) {
      // It stays due, and the job checks it.
      const kind = error instanceof Error ? error.name : "unknown"
      container
        .resolve(ContainerRegistrationKeys.LOGGER)
        .error(`consumer-financing: ${preApprovalId} is still to be looked at (${kind})`)
    }
  }
)
