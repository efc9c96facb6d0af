import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import {
  createStep,
  createWorkflow,
  StepResponse,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import { CONSUMER_FINANCING } from "../modules/consumer-financing"
import { toStorefrontAddress } from "../translation/storefront-address"
import { readOrder } from "./read-store"
import { syncApplicationWorkflow } from "./sync-application"

export type WelcomeBackInput = {
  application_id: string
  /** Finished at the service, or walked away from its page: both only look. */
  way: "return" | "cancel"
}

const noteArrivalStep = createStep(
  "note-shopper-is-back",
  async ({ application_id: id, way }: WelcomeBackInput, { container }) => {
    const financing = container.resolve(CONSUMER_FINANCING)
    await financing.note(id, way === "return" ? "shopper-returned" : "shopper-walked-away")
    await financing.beginLooksAnew(id)
    if (way === "return") {
      await financing.updateFinancingApplications({ id, shopper_returned: true })
    }
    return new StepResponse(null)
  }
)

/** A sync that fails is repeated by schedule; the shopper does not wait for that. */
const syncForShopperStep = createStep(
  "sync-for-shopper",
  async ({ application_id, way }: WelcomeBackInput, { container }) => {
    const cause = way === "return" ? ("return" as const) : ("store" as const)
    const { errors } = await syncApplicationWorkflow(container).run({
      input: { application_id, cause },
      throwOnError: false,
    })
    if (errors.length > 0) {
      container
        .resolve(ContainerRegistrationKeys.LOGGER)
        .error(`consumer-financing: ${application_id} could not be synced as its shopper came back`)
    }
    return new StepResponse(null)
  }
)

const chooseLandingStep = createStep(
  "choose-shoppers-landing",
  async ({ input }: { input: WelcomeBackInput; synced: unknown }, { container }) => {
    const financing = container.resolve(CONSUMER_FINANCING)
    const query = container.resolve(ContainerRegistrationKeys.QUERY)
    const {
      cart_id: cartId,
      order_id: noted,
      requested_order_id: requestedId,
    } = await financing.retrieveFinancingApplication(input.application_id)
    const { data } = await query.graph({
      entity: requestedId ? "order" : "cart",
      fields: ["id", "shipping_address.country_code"],
      filters: { id: requestedId ?? cartId ?? "" },
    })
    const bought = data[0] as { shipping_address?: { country_code?: string | null } } | undefined
    // Core takes an order back whose completion failed; until a sync saw that, its number is still noted.
    const order = noted === null ? null : await readOrder(query, noted)
    const { storefrontUrl, storefrontPaths } = financing.options
    const address = toStorefrontAddress(
      {
        orderId: order?.id ?? null,
        cartId,
        countryCode: bought?.shipping_address?.country_code ?? "us",
      },
      { url: storefrontUrl, paths: storefrontPaths }
    )
    return new StepResponse({ address })
  }
)

/** The shopper's way back: looks, places the order when it may, and says where to go on. */
export const welcomeShopperBackWorkflow = createWorkflow(
  "welcome-financing-shopper-back",
  (input: WelcomeBackInput) => {
    noteArrivalStep(input)
    const synced = syncForShopperStep(input)
    return new WorkflowResponse(chooseLandingStep({ input, synced }))
  }
)
