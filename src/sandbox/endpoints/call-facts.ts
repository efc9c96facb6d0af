import type { MatchFacts } from "../faults/fault"
import { getCurrentLink } from "../state/application"
import type { Answer } from "./answer"
import type { Call } from "./call"

/** Parses the body of a call leniently, for the log and for matching. Handlers validate it themselves. */
export function parseBody(call: Call): unknown {
  if (call.text === "") return undefined
  try {
    return JSON.parse(call.text) as unknown
  } catch {
    const isForm = (call.headers["content-type"] ?? "").includes("form-urlencoded")
    return isForm ? Object.fromEntries(new URLSearchParams(call.text)) : "[not JSON]"
  }
}

function readTextAt(body: unknown, ...path: string[]): string | undefined {
  let value = body
  for (const key of path) {
    if (value === null || typeof value !== "object") return undefined
    value = Object.entries(value).find(([name]) => name === key)?.[1] as unknown
  }
  return typeof value === "string" ? value : undefined
}

/** Reads the application token from a response, if there is one. */
export function readToken(answer: Answer): string | undefined {
  try {
    const body = JSON.parse(answer.body) as unknown
    return readTextAt(body, "token") ?? readTextAt(body, "applicationToken")
  } catch {
    return undefined
  }
}

/** Collects the order id, tokens and last name of a call from its path, body and application. */
export function getCallFacts(call: Call): MatchFacts {
  const body = parseBody(call)
  const token = call.params.token ?? readTextAt(body, "uuid")
  const found = token ? call.simulator.applications.findByToken(token, call.environment) : undefined
  if (found) {
    const { application } = found
    return {
      orderId: getCurrentLink(application).orderId,
      tokens: application.chain.map((link) => link.token),
      lastName: application.customer.lastName,
    }
  }
  return {
    orderId: readTextAt(body, "orderId"),
    tokens: token ? [token] : [],
    lastName:
      readTextAt(body, "lastName") ??
      readTextAt(body, "personalLastName") ??
      readTextAt(body, "personalInfo", "lastName"),
  }
}
