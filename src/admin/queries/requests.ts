import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import type { FinancingRequest } from "./api-types"
import { FINANCING } from "./applications"
import { askingEvery } from "./polling"
import { HERE, sdk } from "./sdk"

const PATH = `${HERE}/financing-requests`

/** The customer may be signing right now: seconds between two questions. */
const EVERY = 5_000

/** The financing requests of an order, the newest first. */
export function useRequests(orderId: string) {
  return useQuery({
    queryKey: [FINANCING, "requests", orderId],
    queryFn: () =>
      sdk.client.fetch<{ financing_requests: FinancingRequest[]; channels: ("email" | "sms")[] }>(
        PATH,
        {
          query: { order_id: orderId },
        }
      ),
    ...askingEvery(EVERY),
  })
}

export type Wanted =
  | { kind: "create"; orderId: string; again: boolean }
  | { kind: "send"; id: string; channel: "email" | "sms" }
  | { kind: "withdraw"; id: string }

/** Asks the customer, sends the link, or takes the request back. */
export function useRequest() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (wanted: Wanted) => sdk.client.fetch(...callOf(wanted)),
    // It makes or removes a payment session of the order: the page around it is old by now, too.
    onSettled: () => queries.invalidateQueries(),
  })
}

function callOf(wanted: Wanted): [path: string, init: { method: string; body: object }] {
  const post = (body: object) => ({ method: "POST", body })
  switch (wanted.kind) {
    case "create":
      return [PATH, post({ order_id: wanted.orderId, apply_again: wanted.again })]
    case "send":
      return [`${PATH}/${wanted.id}/send`, post({ channel: wanted.channel })]
    case "withdraw":
      return [`${PATH}/${wanted.id}/withdraw`, post({})]
  }
}
