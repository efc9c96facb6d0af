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

/** What a merchant finds out in the service's portal about an operation in doubt. */
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
  /** The application as the service has it; none when it never came to be. */
  application: ApplicationView | undefined
  /** Tokens that the plugin has in one of its chains. */
  known: ReadonlySet<string>
  doubt: Doubt
}

async function isInDoubt(applicationId: string, operationId: string): Promise<boolean> {
  const operation = (await journalOf(applicationId)).find(({ id }) => id === operationId)
  return operation?.outcome === "in-doubt"
}

/** The service answers for that token, over the amount that was asked for. */
function isTakeable(
  application: ApplicationView | undefined,
  { kind, token }: Pick<Doubt, "kind"> & Pick<Word, "token">
): boolean {
  if (!application || token !== application.tip) return false
  return kind !== "create" || application.loanAmount === application.originalLoanAmount
}

/**
 * A person goes through what is in doubt about a cart, reads in the service's portal what happened,
 * and says so. Resolves with how many doubts there were.
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
        // Another process may have settled the doubt a moment ago.
        if (await isInDoubt(id, doubt.id)) await store.workflow("resolve-financing-doubt", said)
      }
      if (word.token === undefined || isTakeable(application, { kind: doubt.kind, ...word })) {
        // While money is being moved, the sentence says to wait and to look again.
        await eventually(saying)
        resolved += 1
      } else {
        // Replaced, or given back in part, in the portal: it may stay in doubt, and listed.
        resolved += await saying().then(
          () => 1,
          () => 0
        )
      }
    }
  }
  return resolved
}
