import type { OperationRecord } from "../../src/modules/consumer-financing/records"
import type { ApplicationView } from "../../src/sandbox"
import { harness } from "../store/harness"
import { eventually } from "../../tooling/clients/eventually"
import { applicationsOf, journalOf, tokensOf } from "../store/our-records"

const { store, simulator } = harness()

type Word = { outcome: "confirmed" | "refused"; token?: string }
type Doubt = Pick<OperationRecord, "kind" | "target_cents" | "new_token">

const REFUSED: Word = { outcome: "refused" }
const CONFIRMED: Word = { outcome: "confirmed" }

const cents = (dollars: number): number => Math.round(dollars * 100)

/** Reads from the service's portal whether an operation in doubt took effect. */
const TRUTH: Record<OperationRecord["kind"], (seen: Portal) => Word> = {
  create: ({ application, known }) => {
    if (!application || known.has(application.tip)) return REFUSED
    return { ...CONFIRMED, token: application.tip }
  },
  "select-offer": ({ application }) =>
    application?.chosenOfferId === undefined ? REFUSED : CONFIRMED,
  settle: ({ application }) => ((application?.settleCount ?? 0) > 0 ? CONFIRMED : REFUSED),
  cancel: ({ application }) => ((application?.cancelCount ?? 0) > 0 ? CONFIRMED : REFUSED),
  refund: ({ application }) => ((application?.refundCount ?? 0) > 0 ? CONFIRMED : REFUSED),
  "partial-refund": ({ application, known, doubt }) => {
    const made = application?.partialRefunds.find(
      ({ to, loanAmount }) =>
        cents(loanAmount) === doubt.target_cents && (to === doubt.new_token || !known.has(to))
    )
    if (!made) return REFUSED
    return doubt.new_token === null ? { ...CONFIRMED, token: made.to } : CONFIRMED
  },
  "update-order-id": () => CONFIRMED,
}

type Portal = {
  /** The service's application; undefined when it was never created. */
  application: ApplicationView | undefined
  /** The application's tokens that the plugin has stored. */
  known: ReadonlySet<string>
  doubt: Doubt
}

async function isInDoubt(applicationId: string, operationId: string): Promise<boolean> {
  const operation = (await journalOf(applicationId)).find(({ id }) => id === operationId)
  return operation?.outcome === "in-doubt"
}

/** Whether the token is the service's current one and, for a create, has the requested amount. */
function isTakeable(
  application: ApplicationView | undefined,
  { kind, token }: Pick<Doubt, "kind"> & Pick<Word, "token">
): boolean {
  if (!application || token !== application.tip) return false
  return kind !== "create" || application.loanAmount === application.originalLoanAmount
}

/**
 * Resolves a cart's operations in doubt as staff do, from what the service's portal shows.
 * @returns the number of resolved operations
 */
export async function resolveByStaff(cartId: string): Promise<number> {
  const ours = await applicationsOf(cartId)
  const atService = await simulator.applicationsOfCart(cartId)
  let resolved = 0
  for (const { id, service_order_id } of ours) {
    const known = new Set((await tokensOf(id)).map(({ token }) => token))
    const mine = atService.filter(({ originalOrderId }) => originalOrderId === service_order_id)
    const application =
      mine.find(({ tokens }) => tokens.some((one) => known.has(one))) ?? mine.at(-1)
    for (const doubt of await journalOf(id)) {
      if (doubt.outcome !== "in-doubt" || doubt.kind === "update-order-id") continue
      const word = TRUTH[doubt.kind]({ application, known, doubt })
      const note = "read in the service's portal"
      const said = { operation_id: doubt.id, actor: "user_of_the_proof", note, ...word }
      const saying = async () => {
        // Another process may have resolved the operation in the meantime.
        if (await isInDoubt(id, doubt.id)) await store.workflow("resolve-financing-doubt", said)
      }
      if (word.token === undefined || isTakeable(application, { kind: doubt.kind, ...word })) {
        // The workflow refuses while a call is in progress, so the resolution is retried.
        await eventually(saying)
        resolved += 1
      } else {
        // Replaced or partly refunded in the portal: the operation may stay in doubt with a review case.
        resolved += await saying().then(
          () => 1,
          () => 0
        )
      }
    }
  }
  return resolved
}
