import type { ApplicationView, SandboxControl } from "../../src/sandbox"
import { createHttpClient } from "./http-client"

/** The simulator's control API over HTTP, with shortcuts for specs. */
export type SimulatorClient = SandboxControl & {
  /** Lists the applications of a cart, oldest first. Their order ids begin with the cart's id. */
  listCartApplications: (cartId: string) => Promise<ApplicationView[]>
  /** Finds the newest application of a cart. @throws Error when it has none */
  findCartApplication: (cartId: string) => Promise<ApplicationView>
}

const encodePart = encodeURIComponent

export function createSimulatorClient(simulatorUrl: string): SimulatorClient {
  const client = createHttpClient(`${simulatorUrl}/control`, async () => ({}))
  const query = (filter: Record<string, string | undefined>): string => {
    const given = Object.entries(filter).filter(([, value]) => value !== undefined)
    return new URLSearchParams(Object.fromEntries(given) as Record<string, string>).toString()
  }
  const applications: SandboxControl["applications"] = (filter = {}) =>
    client.get(`/applications?${query(filter)}`)
  const listCartApplications = (cartId: string): Promise<ApplicationView[]> =>
    applications({ orderId: `${cartId}-` })
  return {
    applications,
    listCartApplications,
    findCartApplication: async (cartId) => {
      const newest = (await listCartApplications(cartId)).at(-1)
      if (!newest) throw new Error(`The simulator has no application of cart ${cartId}`)
      return newest
    },
    application: (token) => client.get(`/applications/${encodePart(token)}`),
    status: (token, change) => client.post(`/applications/${encodePart(token)}/status`, change),
    portal: (token, order) => client.post(`/applications/${encodePart(token)}/portal`, order),
    decision: (token, choice) => client.post(`/applications/${encodePart(token)}/decision`, choice),
    behaviour: (token, change) =>
      client.post(`/applications/${encodePart(token)}/behaviour`, change),
    forget: (token) => client.delete(`/applications/${encodePart(token)}`),
    postback: (token, letter) => client.post(`/applications/${encodePart(token)}/postback`, letter),
    clock: (move) => client.post("/clock", move),
    calls: (filter = {}) => client.get(`/calls?${query(filter)}`),
    clearCalls: () => client.delete("/calls"),
    fault: (fault) => client.post("/faults", fault),
    faults: () => client.get("/faults"),
    clearFaults: (id) => client.delete(id === undefined ? "/faults" : `/faults/${encodePart(id)}`),
    postbacks: (rule) => client.post("/postbacks", rule),
    releasePostbacks: (order) => client.post("/postbacks/release", order),
    settings: (change) => (change ? client.post("/settings", change) : client.get("/settings")),
    accessTokens: () => client.get("/access-tokens"),
    revokeAccessTokens: () => client.post("/access-tokens/revoke"),
    dropConnections: () => client.post("/connections/drop"),
    reset: () => client.post("/reset"),
  }
}
