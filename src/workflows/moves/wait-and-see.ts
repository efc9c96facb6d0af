import type { MedusaContainer } from "@medusajs/framework/types"
import { CONSUMER_FINANCING } from "../../modules/consumer-financing"
import type { Decision } from "../steps/decide-move"

/** Nothing is to be done; only a signed application that lies about unused is told to a person. */
export async function waitAndSee(container: MedusaContainer, decision: Decision): Promise<void> {
  if (decision.limit === "unused-for-a-while") {
    await container
      .resolve(CONSUMER_FINANCING)
      .askForAttention(
        decision.applicationId,
        "The customer signed, but there is no order yet: complete the cart, or cancel the application."
      )
  }
}
