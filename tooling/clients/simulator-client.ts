import type { ApplicationView, SandboxControl } from "../../src/sandbox"
import { httpDoor } from "./http-door"

/** The simulator's control API over HTTP, with shortcuts for specs. */
export type SimulatorClient = SandboxControl & {
  /** Lists the applications of a cart, oldest first. Their order ids begin with the cart's id. */
  applicationsOfCart: (cartId: string) => Promise<ApplicationView[]>
  /** Finds the newest application of a cart. @throws Error when it has none */
  applicationOfCart: (cartId: string) => Promise<ApplicationView>
}

const part = encodeURIComponent

export function simulatorClient(simulatorUrl: string): SimulatorClient {
  const door = httpDoor(`${simulatorUrl}/control`, async () => ({}))
  const query = (filter: Record<string, string | undefined>): string => {
    const given = Object.entries(filter).filter(([, value]) => value !== undefined)
    return new URLSearchParams(Object.fromEntries(given) as Record<string, string>).toString()
  }
  const applications: SandboxControl["applications"] = (filter = {}) =>
    door.get(`/applications?${query(filter)}`)
  const applicationsOfCart = (cartId: string): Promise<ApplicationView[]> =>
    applications({ orderId: `${cartId}-` })
  return {
    applications,
    applicationsOfCart,
    applicationOfCart: async (cartId) => {
      const newest = (await applicationsOfCart(cartId)).at(-1)
      if (!newest) throw new Error(`The simulator has no application of cart ${cartId}`)
      return newest
    },
    application: (token) => door.get(`/applications/${part(token)}`),
    status: (token, change) => door.post(`/applications/${part(token)}/status`, change),
    portal: (token, order) => door.post(`/applications/${part(token)}/portal`, order),
    decision: (token, choice) => door.post(`/applications/${part(token)}/decision`, choice),
    behaviour: (token, change) => door.post(`/applications/${part(token)}/behaviour`, change),
    forget: (token) => door.delete(`/applications/${part(token)}`),
    postback: (token, letter) => door.post(`/applications/${part(token)}/postback`, letter),
    clock: (move) => door.post("/clock", move),
    calls: (filter = {}) => door.get(`/calls?${query(filter)}`),
    clearCalls: () => door.delete("/calls"),
    fault: (fault) => door.post("/faults", fault),
    faults: () => door.get("/faults"),
    clearFaults: (id) => door.delete(id === undefined ? "/faults" : `/faults/${part(id)}`),
    postbacks: (rule) => door.post("/postbacks", rule),
    releasePostbacks: (order) => door.post("/postbacks/release", order),
    settings: (change) => (change ? door.post("/settings", change) : door.get("/settings")),
    accessTokens: () => door.get("/access-tokens"),
    revokeAccessTokens: () => door.post("/access-tokens/revoke"),
    dropConnections: () => door.post("/connections/drop"),
    reset: () => door.post("/reset"),
  }
}
