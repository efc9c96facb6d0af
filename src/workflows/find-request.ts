import type { MedusaContainer } from "@medusajs/framework/types"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { CONSUMER_FINANCING } from "../modules/consumer-financing"
import type { ApplicationRecord } from "../modules/consumer-financing/records"
import { sentence } from "../translation/sentence"

export type RequestRecord = ApplicationRecord & { requested_order_id: string }

const NO_REQUEST = "There is no such financing request."

/** The application that staff asked a customer for. Throws a sentence when there is none. */
export async function findRequest(
  container: MedusaContainer,
  applicationId: string
): Promise<RequestRecord> {
  const [application] = await container
    .resolve(CONSUMER_FINANCING)
    .listFinancingApplications({ id: applicationId, kind: "virtual-cart" }, { take: 1 })
  if (!application?.requested_order_id) {
    throw sentence(NO_REQUEST)
  }
  return { ...application, requested_order_id: application.requested_order_id }
}

/** The order that a financing request is for. */
export const findRequestStep = createStep(
  "find-financing-request",
  async ({ application_id }: { application_id: string }, { container }) => {
    const { requested_order_id } = await findRequest(container, application_id)
    return new StepResponse({ order_id: requested_order_id })
  }
)
