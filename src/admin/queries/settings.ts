import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { FINANCING } from "./applications"
import { ASKING } from "./polling"
import { HERE, sdk } from "./sdk"
import type { Connection, CredentialsForm, Delivery, SettingsAnswer } from "./settings-api-types"

const PATH = `${HERE}/settings`
const KEY = [FINANCING, "settings"]

export function useSettings() {
  return useQuery({
    queryKey: KEY,
    queryFn: () => sdk.client.fetch<SettingsAnswer>(PATH),
    ...ASKING,
  })
}

/** What a change answers is what counts from now on; everything else that is shown may depend on it. */
function useChange<Wanted>(send: (wanted: Wanted) => Promise<SettingsAnswer>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: send,
    onSuccess: async (answer) => {
      queries.setQueryData(KEY, answer)
      await queries.invalidateQueries({ queryKey: [FINANCING] })
    },
  })
}

/** Changes some settings; null brings one back to its default. */
export function useSaveSettings() {
  return useChange((values: Record<string, unknown>) =>
    sdk.client.fetch<SettingsAnswer>(PATH, { method: "POST", body: values })
  )
}

/** Stores the credentials of an environment; what is left out is kept. */
export function useSaveCredentials() {
  return useChange((form: CredentialsForm) =>
    sdk.client.fetch<SettingsAnswer>(`${PATH}/credentials`, { method: "POST", body: form })
  )
}

export function useRemoveCredentials() {
  return useChange((environment: string) =>
    sdk.client.fetch<SettingsAnswer>(`${PATH}/credentials/${environment}`, { method: "DELETE" })
  )
}

/** Asks the service with credentials: those given, and else those that are set. */
export function useTestConnection() {
  return useMutation({
    mutationFn: (form: CredentialsForm) =>
      sdk.client.fetch<{ connection: Connection }>(`${PATH}/test-connection`, {
        method: "POST",
        body: form,
      }),
  })
}

/** Sends a test message to staff. */
export function useSendTestMessage() {
  return useMutation({
    mutationFn: () =>
      sdk.client.fetch<{ deliveries: Delivery[] }>(`${PATH}/test-message`, { method: "POST" }),
  })
}
