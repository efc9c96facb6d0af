import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import type { FinancingRequest } from "./answers"
import { FINANCING } from "./applications"
import { askingEvery } from "./asking"
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

export type Wish =
  | { kind: "create"; orderId: string }
  | { kind: "send"; id: string; channel: "email" | "sms" }
  | { kind: "withdraw"; id: string }

/** Asks the customer, sends the link, or takes the request back. */
export function useRequest() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (wish: Wish) => sdk.client.fetch(...callOf(wish)),
    // It makes or removes a payment session of the order: the page around it is old by now, too.
    onSettled: () => queries.invalidateQueries(),
  })
}

function callOf(wish: Wish): [path: string, init: { method: string; body: object }] {
  const post = (body: object) => ({ method: "POST", body })
  switch (wish.kind) {
    case "create":
      return [PATH, post({ order_id: wish.orderId })]
    case "send":
      return [`${PATH}/${wish.id}/send`, post({ channel: wish.channel })]
    case "withdraw":
      return [`${PATH}/${wish.id}/withdraw`, post({})]
  }
}
