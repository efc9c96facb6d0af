import type { OperationRecord } from "../../src/modules/consumer-financing/records"
import type { ApplicationView } from "../../src/sandbox"
import { createHarness } from "../store/harness"
import { eventually } from "../../tooling/clients/eventually"
import { listApplications, listOperations, listTokens } from "../store/plugin-records"

const { store, simulator } = createHarness()

type Resolution = { outcome: "confirmed" | "refused"; token?: string }
type DoubtfulOperation = Pick<OperationRecord, "kind" | "target_cents" | "new_token">

const REFUSED: Resolution = { outcome: "refused" }
const CONFIRMED: Resolution = { outcome: "confirmed" }

const toCents = (dollars: number): number => Math.round(dollars * 100)

/** Reads from the service's portal whether an operation in doubt took effect. */
const RESOLUTIONS: Record<OperationRecord["kind"], (view: PortalView) => Resolution> = {
  create: ({ application, knownTokens }) => {
    if (!application || knownTokens.has(application.tip)) return REFUSED
    return { ...CONFIRMED, token: application.tip }
  },
  "select-offer": ({ application }) =>
    application?.chosenOfferId === undefined ? REFUSED : CONFIRMED,
  settle: ({ application }) => ((application?.settleCount ?? 0) > 0 ? CONFIRMED : REFUSED),
  cancel: ({ application }) => ((application?.cancelCount ?? 0) > 0 ? CONFIRMED : REFUSED),
  refund: ({ application }) => ((application?.refundCount ?? 0) > 0 ? CONFIRMED : REFUSED),
  "partial-refund": ({ application, knownTokens, doubt }) => {
    const partialRefund = application?.partialRefunds.find(
      ({ to, loanAmount }) =>
        toCents(loanAmount) === doubt.target_cents &&
        (to === doubt.new_token || !knownTokens.has(to))
    )
    if (!partialRefund) return REFUSED
    return doubt.new_token === null ? { ...CONFIRMED, token: partialRefund.to } : CONFIRMED
  },
  "update-order-id": () => CONFIRMED,
}

type PortalView = {
  /** The service's application; undefined when it was never created. */
  application: ApplicationView | undefined
  /** The application's tokens that the plugin has stored. */
  knownTokens: ReadonlySet<string>
  doubt: DoubtfulOperation
}

async function isInDoubt(applicationId: string, operationId: string): Promise<boolean> {
  const operation = (await listOperations(applicationId)).find(({ id }) => id === operationId)
  return operation?.outcome === "in-doubt"
}

/** Whether the token is the service's current one and, for a create, has the requested amount. */
function isAcceptableToken(
  application: ApplicationView | undefined,
  { kind, token }: Pick<DoubtfulOperation, "kind"> & Pick<Resolution, "token">
): boolean {
  if (!application || token !== application.tip) return false
  return kind !== "create" || application.loanAmount === application.originalLoanAmount
}

/**
 * Resolves a cart's operations in doubt as staff do, from what the service's portal shows.
 * @returns the number of resolved operations
 */
export async function resolveDoubts(cartId: string): Promise<number> {
  const applications = await listApplications(cartId)
  const serviceApplications = await simulator.listCartApplications(cartId)
  let resolved = 0
  for (const { id, service_order_id } of applications) {
    const knownTokens = new Set((await listTokens(id)).map(({ token }) => token))
    const candidates = serviceApplications.filter(
      ({ originalOrderId }) => originalOrderId === service_order_id
    )
    const application =
      candidates.find(({ tokens }) => tokens.some((token) => knownTokens.has(token))) ??
      candidates.at(-1)
    for (const doubt of await listOperations(id)) {
      if (doubt.outcome !== "in-doubt" || doubt.kind === "update-order-id") continue
      const resolution = RESOLUTIONS[doubt.kind]({ application, knownTokens, doubt })
      const note = "read in the service's portal"
      const input = { operation_id: doubt.id, actor: "user_of_the_proof", note, ...resolution }
      const submit = async () => {
        // Another process may have resolved the operation in the meantime.
        if (await isInDoubt(id, doubt.id)) await store.runWorkflow("resolve-financing-doubt", input)
      }
      if (
        resolution.token === undefined ||
        isAcceptableToken(application, { kind: doubt.kind, ...resolution })
      ) {
        // The workflow refuses while a call is in progress, so the resolution is retried.
        await eventually(submit)
        resolved += 1
      } else {
        // Replaced or partly refunded in the portal: the operation may stay in doubt with a review case.
        resolved += await submit().then(
          () => 1,
          () => 0
        )
      }
    }
  }
  return resolved
}
