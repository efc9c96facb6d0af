import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { FINANCING } from "./applications"
import { askingEvery } from "./polling"
import { HERE, sdk } from "./sdk"

/** Whether the shop's database is its own. */
export type Home = {
  state: "not-checked" | "ours" | "alias" | "unverified" | "possible-copy" | "copy"
  is_locked: boolean
  address: string | null
  is_declared_copy: boolean
  backend_url: string
}

export type HomeDecision = "moved" | "copy"

const KEY = [FINANCING, "home"]

export function useHome() {
  return useQuery({
    queryKey: KEY,
    queryFn: () => sdk.client.fetch<{ home: Home }>(`${HERE}/home`),
    ...askingEvery(),
  })
}

/** Decides that the shop has moved to this server's address, or that its database is a copy. */
export function useDecideHome() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (decision: HomeDecision) =>
      sdk.client.fetch<{ home: Home }>(`${HERE}/home`, { method: "POST", body: { decision } }),
    onSuccess: async (answer) => {
      queries.setQueryData(KEY, answer)
      await queries.invalidateQueries({ queryKey: [FINANCING] })
    },
  })
}
