import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { CONSUMER_FINANCING } from "../../modules/consumer-financing"
import { reconcileApplicationWorkflow } from "../reconcile-application"

type Resolved = { review_case_id: string; application_id: string; action: string }

/** Compares both worlds after a person's decision. One that fails is repeated by schedule. */
export const reconcileForPersonStep = createStep(
  "reconcile-for-person",
  async ({ review_case_id, application_id, action }: Resolved, { container }) => {
    const { errors } = await reconcileApplicationWorkflow(container).run({
      input: { application_id, cause: "person" },
      throwOnError: false,
    })
    if (errors.length > 0) {
      container
        .resolve(ContainerRegistrationKeys.LOGGER)
        .error(`consumer-financing: ${application_id} could not be reconciled after a decision`)
    }
    const [left] = await container
      .resolve(CONSUMER_FINANCING)
      .listFinancingReviewCases({ id: review_case_id, acknowledged_at: null }, { take: 1 })
    return new StepResponse({ review_case_id, application_id, action, settled: !left })
  }
)
