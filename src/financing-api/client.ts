import type { z } from "@medusajs/framework/zod"
import { createAccessTokens } from "./access-tokens"
import { type CallOptions, identify } from "./call"
import { type FinancingClientOptions, parseClientOptions } from "./client-options"
import { type Endpoint, ENDPOINTS } from "./endpoints"
import type { TokenRecord } from "./messages/token"
import { toError } from "./failure"
import { FinancingError } from "./errors"
import { write } from "./log-call"
import { borrowPools } from "./pools"
import { send } from "./send"

type Rows = typeof ENDPOINTS

/** One method for each row of the table except the first; bodies have the interface's own shape. */
type Methods = {
  [Name in keyof Rows as Exclude<Name, "requestToken">]: (
    input: z.input<Rows[Name]["input"]>,
    options?: CallOptions
  ) => Promise<z.output<Rows[Name]["output"]>>
}

/**
 * The service's 15 endpoints, amounts in dollars. Every method rejects with a FinancingError only:
 * InvalidRequestError (a field, not sent), UnreachableError (not sent), CredentialsError, RefusedError (a 4xx),
 * InDoubtError. Callers decide by `error.outcome`: `did-not-happen` or `in-doubt`.
 */
export type FinancingClient = Methods & {
  /** Requests a token record for direct use; bypasses the client's cache. */
  requestToken(options?: CallOptions): Promise<TokenRecord>
  /** Refuses further calls, lets running ones end, then closes the connections. */
  close(): Promise<void>
}

/**
 * Creates a client of the financing service for one environment. Keep one per environment and close it: it owns a
 * token cache and a share of the connections to its base URL. Checks the options (InvalidRequestError names the
 * invalid one) and sends nothing until the first call.
 */
export function createFinancingClient(options: FinancingClientOptions): FinancingClient {
  const settings = parseClientOptions(options)
  const address = { origin: settings.baseUrl.origin, connectMs: settings.deadlines.connect }
  const wire = { settings, pools: borrowPools(address), warned: new Set<string>() }
  let closed: Promise<void> | null = null

  const requestToken = (callOptions?: CallOptions) =>
    send(wire, {
      endpoint: ENDPOINTS.requestToken,
      input: {
        grant_type: "password",
        scope: "openid",
        username: settings.apiUsername,
        password: settings.apiPassword,
      },
      authorization: { header: `Basic ${settings.apiSignature}` },
      options: callOptions,
    })

  const tokens = createAccessTokens({
    clock: settings.clock,
    fetchToken: async (signal) => {
      const record = await requestToken({ signal })
      return { value: record.access_token, lifetimeMs: record.expires_in * 1_000 }
    },
    onRenewalFailure: (error) => {
      const code = error instanceof FinancingError ? error.code : "unknown"
      const text = `financing token renewal failed: ${code}`
      write(settings.logger, { level: "warn", text, fields: { operation: "requestToken", code } })
    },
  })

  function assertOpen(endpoint: Endpoint, callOptions: CallOptions | undefined): void {
    if (closed === null) return
    throw toError(identify(endpoint, callOptions?.correlationId), { code: "client_closed" })
  }

  function method(endpoint: Endpoint): [string, (...given: [unknown, CallOptions?]) => unknown] {
    const authorization = endpoint.auth === "none" ? null : { tokens }
    return [
      endpoint.operation,
      async (input, callOptions) => {
        assertOpen(endpoint, callOptions)
        return await send(wire, { endpoint, input, authorization, options: callOptions })
      },
    ]
  }

  return {
    // Cast: each method's types follow from its row.
    ...(Object.fromEntries(Object.values(ENDPOINTS).map(method)) as Methods),
    requestToken: async (callOptions) => {
      assertOpen(ENDPOINTS.requestToken, callOptions)
      return requestToken(callOptions)
    },
    close: () => {
      if (closed === null) {
        tokens.close()
        closed = wire.pools.giveBack()
      }
      return closed
    },
  }
}
