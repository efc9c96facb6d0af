import type { Pool } from "pg"
import type { ApplicationView } from "../../../src/sandbox"
import { eventually } from "../../../tooling/clients/eventually"
import { createHarness } from "../../store/harness"
import { expectInvariants } from "../../store/invariants"
import {
  type DraftOptions,
  createDraftOrder,
  createPartlyPaidOrder,
} from "../../store/financing-request-steps"
import { createCart } from "../../store/new-cart"
import type { CartOptions } from "../../../tooling/clients/shop-client"
import { advanceTime } from "../advance-time"
import {
  expectAgreement,
  isUnknownAttachment,
  isUndetectable,
  isUndetectableSettlement,
  isMistakenForOwnRefund,
  needsPreApprovalAttention,
} from "./agreement"
import { type Guest, type Model, createModel, type Story } from "./history"
import { observeStep } from "./step"
import { takeSnapshot } from "./take-snapshot"
import { isDeniedCreate, type Plan, isRefusedAttachment } from "./plan"
import { stabilizeHistory } from "./stabilize-history"
import { createServiceControl } from "./service"
import { listDueApplications, listLeaseHolders, waitUntilIdle } from "./leases"

const testHarness = createHarness()
const { store, simulator } = testHarness

/** Personal data planted by a run, for the search for leaks. */
export type Canary = { firstName: string; street: string }

type HistorySetup = { database: Pool; plan: Plan; canary: Canary }

let guestCount = 0

/** Creates a guest with a unique last name, which identifies the guest in the simulator. */
function createGuest({ firstName }: Canary): Guest {
  guestCount += 1
  const lastName = `Guest ${process.pid}-${Date.now()}-${guestCount}`
  return { firstName, lastName, preApprovals: [], otherCartIds: [] }
}

/** Creates a purchase with its customer, and its model. */
export async function startHistory({
  database,
  plan,
  canary,
}: HistorySetup): Promise<{ story: Story; model: Model }> {
  const address = { ...plan.cart.address, first_name: canary.firstName, address_1: canary.street }
  const cartInput: CartOptions = { ...plan.cart, address }
  const purchaseId =
    plan.flow === "request"
      ? await createRequestedPurchase(plan, address)
      : (await createCart(cartInput)).id
  const guest = createGuest(canary)
  const readSnapshot = () => takeSnapshot({ database, simulator }, { purchaseId, guest })
  const deadHolders = new Set<string>()
  const story: Story = {
    plan,
    service: createServiceControl(testHarness),
    purchaseId,
    guest,
    stepLog: [],
    deadHolders,
    readSnapshot,
    getLeaseHolders: () => listLeaseHolders(database, purchaseId),
    findDue: () => listDueApplications(database, purchaseId),
    waitForIdle: () => waitUntilIdle(story.getLeaseHolders, deadHolders),
    age: async (minutes) => {
      await story.waitForIdle()
      await advanceTime(purchaseId, minutes)
    },
    createOtherCart: async () => {
      const { id: cartId } = await createCart(cartInput)
      guest.otherCartIds.push(cartId)
      return cartId
    },
  }
  const model = createModel(await readSnapshot())
  await story.service.applyPlan(story, [])
  return { story, model }
}

/** Creates the order or draft that staff ask the customer to finance. */
async function createRequestedPurchase(
  { requested }: Plan,
  address: DraftOptions["address"]
): Promise<string> {
  const draftInput = address ? { address } : {}
  if (requested === "an order with a rest") return await createPartlyPaidOrder(draftInput)
  return await createDraftOrder({
    ...draftInput,
    quantity: requested === "a draft of two sofas" ? 2 : 1,
  })
}

/**
 * Ends a history: brings it to a stable state and expects agreement or a review case.
 * @returns the number of calls that met a fault
 */
export async function finishHistory(story: Story, model: Model): Promise<number> {
  story.stepLog.push("everything comes to rest")
  const faultsHit = await stabilizeHistory(story, model)
  await eventually(
    async () => {
      await observeStep(model, story)
      expectAgreement(model, story.plan)
      const listed = model.snapshot.records.some(({ review_cases }) => review_cases.length > 0)
      const effects = [...model.effects.values()]
      const elsewhere = effects.reduce((sum, { partialRefunds }) => sum + partialRefunds, 0)
      const { faults } = story.plan
      const canBeUndetectable = faults.some(isDeniedCreate) || faults.some(isRefusedAttachment)
      const denied = canBeUndetectable && createUndetectableCheck(story, model)
      const unseen = model.snapshot.applications.some((application) =>
        isMistakenForOwnRefund(model, application)
      )
      const settledUnseen = (application: ApplicationView) =>
        isUndetectableSettlement(model.snapshot, application)
      const exemptions = { listed, denied, elsewhere, unseen, settledUnseen }
      await expectInvariants(story.purchaseId, exemptions)
    },
    { timeoutMs: 30_000, everyMs: 500 }
  )
  return faultsHit
}

const createUndetectableCheck =
  ({ plan }: Story, model: Model) =>
  (application: ApplicationView): boolean =>
    isUndetectable(model, plan, application) ||
    isUnknownAttachment(model.snapshot, plan, application) ||
    needsPreApprovalAttention(model.snapshot, application)

/** Removes a history's applications from the simulator and from the plugin's schedule. */
export async function removeHistory(
  { snapshot }: Model,
  { purchaseId, guest }: Story
): Promise<void> {
  const carts = [purchaseId, ...guest.otherCartIds]
  const cartApplications = await Promise.all(carts.map((id) => simulator.listCartApplications(id)))
  const guestFilter = guest.preApprovals.length > 0 ? { lastName: guest.lastName } : null
  const guestApplications = guestFilter ? await simulator.applications(guestFilter) : []
  const tips = new Set([...cartApplications.flat(), ...guestApplications].map(({ tip }) => tip))
  for (const tip of tips) await simulator.forget(tip)
  for (const { id } of snapshot.records) {
    const change = { id, next_check_at: null, live_key: null }
    await store.call("consumerFinancing", "updateFinancingApplications", change)
  }
}
