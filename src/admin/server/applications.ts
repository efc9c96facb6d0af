import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import type {
  AddressAnswer,
  Application,
  ApplicationFile,
  ApplicationPage,
  State,
  Summary,
} from "./answers"
import { askingEvery } from "./asking"
import { HERE, sdk } from "./sdk"

/** Everything of this plugin that a screen holds: what one change makes old, it makes old for all. */
export const FINANCING = "consumer-financing"

type FileAnswer = { application: ApplicationFile | null; others?: Application[] }

export type Wish = {
  q?: string
  state?: State | undefined
  needs_attention?: "true" | undefined
  ready_for_days?: number | undefined
  limit: number
  offset: number
}

/** A wish without what was left empty, as the server wants it. */
function asked(wish: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(wish).filter(([, value]) => value !== undefined && value !== "")
  )
}

export function useApplications(wish: Wish) {
  return useQuery({
    queryKey: [FINANCING, "applications", wish],
    queryFn: () =>
      sdk.client.fetch<ApplicationPage>(`${HERE}/applications`, { query: asked(wish) }),
    placeholderData: (before) => before,
    ...askingEvery(),
  })
}

export function useSummary() {
  return useQuery({
    queryKey: [FINANCING, "summary"],
    queryFn: () => sdk.client.fetch<{ summary: Summary }>(`${HERE}/applications/summary`),
    ...askingEvery(),
  })
}

/**
 * The file of an application, by its own id or by its order's. Null when the order has none; `others` are
 * those of the order that go on beside it.
 */
export function useFile(whose: { application: string } | { order: string }) {
  const path =
    "application" in whose ? `applications/${whose.application}` : `orders/${whose.order}`
  return useQuery({
    queryKey: [FINANCING, "file", path],
    queryFn: () => sdk.client.fetch<FileAnswer>(`${HERE}/${path}`),
    ...askingEvery(),
  })
}

/** Compares both worlds now, which may change what Medusa's own parts of the page show. */
export function useSync() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: string) =>
      sdk.client.fetch(`${HERE}/applications/${id}/sync`, { method: "POST", body: {} }),
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

/** The applications of a wish as a file, handed to the browser. */
export async function downloadCsv(wish: Omit<Wish, "limit" | "offset">): Promise<void> {
  const answer = await sdk.client.fetch<Response>(`${HERE}/applications/export`, {
    query: asked(wish),
    headers: { accept: "text/csv" },
  })
  const address = URL.createObjectURL(await answer.blob())
  const link = document.createElement("a")
  link.href = address
  link.download = "consumer-financing.csv"
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
