import { setTimeout as sleep } from "node:timers/promises"
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
 * is granted, unless the order exists already.
 */
const admitVisitStep = createStep(
  "admit-shoppers-visit",
  async ({ application_id: id, environment, way }: ShopperReturnInput, { container }) => {
    const financing = container.resolve(CONSUMER_FINANCING)
    const application = await financing.applications.withRestoredRecord({ id, environment }, () =>
      financing.retrieveFinancingApplication(id)
    )
    if (way === "return" && !application.shopper_returned) {
      await financing.applications.update({ id, shopper_returned: true })
    }
    let visit = await financing.takeVisit(id)
    const seconds = way === "cancel" || visit.mayCheck ? null : visit.wait
    if (seconds !== null && (await readOrderBought(container, application)) === null) {
      await sleep(seconds * 1_000)
      visit = await financing.takeVisit(id)
    }
    if (visit.mayCheck) {
      await financing.timeline.note(
        id,
        way === "return" ? "shopper-returned" : "shopper-walked-away"
      )
      if (visit.beginsSchedule) {
        await financing.schedule.restartSchedule(id)
      }
    }
    return new StepResponse(visit.mayCheck)
  }
)

type Admitted = { input: ShopperReturnInput; mayCheck: boolean }

const reconcileForShopperStep = createStep(
  "reconcile-for-shopper",
  async ({ input: { application_id, way }, mayCheck }: Admitted, { container }) => {
    if (!mayCheck) {
      return new StepResponse(null)
    }
    const cause = way === "return" ? ("return" as const) : ("store" as const)
    await tryToReconcile(container, { application_id, cause }, "as its shopper came back")
    return new StepResponse(null)
  }
)

const chooseLandingStep = createStep(
  "choose-shoppers-landing",
  async ({ input, mayCheck }: Admitted & { reconciled: unknown }, { container }) => {
    const financing = container.resolve(CONSUMER_FINANCING)
    const { application_id: applicationId, way } = input
    const { kind, state } = await financing.retrieveFinancingApplication(applicationId)
    const shop = await readShopName(container)
    if (kind === "lost") {
      return new StepResponse({ address: financing.options.storefrontUrl, shop, isLost: true })
    }
    const maybeEarly = mayCheck && way === "return" && state === "awaiting-customer"
    const landing = await findLanding(container, { applicationId, maybeEarly })
    const storefront = storefrontOf(financing.options, landing.salesChannelId)
    const address = toStorefrontAddress(landing, storefront)
    return new StepResponse({ address, shop, isLost: false })
  }
)

/** Handles the shopper's return: checks the status, places the order if possible, and returns the page to show. */
export const handleShopperReturnWorkflow = createWorkflow(
  "handle-financing-shopper-return",
  (input: ShopperReturnInput) => {
    const mayCheck = admitVisitStep(input)
    const reconciled = reconcileForShopperStep({ input, mayCheck })
    return new WorkflowResponse(chooseLandingStep({ input, mayCheck, reconciled }))
  }
)
