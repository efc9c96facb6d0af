import { hasEnded } from "../../../domain/application-state"
import type { OrderSnapshot } from "../../../domain/order-snapshot"
import type { Environment } from "../../../options/options"
import type { Context } from "../context"
import { persist } from "../persist"
import type { ApplicationRecord } from "../records"
import { findLive } from "./find-live"
import { abandonCreate } from "./abandon-create"
import type { Flow } from "./hosted-flow"
import { isUsable } from "./is-usable"

/** Asked for by staff, for a draft or an order. */
export const isStaffs = ({ kind }: Pick<ApplicationRecord, "kind">) => kind === "virtual-cart"

type Replacing = {
  live: ApplicationRecord
  snapshot: OrderSnapshot
  flow: Flow
  environment: Environment
}

/** The application that was there before, which ends with the lease on its cart still ours. */
export type Earlier = {
  /** Another one takes its place, or may. */
  isReplaced: () => Promise<void>
  /** The service made none. */
  stays: () => Promise<void>
}

const nothing = async () => undefined
export const NOBODY: Earlier = { isReplaced: nothing, stays: nothing }

/**
 * A cart that was changed has no use for its earlier application, whatever comes next. What staff asked a
 * customer to finance may be signed: it only steps aside until there is another one.
 */
export async function makeRoom(context: Context, replacing: Replacing): Promise<Earlier> {
  const { live } = replacing
  // The cart's lease is ours: a create that was not answered has ended without being written down.
  if (live.state === "created") {
    await abandonCreate(context, live)
    return NOBODY
  }
  const why = whyReplaced(context, replacing)
  if (!isStaffs(live)) {
    await context.closing.supersede(live, why)
    return NOBODY
  }
  await context.rows.updateFinancingApplications({ id: live.id, live_key: null })
  return {
    isReplaced: async () => {
      // What pays for its part of the order goes on doing so.
      if (live.order_id === null) await context.closing.supersede(live, why)
    },
    stays: async () => {
      const { snapshot } = replacing
      if ((await findLive(context, snapshot.cartId)) === null) {
        const { id, live_key } = live
        await persist(() => context.rows.updateFinancingApplications({ id, live_key }))
        // Whoever looked meanwhile saw nothing that needs it.
        await context.schedule.requestReconcile(live.id)
      }
    },
  }
}

function whyReplaced(context: Context, { live, snapshot, flow, environment }: Replacing): string {
  if (!context.fingerprints.isUnchanged(live, snapshot) || hasEnded(live.state)) {
    return flow.changed
  }
  if (live.environment !== environment) {
    return "the shop went on in the service's other environment"
  }
  if (!context.fingerprints.isSameContact(live, snapshot, flow.sentPhone)) {
    return "the customer's contact details were changed"
  }
  const isOtherWay = flow.kind !== live.kind && isUsable(live)
  return isOtherWay ? "the customer applied in another way" : "the customer cannot go on with it"
}
