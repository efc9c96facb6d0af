import { createHarness } from "./harness"
import { type HttpClient, HttpError } from "../../tooling/clients/http-client"
import type { ShopClient } from "../../tooling/clients/shop-client"

const { run, simulator } = createHarness()

export const EMPTY_CREDENTIALS = { baseUrl: "", apiUsername: "", apiPassword: "", apiSignature: "" }

/** Settings of a shop whose medusa-config has no credentials, only a deadline. */
export const DASHBOARD_SETTINGS = {
  environment: "" as const,
  staging: EMPTY_CREDENTIALS,
  production: EMPTY_CREDENTIALS,
  pluginOptions: { deadlines: { money: 6_000 } },
}

export type SettingsAnswer = {
  values: Record<string, unknown>
  locked: string[]
  credentials: Record<"staging" | "production", Record<string, string | null>>
  is_ready: boolean
  changes: { what: string[]; by: string }[]
}

const SETTINGS_PATH = "/admin/consumer-financing/settings"

/** Creates a client of the settings page's API. */
export function createSettingsClient(door: HttpClient) {
  const readSettings = async (answer: Promise<{ settings: SettingsAnswer }>) =>
    (await answer).settings
  return {
    getSettings: () => readSettings(door.get(SETTINGS_PATH)),
    updateSettings: (values: object) => readSettings(door.post(SETTINGS_PATH, values)),
    storeCredentials: (credentials: object) =>
      readSettings(door.post(`${SETTINGS_PATH}/credentials`, credentials)),
    /** Stores credentials and returns the outcome of the connection test. */
    storeAndTest: async (credentials: object) =>
      (
        await door.post<{ connection: { outcome: string } }>(
          `${SETTINGS_PATH}/credentials`,
          credentials
        )
      ).connection.outcome,
    deleteCredentials: (environment: string) =>
      readSettings(door.delete(`${SETTINGS_PATH}/credentials/${environment}`)),
    testConnection: async (credentials: object) =>
      (
        await door.post<{ connection: Record<string, unknown> }>(
          `${SETTINGS_PATH}/test-connection`,
          credentials
        )
      ).connection,
    runSelfCheck: async () =>
      (
        await door.get<{
          self_check: {
            checks: { name: string; outcome: string; details: Record<string, unknown> }[]
            pre_approval_addresses: Record<string, string>
            last_postback_at: string | null
          }
        }>(`${SETTINGS_PATH}/self-check`)
      ).self_check,
  }
}

/** Returns the issued credentials with the field names of the dashboard's API. */
export function getIssuedCredentials(environment: "staging" | "production") {
  const { baseUrl, apiUsername, apiPassword, apiSignature } =
    run.settings[environment] ?? EMPTY_CREDENTIALS
  return {
    environment,
    base_url: baseUrl,
    api_username: apiUsername,
    api_password: apiPassword,
    api_signature: apiSignature,
  }
}

/** Creates a cart, applies, approves and signs it at the service, and completes it. */
export async function completePurchase(shop: ShopClient) {
  const cart = await shop.createCart()
  await shop.choosePaymentMethod(cart.id)
  const { tip } = await simulator.findCartApplication(cart.id)
  await simulator.decision(tip, { outcome: "approve" })
  await simulator.decision(tip, { outcome: "sign" })
  return await shop.completeCart(cart.id)
}

export async function getHttpRefusal(answer: Promise<unknown>): Promise<HttpError> {
  const error: unknown = await answer.then(
    () => null,
    (thrown: unknown) => thrown
  )
  if (!(error instanceof HttpError)) throw new Error("The request was not refused.")
  return error
}
