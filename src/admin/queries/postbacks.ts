import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import type { Postback, PostbackPage } from "./api-types"
import { FINANCING } from "./applications"
import { askingEvery } from "./polling"
import { HERE, sdk } from "./sdk"

export type PostbackQuery = { outcome?: Postback["outcome"]; limit: number; offset: number }

export function usePostbacks({ outcome, ...page }: PostbackQuery) {
  const query = outcome ? { ...page, outcome } : page
  return useQuery({
    queryKey: [FINANCING, "postbacks", query],
    queryFn: () => sdk.client.fetch<PostbackPage>(`${HERE}/postbacks`, { query }),
    placeholderData: (before) => before,
    ...askingEvery(),
  })
}

export function useProcessAgain() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: string) =>
      sdk.client.fetch(`${HERE}/postbacks/${id}/process`, { method: "POST", body: {} }),
    // It may change what Medusa's own pages show, too.
    onSettled: () => queries.invalidateQueries(),
  })
}
