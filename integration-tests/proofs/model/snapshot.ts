import type { ApplicationView } from "../../../src/sandbox"

/** Amounts in integer cents. */
export type MedusaPayment = {
  id: string
  session: string
  amount: number
  captured: boolean
  captures: number
  canceled: boolean
  refunded: number
}

export type OperationRow = {
  id: string
  kind: string
  outcome: "intended" | "confirmed" | "refused" | "in-doubt"
  token: string | null
  newToken: string | null
  target: number | null
  /** Whether an answer was lost, even if the outcome is known by now. */
  lost: boolean
}

/** One of the plugin's own applications. */
export type ApplicationRow = {
  id: string
  kind: "hosted" | "virtual-cart" | "full" | "pre-approval"
  state: string
  attempt: number
  live: boolean
  /** Whether the plugin is cancelling it at the service. */
  cancelling: boolean
  financed: number
  refunded: number
  /** Whether the customer has a URL to continue at. */
  hasAddress: boolean
  /** Ids of the available offers. */
  offers: number[]
  selected: number | null
  /** Whether its draft became an order before the request was withdrawn. */
  placedBeforeWithdrawn: boolean
  /** Whether the plugin ever read a decline. */
  wasDeclined: boolean
  review_cases: { cause: string; reason: string }[]
  sessions: string[]
  operations: OperationRow[]
  tokens: string[]
  /** Tokens named by postbacks to its address; null for a postback without one. */
  named: (string | null)[]
}

export type MedusaState = {
  /** The order of the purchase; null while it is a cart or a draft. */
  order: { id: string; canceled: boolean } | null
  /** The draft that staff created, until it is converted. */
  draft: { id: string } | null
  /** Payments of this method, oldest first. */
  payments: MedusaPayment[]
  /** Active payment sessions of this method. */
  sessions: string[]
}

/** The plugin's record of a pre-approval of this history's guest. */
export type PreApprovalRow = {
  id: string
  state: string
  token: string | null
  /** Applications that ever had its token, with their cart and number of active payments. */
  uses: { applicationId: string; cartId: string; payments: number }[]
}

/** The state of the service, Medusa and the plugin at one moment. */
export type Snapshot = {
  /** The service's applications of this purchase, oldest first. */
  applications: ApplicationView[]
  /** The service's pre-approvals of the guest that this purchase has not used. */
  preApproved: ApplicationView[]
  medusa: MedusaState
  records: ApplicationRow[]
  preApprovals: PreApprovalRow[]
  /** Whether an outage alarm is raised. */
  isAlarm: boolean
}

/** Returns the payment of one of the plugin's applications, preferably a live one. */
export function findPayment(
  snapshot: Snapshot,
  record: ApplicationRow | undefined
): MedusaPayment | undefined {
  const payments = snapshot.medusa.payments.filter(({ session }) =>
    record?.sessions.includes(session)
  )
  return payments.find(({ canceled }) => !canceled) ?? payments.at(-1)
}

/**
 * Finds the plugin's record of an application at the service, by the record's id in its URLs or, for pre-approvals, by
 * token.
 */
export function findRecord(
  snapshot: Snapshot,
  application: ApplicationView
): ApplicationRow | undefined {
  return snapshot.records.find((record) => isRecordOf(record, application))
}

/** Whether the plugin has stored a token of the application. */
export function hasKnownToken({ records }: Snapshot, { tokens }: ApplicationView): boolean {
  return records.some((record) => record.tokens.some((token) => tokens.includes(token)))
}

/** Finds the service's application of one of the plugin's records. */
export function findServiceApplication(
  snapshot: Snapshot,
  record: ApplicationRow
): ApplicationView | undefined {
  const candidates = snapshot.applications.filter((application) => isRecordOf(record, application))
  return (
    candidates.find(({ tokens }) => tokens.some((token) => record.tokens.includes(token))) ??
    candidates[0]
  )
}

function isRecordOf({ id, tokens }: ApplicationRow, application: ApplicationView): boolean {
  const { returnUrl, notifyUrl } = application
  const url = returnUrl ?? notifyUrl
  if (url !== undefined) return url.includes(id)
  return application.tokens.some((token) => tokens.includes(token))
}

/** Lists money operations and creates without a known outcome. */
export function listDoubts({ operations }: ApplicationRow): OperationRow[] {
  return operations.filter(
    ({ kind, outcome }) => canNeedReview(kind) && (outcome === "in-doubt" || outcome === "intended")
  )
}

/** Whether an operation in doubt needs a review case. An outage alarm covers a shopper's create instead. */
export const needsReviewCase = (
  { kind }: ApplicationRow,
  operation: OperationRow,
  hadAlarm: boolean
) =>
  canNeedReview(operation.kind) &&
  !(hadAlarm && operation.kind === "create" && kind !== "virtual-cart")

/** Whether an operation of this kind needs a review case in doubt. Others set the same value when repeated. */
export const canNeedReview = (kind: string): boolean =>
  kind !== "update-order-id" && kind !== "select-offer"

export const toCents = (dollars: number): number => Math.round(dollars * 100)
