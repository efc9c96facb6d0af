import { CONSUMER_FINANCING } from "../../modules/consumer-financing"
import type { Resolution, Resolve } from "./resolution"

/** A person found out how the call in doubt ended. */
const confirm =
  (outcome: "confirmed" | "refused"): Resolve =>
  async (container, { operation, actor, note, token }: Resolution) => {
    if (operation) {
      await container
        .resolve(CONSUMER_FINANCING)
        .resolveByPerson({ operationId: operation.id, outcome, actor, note, token })
    }
  }

export const confirmItHappened = confirm("confirmed")
export const confirmItDidNot = confirm("refused")
