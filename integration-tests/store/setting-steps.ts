import { harness } from "./harness"
import { type HttpClient, HttpError } from "../../tooling/clients/http-door"
import type { ShopClient } from "../../tooling/clients/shop-client"

const { run, simulator } = harness()

export const NOT_SET = { baseUrl: "", apiUsername: "", apiPassword: "", apiSignature: "" }

/** Settings of a shop whose medusa-config has no credentials, only a deadline. */
export const FROM_DASHBOARD = {
  environment: "" as const,
  staging: NOT_SET,
  production: NOT_SET,
  pluginOptions: { deadlines: { money: 6_000 } },
}

export type Shown = {
  values: Record<string, unknown>
  locked: string[]
  credentials: Record<"staging" | "production", Record<string, string | null>>
  is_ready: boolean
  changes: { what: string[]; by: string }[]
}

const HERE = "/admin/consumer-financing/settings"

/** Creates a client of the settings page's API. */
export function settingsOf(door: HttpClient) {
  const of = async (answer: Promise<{ settings: Shown }>) => (await answer).settings
  return {
    show: () => of(door.get(HERE)),
    change: (values: object) => of(door.post(HERE, values)),
    enter: (credentials: object) => of(door.post(`${HERE}/credentials`, credentials)),
    /** Stores credentials and returns the outcome of the connection test. */
    saved: async (credentials: object) =>
      (await door.post<{ connection: { outcome: string } }>(`${HERE}/credentials`, credentials))
        .connection.outcome,
    forget: (environment: string) => of(door.delete(`${HERE}/credentials/${environment}`)),
    test: async (credentials: object) =>
      (
        await door.post<{ connection: Record<string, unknown> }>(
          `${HERE}/test-connection`,
          credentials
        )
      ).connection,
    selfCheck: async () =>
      (
        await door.get<{
          self_check: {
            checks: { name: string; outcome: string; details: Record<string, unknown> }[]
            pre_approval_addresses: Record<string, string>
            last_postback_at: string | null
          }
        }>(`${HERE}/self-check`)
      ).self_check,
  }
}

/** Returns the issued credentials with the field names of the dashboard's API. */
export function issued(environment: "staging" | "production") {
  const { baseUrl, apiUsername, apiPassword, apiSignature } = run.settings[environment] ?? NOT_SET
  return {
    environment,
    base_url: baseUrl,
    api_username: apiUsername,
    api_password: apiPassword,
    api_signature: apiSignature,
  }
}

/** Creates a cart, applies, approves and signs it at the service, and completes it. */
export async function buy(shop: ShopClient) {
  const cart = await shop.createCart()
  await shop.choosePaymentMethod(cart.id)
  const { tip } = await simulator.findCartApplication(cart.id)
  await simulator.decision(tip, { outcome: "approve" })
  await simulator.decision(tip, { outcome: "sign" })
  return await shop.completeCart(cart.id)
}

export async function refusalOf(answer: Promise<unknown>): Promise<HttpError> {
  const error: unknown = await answer.then(
    () => null,
    (thrown: unknown) => thrown
  )
  if (!(error instanceof HttpError)) throw new Error("The request was not refused.")
  return error
}
