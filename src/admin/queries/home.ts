import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { QUERY_KEY } from "./applications"
import { getPollingOptions } from "./polling"
import { API_PATH, sdk } from "./sdk"

export type Home = {
  state: "not-checked" | "ours" | "alias" | "unverified" | "possible-copy" | "copy"
  is_locked: boolean
  address: string | null
  is_declared_copy: boolean
  backend_url: string
}

export type HomeDecision = "moved" | "copy"

const HOME_KEY = [QUERY_KEY, "home"]

export function useHome() {
  return useQuery({
    queryKey: HOME_KEY,
    queryFn: () => sdk.client.fetch<{ home: Home }>(`${API_PATH}/home`),
    ...getPollingOptions(),
  })
}

/** Decides that the shop has moved to this server's address, or that its database is a copy. */
export function useDecideHome() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (decision: HomeDecision) =>
      sdk.client.fetch<{ home: Home }>(`${API_PATH}/home`, { method: "POST", body: { decision } }),
    onSuccess: async (response) => {
      queryClient.setQueryData(HOME_KEY, response)
      await queryClient.invalidateQueries({ queryKey: [QUERY_KEY] })
    },
  })
}
