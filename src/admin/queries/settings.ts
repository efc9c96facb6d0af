import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { QUERY_KEY } from "./applications"
import { RETRY_OPTIONS } from "./polling"
import { API_PATH, sdk } from "./sdk"
import type { Connection, CredentialsForm, Delivery, SettingsResponse } from "./settings-api-types"

const PATH = `${API_PATH}/settings`
const SETTINGS_KEY = [QUERY_KEY, "settings"]

export function useSettings() {
  return useQuery({
    queryKey: SETTINGS_KEY,
    queryFn: () => sdk.client.fetch<SettingsResponse>(PATH),
    ...RETRY_OPTIONS,
  })
}

/** Stores the response in the cache and refreshes dependent queries. */
function useSettingsMutation<Variables>(send: (variables: Variables) => Promise<SettingsResponse>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: send,
    onSuccess: async (response) => {
      queryClient.setQueryData(SETTINGS_KEY, response)
      await queryClient.invalidateQueries({ queryKey: [QUERY_KEY] })
    },
  })
}

/** Saves settings by key; null restores the default. */
export function useSaveSettings() {
  return useSettingsMutation((values: Record<string, unknown>) =>
    sdk.client.fetch<SettingsResponse>(PATH, { method: "POST", body: values })
  )
}

/** Saves credentials; omitted fields keep their values. */
export function useSaveCredentials() {
  return useSettingsMutation((form: CredentialsForm) =>
    sdk.client.fetch<SettingsResponse>(`${PATH}/credentials`, { method: "POST", body: form })
  )
}

export function useRemoveCredentials() {
  return useSettingsMutation((environment: string) =>
    sdk.client.fetch<SettingsResponse>(`${PATH}/credentials/${environment}`, { method: "DELETE" })
  )
}

/** Tests the connection; omitted fields use the stored credentials. */
export function useTestConnection() {
  return useMutation({
    mutationFn: (form: CredentialsForm) =>
      sdk.client.fetch<{ connection: Connection }>(`${PATH}/test-connection`, {
        method: "POST",
        body: form,
      }),
  })
}

export function useSendTestMessage() {
  return useMutation({
    mutationFn: () =>
      sdk.client.fetch<{ deliveries: Delivery[] }>(`${PATH}/test-message`, { method: "POST" }),
  })
}
