import { useMutation, useQueryClient } from "@tanstack/react-query"
import { FINANCING } from "./applications"
import { HERE, sdk } from "./sdk"

/** Reads the customer's own address at the service. The timeline records that. */
export function useCopyLink(of: "applications" | "financing-requests") {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: string) =>
      sdk.client.fetch<{ link: { url: string } }>(`${HERE}/${of}/${id}/link`, {
        method: "POST",
        body: {},
      }),
    onSettled: () => queries.invalidateQueries({ queryKey: [FINANCING] }),
  })
}

/** Has the shop write to the customer once more. */
export function useSendLink() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ id, channel }: { id: string; channel: "email" | "sms" }) =>
      sdk.client.fetch(`${HERE}/applications/${id}/link/send`, {
        method: "POST",
        body: { channel },
      }),
    onSettled: () => queries.invalidateQueries({ queryKey: [FINANCING] }),
  })
}
