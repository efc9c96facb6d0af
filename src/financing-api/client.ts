import type { z } from "@medusajs/framework/zod"
import { createAccessTokens } from "./access-tokens"
import { type CallOptions, identify } from "./call"
import { type FinancingClientOptions, parseClientOptions } from "./client-options"
import { type Endpoint, ENDPOINTS } from "./endpoints"
import { toError } from "./failure"
import { FinancingError } from "./errors"
import type { FinancingClient } from "./financing-client"
import { write } from "./log-call"
import { borrowPools } from "./pools"
import { type Authorization, send } from "./send"

/**
 * A client of the financing service for one environment. Hold one per environment and close it:
 * it owns a token cache and a share of the connections to its base URL. The options are checked
 * here (InvalidRequestError names the wrong one); nothing is sent until the first call.
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

  const AUTHORIZATIONS: Record<"bearer" | "none", Authorization> = {
    bearer: { tokens },
    none: null,
  }

  function assertOpen(endpoint: Endpoint, callOptions: CallOptions | undefined): void {
    if (closed === null) return
    throw toError(identify(endpoint, callOptions?.correlationId), { code: "client_closed" })
  }

  /** The method of one row of the table. */
  function method<In extends z.ZodType, Out extends z.ZodType>(endpoint: Endpoint<In, Out>) {
    const authorization = AUTHORIZATIONS[endpoint.auth === "none" ? "none" : "bearer"]
    return async (input: z.input<In>, callOptions?: CallOptions): Promise<z.output<Out>> => {
      assertOpen(endpoint, callOptions)
      return send(wire, { endpoint, input, authorization, options: callOptions })
    }
  }

  return {
    requestToken: async (callOptions) => {
      assertOpen(ENDPOINTS.requestToken, callOptions)
      return requestToken(callOptions)
    },
    createOrder: method(ENDPOINTS.createOrder),
    createVirtualCart: method(ENDPOINTS.createVirtualCart),
    createFullApplication: method(ENDPOINTS.createFullApplication),
    selectOffer: method(ENDPOINTS.selectOffer),
    createPreApproval: method(ENDPOINTS.createPreApproval),
    updateCartAndSend: method(ENDPOINTS.updateCartAndSend),
    getStatus: method(ENDPOINTS.getStatus),
    getAddressStatus: method(ENDPOINTS.getAddressStatus),
    settle: method(ENDPOINTS.settle),
    cancel: method(ENDPOINTS.cancel),
    refund: method(ENDPOINTS.refund),
    partialRefund: method(ENDPOINTS.partialRefund),
    updateOrderId: method(ENDPOINTS.updateOrderId),
    validatePostback: method(ENDPOINTS.validatePostback),
    close: () => {
      if (closed === null) {
        tokens.close()
        closed = wire.pools.giveBack()
      }
      return closed
    },
  }
}
