import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { mendBooks } from "../mend-books"
import type { Looked } from "./look-at-service"

/** Brings Medusa's own rows about the order's money in order, before anything is decided by them. */
export const mendBooksStep = createStep(
  "mend-books-of-financing",
  async (looked: Looked, { container }) => {
    if (looked.code !== null) {
      await mendBooks(container, looked.applicationId)
    }
    return new StepResponse(looked)
  }
)
