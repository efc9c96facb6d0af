import { setTimeout as sleep } from "node:timers/promises"
import type { MedusaContainer } from "@medusajs/framework/types"
import {
  createStep,
  createWorkflow,
  StepResponse,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import { CONSUMER_FINANCING } from "../modules/consumer-financing"
import type { Environment } from "../options/options"
import { storefrontOf, toStorefrontAddress } from "../translation/addresses"
import { readShopName } from "../medusa/read-store"
import { findLanding, readOrderBought } from "./find-landing"
import { tryToReconcile } from "./reconcile-application"

export type ShopperReturnInput = {
  application_id: string
  /** Signed as part of the address. */
  environment: Environment
  /** The shopper finished at the service or left its page; both cause a status check. */
  way: "return" | "cancel"
}

/**
 * Counts the visit and records one that leads to a status check. After "return", waits a few seconds until a check
 * is granted, unless the order exists already. Returns whether a check is granted.
 */
async function admitVisit(
  container: MedusaContainer,
  { application_id: id, environment, way }: ShopperReturnInput
): Promise<boolean> {
  const financing = container.resolve(CONSUMER_FINANCING)
  const application = await financing.applications.withRestoredRecord({ id, environment }, () =>
    financing.retrieveFinancingApplication(id)
  )
  if (way === "return" && !application.shopper_returned) {
    await financing.updateFinancingApplications({ id, shopper_returned: true })
  }
  let visit = await financing.takeVisit(id)
  const seconds = way === "cancel" || visit.mayCheck ? null : visit.wait
  if (seconds !== null && (await readOrderBought(container, application)) === null) {
    await sleep(seconds * 1_000)
    visit = await financing.takeVisit(id)
  }
  if (visit.mayCheck) {
    await financing.timeline.note(id, way === "return" ? "shopper-returned" : "shopper-walked-away")
    if (visit.beginsSchedule) {
      await financing.schedule.restartSchedule(id)
    }
  }
  return visit.mayCheck
}

const handleReturnStep = createStep(
  "handle-financing-shopper-return",
  async (input: ShopperReturnInput, { container }) => {
    const financing = container.resolve(CONSUMER_FINANCING)
    const { application_id, way } = input
    const mayCheck = await admitVisit(container, input)
    if (mayCheck) {
      const cause = way === "return" ? "return" : "store"
      await tryToReconcile(container, { application_id, cause }, "as its shopper came back")
    }
    const { kind, state } = await financing.retrieveFinancingApplication(application_id)
    const shop = await readShopName(container)
    if (kind === "lost") {
      return new StepResponse({ address: financing.options.storefrontUrl, shop, isLost: true })
    }
    const maybeEarly = mayCheck && way === "return" && state === "awaiting-customer"
    const landing = await findLanding(container, application_id, maybeEarly)
    const storefront = storefrontOf(financing.options, landing.salesChannelId)
    const address = toStorefrontAddress(landing, storefront)
    return new StepResponse({ address, shop, isLost: false })
  }
)

/** Handles the shopper's return: checks the status, places the order if possible, and returns the page to show. */
export const handleShopperReturnWorkflow = createWorkflow(
  "handle-financing-shopper-return",
  (input: ShopperReturnInput) => new WorkflowResponse(handleReturnStep(input))
)
