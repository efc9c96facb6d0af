import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { CONSUMER_FINANCING } from "../../modules/consumer-financing"
import { mendBooks } from "../mend-books"
import type { Looked } from "./look-at-service"

/** Brings Medusa's own rows about the order's money in order, before anything is decided by them. */
export const mendBooksStep = createStep(
  "mend-books-of-financing",
  async (looked: Looked, { container }) => {
    const { applicationId, code, isRefunded } = looked
    const booksDue = code === null && !isRefunded ? null : await mendBooks(container, applicationId)
    if (booksDue !== null) {
      await container.resolve(CONSUMER_FINANCING).lookWithin(applicationId, booksDue)
    }
    return new StepResponse<Looked>({ ...looked, booksDue })
  }
)
