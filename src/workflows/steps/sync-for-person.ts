import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { CONSUMER_FINANCING } from "../../modules/consumer-financing"
import { syncApplicationWorkflow } from "../sync-application"

type Resolved = { attention_id: string; application_id: string; action: string }

/** Compares both worlds after a person's decision. One that fails is repeated by schedule. */
export const syncForPersonStep = createStep(
  "sync-for-person",
  async ({ attention_id, application_id, action }: Resolved, { container }) => {
    const { errors } = await syncApplicationWorkflow(container).run({
      input: { application_id, cause: "person" },
      throwOnError: false,
    })
    if (errors.length > 0) {
      container
        .resolve(ContainerRegistrationKeys.LOGGER)
        .error(`consumer-financing: ${application_id} could not be synced after a decision`)
    }
    const [left] = await container
      .resolve(CONSUMER_FINANCING)
      .listFinancingAttentions({ id: attention_id, acknowledged_at: null }, { take: 1 })
    return new StepResponse({ attention_id, application_id, action, settled: !left })
  }
)
