import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import type { ReviewCasePage } from "./api-types"
import { FINANCING } from "./applications"
import { askingEvery } from "./polling"
import { HERE, sdk } from "./sdk"

export type CaseQuery = {
  id?: string
  acknowledged?: boolean
  order?: string
  limit: number
  offset: number
}

export function useReviewCases(query: CaseQuery) {
  return useQuery({
    queryKey: [FINANCING, "review-cases", query],
    queryFn: () => sdk.client.fetch<ReviewCasePage>(`${HERE}/review-cases`, { query }),
    placeholderData: (before) => before,
    ...askingEvery(),
  })
}

export type Decision = {
  id: string
  action: string
  note?: string
  cents?: number
  left_cents?: number
  token?: string
}

/** `settled`: the case asks for nothing any more. */
type Resolved = { resolution: { settled: boolean } }

/** A person's decision about a review case. */
export function useDecide() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ id, ...body }: Decision) =>
      sdk.client.fetch<Resolved>(`${HERE}/review-cases/${id}/resolve`, { method: "POST", body }),
    // A decision may capture, refund or cancel: everything on the page may be old by now.
    onSettled: () => queries.invalidateQueries(),
  })
}
