import {
  createFinancingClient,
  type CreateOrderBody,
  type FinancingClient,
  type FinancingClientOptions,
  FinancingError,
  type PartialRefundBody,
} from "../../src/financing-api"
import { type Sandbox, type SandboxOptions, startSandbox } from "../../src/sandbox"

/** The client and the simulator, connected over HTTP. */
export interface ConnectedSandbox {
  sandbox: Sandbox
  client: FinancingClient
  /** Creates another client of the same simulator. `close` closes it too. */
  connect(changes?: Partial<FinancingClientOptions>): FinancingClient
  /** Returns the credentials and base URL of an environment. */
  getAccess(environment: "staging" | "production"): FinancingClientOptions
  /** Creates an application with Create order. @returns its token */
  createApplication(changes?: Partial<CreateOrderBody>): Promise<string>
  /** Creates an application and signs it (status S). @returns its token */
  createSignedApplication(changes?: Partial<CreateOrderBody>): Promise<string>
  /** Creates, signs and settles an application. @returns its token */
  createSettledApplication(changes?: Partial<CreateOrderBody>): Promise<string>
  close(): Promise<void>
}

/** Builds a Create order body of $812.40. */
export function buildOrder(changes: Partial<CreateOrderBody> = {}): CreateOrderBody {
  return {
    orderId: "cart_1-1",
    firstName: "Maya",
    lastName: "Okafor",
    street: "418 Linden Avenue",
    city: "Brooklyn",
    zip: "11201",
    state: "NY",
    email: "maya@example.com",
    cellPhone: "7185550142",
    returnUrl: "http://localhost:9/return",
    cancelUrl: "http://localhost:9/cancel",
    loanAmount: 812.4,
    shipping: 20,
    taxes: 42.4,
    applicationItems: [
      { description: "Walnut chair", quantity: 2, price: 300.5, category: "Chairs", total: 601 },
      { description: "Wool throw", quantity: 1, price: 149, sku: "THROW-1", list_price: 160 },
    ],
    ...changes,
  }
}

/** The cart after the return of the throw. */
export const REMAINING_CART: PartialRefundBody = {
  loanAmount: 601,
  shipping: 0,
  taxes: 0,
  discount: 0,
  items: [{ description: "Walnut chair", quantity: 2, price: 300.5 }],
}

export async function startConnectedSandbox(
  options: Partial<SandboxOptions> = {}
): Promise<ConnectedSandbox> {
  const sandbox = await startSandbox({ quiet: true, postbackDelayMs: 0, ...options })
  const clients: FinancingClient[] = []
  const accessTo = (environment: "staging" | "production"): FinancingClientOptions => ({
    baseUrl: environment === "staging" ? sandbox.baseUrl : sandbox.productionBaseUrl,
    ...sandbox.credentials[environment],
  })
  const connect = (changes: Partial<FinancingClientOptions> = {}) => {
    const client = createFinancingClient({ ...accessTo("staging"), ...changes })
    clients.push(client)
    return client
  }
  const client = connect()
  const file = async (changes?: Partial<CreateOrderBody>) => {
    const created = await client.createOrder(buildOrder(changes))
    if (created.outcome !== "created") throw new Error("the simulator refused a good order")
    return created.token
  }
  const fileSigned = async (changes?: Partial<CreateOrderBody>) => {
    const token = await file(changes)
    await sandbox.control.decision(token, { outcome: "sign" })
    return token
  }
  return {
    sandbox,
    client,
    connect,
    getAccess: accessTo,
    createApplication: file,
    createSignedApplication: fileSigned,
    createSettledApplication: async (changes) => {
      const token = await fileSigned(changes)
      await client.settle({ applicationToken: token })
      return token
    },
    close: async () => {
      // The simulator first: that ends the calls that it leaves hanging.
      await sandbox.close()
      await Promise.all(clients.map((client) => client.close()))
    },
  }
}

/** Returns the FinancingError of a call that must fail. @throws when the call succeeds or fails otherwise */
export async function getFinancingError(call: Promise<unknown>): Promise<FinancingError> {
  const error: unknown = await call.then(
    () => new Error("the call succeeded"),
    (reason: unknown) => reason
  )
  if (error instanceof FinancingError) return error
  throw error
}
