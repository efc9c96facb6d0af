import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import type { ApplicationState } from "../../domain/application-state"
import type {
  AddressAnswer,
  Application,
  ApplicationFile,
  ApplicationPage,
  StatusCheckAnswer,
} from "./api-types"
import { askingEvery, EVERY } from "./polling"
import { HERE, sdk } from "./sdk"

/** Everything of this plugin that a screen holds: what one change makes old, it makes old for all. */
export const FINANCING = "consumer-financing"

type FileAnswer = { application: ApplicationFile | null; others?: Application[] }

/** Which applications, in which order. */
export type Narrowing = {
  q?: string
  state?: readonly ApplicationState[]
  created_from?: string
  created_to?: string
  order?: string
  /** What the overview counts for a task. */
  task?: string
}
export type Query = Narrowing & { limit: number; offset: number }

type Address = Record<"q" | "order" | "state" | "created_at" | "task", string | undefined>

const TASKS = ["ship", "request_payment", "in_review", "sign_again", "expiring"]

const ORDERS = ["created_at", "-created_at", "financed_cents", "-financed_cents"]

/** Converts the page's query to the server's; drops invalid values. */
export function readQuery({ q, order, state, created_at, task }: Address): Narrowing {
  const states = parsed<ApplicationState[]>(state)
  const range = parsed<{ $gte?: string; $lte?: string }>(created_at)
  return {
    ...(q?.trim() ? { q: q.trim() } : {}),
    ...(Array.isArray(states) && states.length > 0 ? { state: states } : {}),
    ...(range?.$gte ? { created_from: range.$gte } : {}),
    ...(range?.$lte ? { created_to: range.$lte } : {}),
    ...(order && ORDERS.includes(order) ? { order } : {}),
    ...(task && TASKS.includes(task) ? { task } : {}),
  }
}

/** Parses JSON from an address or from the browser's storage; null for anything else. */
export function parsed<Value>(text: string | undefined): Value | null {
  try {
    return text ? (JSON.parse(text) as Value) : null
  } catch {
    return null
  }
}

/** A query without what was left empty, as the server wants it. */
function asked(query: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(query).filter(([, value]) => value !== undefined && value !== "")
  )
}

export function useApplications(query: Query) {
  return useQuery({
    queryKey: [FINANCING, "applications", query],
    queryFn: () =>
      sdk.client.fetch<ApplicationPage>(`${HERE}/applications`, { query: asked(query) }),
    placeholderData: (before) => before,
    ...askingEvery(),
  })
}

/**
 * The file of an application, by its own id or by its order's. Null when the order has none; `others` are
 * further open applications of the order.
 */
export function useFile(
  whose: { application: string } | { order: string },
  every: () => number = () => EVERY
) {
  const path =
    "application" in whose ? `applications/${whose.application}` : `orders/${whose.order}`
  return useQuery({
    queryKey: [FINANCING, "file", path],
    queryFn: () => sdk.client.fetch<FileAnswer>(`${HERE}/${path}`),
    ...askingEvery(every),
  })
}

/** Compares both worlds now, which may change what Medusa's own parts of the page show. */
export function useReconcile() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: string) =>
      sdk.client.fetch<StatusCheckAnswer>(`${HERE}/applications/${id}/reconcile`, {
        method: "POST",
        body: {},
      }),
    onSettled: () => queries.invalidateQueries(),
  })
}

type TakingBack = { id: string; note: string; cents?: number; token?: string }

/** Takes back the last refund that was recorded from the portal. */
export function useTakeBackRefund() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ id, ...body }: TakingBack) =>
      sdk.client.fetch<FileAnswer>(`${HERE}/applications/${id}/take-back-refund`, {
        method: "POST",
        body,
      }),
    onSettled: () => queries.invalidateQueries(),
  })
}

/** Asks the service whether the customer's address matched. Changes nothing. */
export function useAddressStatus() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: string) =>
      sdk.client.fetch<AddressAnswer>(`${HERE}/applications/${id}/address-status`, {
        method: "POST",
        body: {},
      }),
    onSettled: () => queries.invalidateQueries({ queryKey: [FINANCING] }),
  })
}

/** Captures the order's payment in Medusa, which settles the loan. */
export function useSettle() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (paymentId: string) => sdk.admin.payment.capture(paymentId, {}),
    // What Medusa's own parts of the page show of the order is old by now, too.
    onSettled: () => queries.invalidateQueries(),
  })
}

/** Hands the applications of a query to the browser as a file. */
export async function downloadCsv(query: Narrowing, language: "en" | "es"): Promise<void> {
  const { order: _, ...narrowing } = query
  await download("applications/export", { ...narrowing, language }, "consumer-financing.csv")
}

/** Hands a CSV file of the server to the browser. */
export async function download(path: string, query: object, name: string): Promise<void> {
  const answer = await sdk.client.fetch<Response>(`${HERE}/${path}`, {
    query: asked(query),
    headers: { accept: "text/csv" },
  })
  const address = URL.createObjectURL(await answer.blob())
  const link = document.createElement("a")
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}

/** Cancels the order in Medusa; its application is ended at the service within seconds. */
export function useCancelOrder() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (orderId: string) => sdk.admin.order.cancel(orderId),
    onSettled: () => queries.invalidateQueries(),
  })
}
