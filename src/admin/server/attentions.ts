import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import type { AttentionPage } from "./answers"
import { FINANCING } from "./applications"
import { askingEvery } from "./asking"
import { HERE, sdk } from "./sdk"

export type CaseWish = {
  id?: string
  acknowledged?: boolean
  order?: string
  limit: number
  offset: number
}

export function useAttentions(wish: CaseWish) {
  return useQuery({
    queryKey: [FINANCING, "attentions", wish],
    queryFn: () => sdk.client.fetch<AttentionPage>(`${HERE}/attentions`, { query: wish }),
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

/** A person's decision about an attention. */
export function useDecide() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ id, ...body }: Decision) =>
      sdk.client.fetch(`${HERE}/attentions/${id}/resolve`, { method: "POST", body }),
    // A decision may capture, refund or cancel: everything on the page may be old by now.
    onSettled: () => queries.invalidateQueries(),
  })
}
