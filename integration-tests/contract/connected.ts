import {
  createFinancingClient,
  type CreateOrderBody,
  type FinancingClient,
  type FinancingClientOptions,
  FinancingError,
  type PartialRefundBody,
} from "../../src/financing-api"
import { type Sandbox, type SandboxOptions, startSandbox } from "../../src/sandbox"

/** The real client and the real simulator, joined by HTTP alone. */
export interface Connected {
  sandbox: Sandbox
  client: FinancingClient
  /** Another client of the same simulator; closed with the rest. */
  connect(changes?: Partial<FinancingClientOptions>): FinancingClient
  /** The credentials and address of an environment, as a merchant would configure them. */
  accessTo(environment: "staging" | "production"): FinancingClientOptions
  /** Files an application by Create order; answers its token. */
  file(changes?: Partial<CreateOrderBody>): Promise<string>
  /** Files one and signs it on the hosted page: its status is S. */
  fileSigned(changes?: Partial<CreateOrderBody>): Promise<string>
  /** Files, signs and settles one. */
  fileSettled(changes?: Partial<CreateOrderBody>): Promise<string>
  close(): Promise<void>
}

/** Create order over $812.40. */
export function orderOver81240(changes: Partial<CreateOrderBody> = {}): CreateOrderBody {
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

/** The cart after the throw went back. */
export const REMAINING_CART: PartialRefundBody = {
  loanAmount: 601,
  shipping: 0,
  taxes: 0,
  discount: 0,
  items: [{ description: "Walnut chair", quantity: 2, price: 300.5 }],
}

export async function startConnected(options: Partial<SandboxOptions> = {}): Promise<Connected> {
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
    const created = await client.createOrder(orderOver81240(changes))
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
    accessTo,
    file,
    fileSigned,
    fileSettled: async (changes) => {
      const token = await fileSigned(changes)
      await client.settle({ applicationToken: token })
      return token
    },
    close: async () => {
      // First the simulator: calls that it keeps hanging end with it.
      await sandbox.close()
      await Promise.all(clients.map((one) => one.close()))
    },
  }
}

/** The error of a call that must fail; fails when it does not, or with an error of another kind. */
export async function failureOf(call: Promise<unknown>): Promise<FinancingError> {
  const error: unknown = await call.then(
    () => new Error("the call succeeded"),
    (reason: unknown) => reason
  )
  if (error instanceof FinancingError) return error
  throw error
}
