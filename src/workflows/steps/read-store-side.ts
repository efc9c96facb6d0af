import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { CONSUMER_FINANCING } from "../../modules/consumer-financing"
import { readStoreSide, type StoreSideSeen } from "../read-store-side"
import type { Looked } from "./look-at-service"

export type Seen = Looked & StoreSideSeen

const UNREAD: StoreSideSeen = {
  standing: "nothing",
  session: null,
  payment: null,
  cartId: null,
  orderId: null,
  orderAge: null,
}

/** Reads Medusa's side, and remembers it with the order that the application pays for. */
export const readStoreSideStep = createStep(
  "read-store-side-of-financing",
  async (looked: Looked, { container }) => {
    if (looked.code === null) {
      return new StepResponse<Seen>({ ...looked, ...UNREAD })
    }
    const financing = container.resolve(CONSUMER_FINANCING)
    const seen = await readStoreSide(container, looked.applicationId)
    await financing.rememberStore(looked.applicationId, seen)
    return new StepResponse<Seen>({ ...looked, ...seen })
  }
)
