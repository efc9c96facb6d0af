import {
  type Endpoint,
  ENDPOINTS,
  FinancingError,
  type EndpointName,
  readAnswer,
  type ReceivedAnswer,
  textOf,
} from "../financing-api"
import { type CallName, CALLS, type Exchange } from "./evidence"

/** Documented response fields of each endpoint. */
const DOCUMENTED_FIELDS: Record<EndpointName, readonly string[]> = {
  requestToken: [
    "access_token",
    "token_type",
    "expires_in",
    "refresh_token",
    "refresh_expires_in",
    "scope",
  ],
  createOrder: ["url", "token"],
  createVirtualCart: ["url", "token"],
  createFullApplication: ["applicationToken", "orderId", "loanAmount", "status", "offers"],
  selectOffer: ["offerId", "contractUrl", "accessToken", "offerType"],
  createPreApproval: ["url", "token"],
  updateCartAndSend: ["status", "message", "token", "loanAmount", "taxExempt"],
  getStatus: [
    "status",
    "message",
    "token",
    "maxApprovalAmount",
    "loanAmount",
    "lender",
    "taxExempt",
  ],
  getAddressStatus: ["status", "message", "token"],
  settle: ["status", "message"],
  cancel: ["status", "message"],
  refund: ["status", "message"],
  partialRefund: ["status", "message", "token"],
  updateOrderId: ["status", "message"],
  validatePostback: [],
}

/** Thrown by `record` after an interruption of the run. */
export class InterruptedError extends Error {}

export interface Recorder {
  /** Callback for every client of the run. */
  onAnswer(received: ReceivedAnswer): void
  /** Runs and records one call. Resolves to null when the call fails. @throws Interrupted */
  record<T>(name: CallName, call: () => Promise<T>): Promise<T | null>
  exchanges(): Exchange[]
  /** Gets the last recorded call and its end time. */
  last(): { name: CallName; at: number } | null
}

/** Creates a recorder of sequential calls. `onStart` reports progress. */
export function createRecorder(options: {
  signal: AbortSignal
  onStart: (name: CallName) => void
}): Recorder {
  const exchanges: Exchange[] = []
  const answers = new Map<string, ReceivedAnswer["answer"]>()
  let hadUnauthorized = false
  let last: { name: CallName; at: number } | null = null

  function addExchange(name: CallName, startedAt: number, error: FinancingError | null): void {
    const { operation } = CALLS[name]
    const answer = answers.get(operation)
    const read = answer && inspectAnswer(operation, answer)
    const now = Date.now()
    last = { name, at: now }
    exchanges.push({
      name,
      httpStatus: error === null ? (answer?.status ?? null) : error.httpStatus,
      ms: now - startedAt,
      error: error?.code ?? null,
      answer: read?.object ?? {},
      hadUnauthorized,
      body: read?.body ?? "empty",
      word: read?.word ?? "",
      tolerated: error === null ? (read?.tolerated ?? []) : [],
    })
  }

  return {
    onAnswer({ operation, answer }) {
      answers.set(operation, answer)
      hadUnauthorized ||= answer.status === 401
    },
    exchanges: () => [...exchanges],
    last: () => last,
    async record(name, call) {
      if (options.signal.aborted) throw new InterruptedError()
      options.onStart(name)
      hadUnauthorized = false
      answers.delete(CALLS[name].operation)
      const startedAt = Date.now()
      try {
        const value = await call()
        addExchange(name, startedAt, null)
        return value
      } catch (error) {
        if (!(error instanceof FinancingError)) throw error
        addExchange(name, startedAt, error)
        return null
      }
    },
  }
}

function inspectAnswer(operation: EndpointName, answer: ReceivedAnswer["answer"]) {
  const reading = textOf(answer)
  const text = reading.read ? reading.value.trim() : ""
  const object = parseObject(text)
  const body = resolveBodyKind(text, object)
  const endpoint: Endpoint = ENDPOINTS[operation]
  const result = readAnswer(endpoint, answer)
  const unreadable = result.read ? result.value.unreadable : []
  const missing = DOCUMENTED_FIELDS[operation].filter(
    (name) => object !== null && !(name in object)
  )
  const word = body === "text" ? text.slice(0, 40).replaceAll(/[^\w-]/g, "") : ""
  return { object: object ?? {}, body, word, tolerated: [...new Set([...unreadable, ...missing])] }
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === "object" && value !== null ? { ...value } : null
  } catch {
    return null
  }
}

function resolveBodyKind(text: string, object: object | null): Exchange["body"] {
  if (text === "") return "empty"
  if (object !== null) return "json"
  return text.startsWith("<") ? "html" : "text"
}
