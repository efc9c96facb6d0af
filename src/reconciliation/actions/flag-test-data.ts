import type { MedusaContainer } from "@medusajs/framework/types"
import { describeTestData } from "../../domain/test-data"
import { CONSUMER_FINANCING } from "../../modules/consumer-financing"
import type { Decision } from "../decide-move"

/** Applied for in staging, and production is in force: a person ends it, or cancels its order. */
export async function flagTestData(
  container: MedusaContainer,
  { applicationId, standing }: Decision
): Promise<void> {
  await container
    .resolve(CONSUMER_FINANCING)
    .askForAttention(applicationId, "test-data", describeTestData(standing))
}
