import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import type { FinancingRequest } from "./api-types"
import { QUERY_KEY } from "./applications"
import { getPollingOptions } from "./polling"
import { API_PATH, sdk } from "./sdk"

const PATH = `${API_PATH}/financing-requests`

/** Milliseconds. Short, because the customer may be signing. */
const POLL_INTERVAL = 5_000

/** Newest first. */
export function useRequests(orderId: string) {
  return useQuery({
    queryKey: [QUERY_KEY, "requests", orderId],
    queryFn: () =>
      sdk.client.fetch<{ financing_requests: FinancingRequest[]; channels: ("email" | "sms")[] }>(
        PATH,
        {
          query: { order_id: orderId },
        }
      ),
    ...getPollingOptions(POLL_INTERVAL),
  })
}

export type RequestAction =
  | { kind: "create"; orderId: string; isRepeat: boolean }
  | { kind: "send"; id: string; channel: "email" | "sms" }
  | { kind: "withdraw"; id: string }

export function useRequestAction() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (action: RequestAction) => sdk.client.fetch(...buildCall(action)),
    // Each action creates or deletes a payment session of the order.
    onSettled: () => queryClient.invalidateQueries(),
  })
}

function buildCall(action: RequestAction): [path: string, init: { method: string; body: object }] {
  const post = (body: object) => ({ method: "POST", body })
  switch (action.kind) {
    case "create":
      return [PATH, post({ order_id: action.orderId, apply_again: action.isRepeat })]
    case "send":
      return [`${PATH}/${action.id}/send`, post({ channel: action.channel })]
    case "withdraw":
      return [`${PATH}/${action.id}/withdraw`, post({})]
  }
}
