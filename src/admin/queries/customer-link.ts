import { useMutation, useQueryClient } from "@tanstack/react-query"
import { QUERY_KEY } from "./applications"
import { API_PATH, sdk } from "./sdk"

/** Fetches the URL of a customer's link. The timeline records each fetch. */
export function useCopyLink(owner: "applications" | "financing-requests") {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: string) =>
      sdk.client.fetch<{ link: { url: string } }>(`${API_PATH}/${owner}/${id}/link`, {
        method: "POST",
        body: {},
      }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: [QUERY_KEY] }),
  })
}

export function useSendLink() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id, channel }: { id: string; channel: "email" | "sms" }) =>
      sdk.client.fetch(`${API_PATH}/applications/${id}/link/send`, {
        method: "POST",
        body: { channel },
      }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: [QUERY_KEY] }),
  })
}
