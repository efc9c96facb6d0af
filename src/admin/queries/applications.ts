import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import type { ApplicationState } from "../../domain/application-state"
import type {
  AddressStatusResponse,
  Application,
  ApplicationDetails,
  ApplicationPage,
  StatusCheckResponse,
} from "./api-types"
import { getPollingOptions, POLL_INTERVAL } from "./polling"
import { API_PATH, sdk } from "./sdk"

/** The root query key: invalidating it refreshes all of the plugin's queries. */
export const QUERY_KEY = "consumer-financing"

type ApplicationResponse = { application: ApplicationDetails | null; others?: Application[] }

export type ApplicationFilters = {
  q?: string
  state?: readonly ApplicationState[]
  created_from?: string
  created_to?: string
  order?: string
  /** A task of the overview. */
  task?: string
}
export type ApplicationQuery = ApplicationFilters & { limit: number; offset: number }

type FilterParams = Record<"q" | "order" | "state" | "created_at" | "task", string | undefined>

/** Tasks of staff that the overview lists. */
export const TASKS = [
  "ship",
  "request_payment",
  "balance",
  "sign_again",
  "in_review",
  "expiring",
] as const

/** Valid values of the `task` filter; each is a tile of the overview. */
const TASK_FILTERS: readonly string[] = [...TASKS, "requested"]

const SORT_ORDERS = ["created_at", "-created_at", "financed_cents", "-financed_cents"]

/** Parses URL parameters into filters, and drops invalid values. */
export function parseFilters({
  q,
  order,
  state,
  created_at,
  task,
}: FilterParams): ApplicationFilters {
  const states = parseJson<ApplicationState[]>(state)
  const range = parseJson<{ $gte?: string; $lte?: string }>(created_at)
  return {
    ...(q?.trim() ? { q: q.trim() } : {}),
    ...(Array.isArray(states) && states.length > 0 ? { state: states } : {}),
    ...(range?.$gte ? { created_from: range.$gte } : {}),
    ...(range?.$lte ? { created_to: range.$lte } : {}),
    ...(order && SORT_ORDERS.includes(order) ? { order } : {}),
    ...(task && TASK_FILTERS.includes(task) ? { task } : {}),
  }
}

/** Returns null if the text is not JSON. */
export function parseJson<Value>(text: string | undefined): Value | null {
  try {
    return text ? (JSON.parse(text) as Value) : null
  } catch {
    return null
  }
}

function omitEmpty(query: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(query).filter(([, value]) => value !== undefined && value !== "")
  )
}

export function useApplications(query: ApplicationQuery) {
  return useQuery({
    queryKey: [QUERY_KEY, "applications", query],
    queryFn: () =>
      sdk.client.fetch<ApplicationPage>(`${API_PATH}/applications`, { query: omitEmpty(query) }),
    placeholderData: (previous) => previous,
    ...getPollingOptions(),
  })
}

/** `application` is null if the order has none; `others` are its further open applications. */
export function useApplication(
  target: { application: string } | { order: string },
  getInterval: () => number = () => POLL_INTERVAL
) {
  const path =
    "application" in target ? `applications/${target.application}` : `orders/${target.order}`
  return useQuery({
    queryKey: [QUERY_KEY, "file", path],
    queryFn: () => sdk.client.fetch<ApplicationResponse>(`${API_PATH}/${path}`),
    ...getPollingOptions(getInterval),
  })
}

/** Reconciling may change the order, so this invalidates every query. */
export function useReconcile() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: string) =>
      sdk.client.fetch<StatusCheckResponse>(`${API_PATH}/applications/${id}/reconcile`, {
        method: "POST",
        body: {},
      }),
    onSettled: () => queryClient.invalidateQueries(),
  })
}

type TakeBackRefundInput = { id: string; note: string; cents?: number; token?: string }

export function useTakeBackRefund() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id, ...body }: TakeBackRefundInput) =>
      sdk.client.fetch<ApplicationResponse>(`${API_PATH}/applications/${id}/take-back-refund`, {
        method: "POST",
        body,
      }),
    onSettled: () => queryClient.invalidateQueries(),
  })
}

export function useCheckAddressStatus() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: string) =>
      sdk.client.fetch<AddressStatusResponse>(`${API_PATH}/applications/${id}/address-status`, {
        method: "POST",
        body: {},
      }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: [QUERY_KEY] }),
  })
}

/** Captures the order's payment in Medusa, which settles the loan. */
export function useCapturePayment() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (paymentId: string) => sdk.admin.payment.capture(paymentId, {}),
    onSettled: () => queryClient.invalidateQueries(),
  })
}

export async function downloadCsv(query: ApplicationFilters, language: "en" | "es"): Promise<void> {
  const { order: _, ...filters } = query
  await downloadFile("applications/export", { ...filters, language }, "consumer-financing.csv")
}

export async function downloadFile(path: string, query: object, name: string): Promise<void> {
  const response = await sdk.client.fetch<Response>(`${API_PATH}/${path}`, {
    query: omitEmpty(query),
    headers: { accept: "text/csv" },
  })
  const url = URL.createObjectURL(await response.blob())
  const link = document.createElement("a")
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}

/** Cancels the order in Medusa; the plugin then cancels its application at the service. */
export function useCancelOrder() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (orderId: string) => sdk.admin.order.cancel(orderId),
    onSettled: () => queryClient.invalidateQueries(),
  })
}
