import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import type { Postback, PostbackPage } from "./api-types"
import { QUERY_KEY } from "./applications"
import { getPollingOptions } from "./polling"
import { API_PATH, sdk } from "./sdk"

export type PostbackQuery = { outcome?: Postback["outcome"]; limit: number; offset: number }

export function usePostbacks({ outcome, ...page }: PostbackQuery) {
  const query = outcome ? { ...page, outcome } : page
  return useQuery({
    queryKey: [QUERY_KEY, "postbacks", query],
    queryFn: () => sdk.client.fetch<PostbackPage>(`${API_PATH}/postbacks`, { query }),
    placeholderData: (previous) => previous,
    ...getPollingOptions(),
  })
}

export function useReprocessPostback() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: string) =>
      sdk.client.fetch(`${API_PATH}/postbacks/${id}/process`, { method: "POST", body: {} }),
    onSettled: () => queryClient.invalidateQueries(),
  })
}
