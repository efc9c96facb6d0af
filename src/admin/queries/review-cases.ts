import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import type { ReviewCasePage } from "./api-types"
import { QUERY_KEY } from "./applications"
import { getPollingOptions } from "./polling"
import { API_PATH, sdk } from "./sdk"

export type ReviewCaseQuery = {
  id?: string
  acknowledged?: boolean
  order?: string
  limit: number
  offset: number
}

export function useReviewCases(query: ReviewCaseQuery) {
  return useQuery({
    queryKey: [QUERY_KEY, "review-cases", query],
    queryFn: () => sdk.client.fetch<ReviewCasePage>(`${API_PATH}/review-cases`, { query }),
    placeholderData: (previous) => previous,
    ...getPollingOptions(),
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

type ResolveResponse = { resolution: { settled: boolean } }

export function useResolveReviewCase() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id, ...body }: Decision) =>
      sdk.client.fetch<ResolveResponse>(`${API_PATH}/review-cases/${id}/resolve`, {
        method: "POST",
        body,
      }),
    // A decision may capture, refund or cancel.
    onSettled: () => queryClient.invalidateQueries(),
  })
}
