import type { Answer } from "./answer"

/** A fault of the service. `lost` and `closed` occur after the call's effect, `refused` and `busy` before it. */
export type Hostility = {
  kind:
    | "slow"
    | "refused"
    | "lost"
    | "closed"
    | "html"
    | "truncated"
    | "unauthorized"
    | "busy"
    | "bare"
    | "extra"
    | "texts"
  /** Affects every nth call. Token calls do not count. */
  every: number
}

/** Answers that replace the call, which then has no effect. */
export const ANSWERS_BEFORE_EFFECT: Partial<Record<Hostility["kind"], Answer>> = {
  refused: { status: 500, json: { error: "internal" } },
  unauthorized: { status: 401, json: { error: "invalid_token" } },
  busy: { status: 429, json: { error: "slow down" }, headers: { "retry-after": "1" } },
}

const REQUIRED_FIELDS = ["status", "token", "url", "applicationToken", "offers", "access_token"]
const PAGE = "<!doctype html><html><body><h1>Bad gateway</h1></body></html>"

/** Changes the answer of a call after its effect. Null closes the connection. */
export function corruptAnswer(kind: Hostility["kind"], answer: Answer): Answer | null {
  const json = answer.json
  switch (kind) {
    case "lost":
      return { status: 500, json: { error: "internal" } }
    case "closed":
      return null
    case "html":
      return { status: 502, text: PAGE, type: "text/html" }
    case "truncated":
      return json
        ? {
            status: answer.status,
            text: JSON.stringify(json).slice(0, -7),
            type: "application/json",
          }
        : answer
    case "bare":
      return json ? { ...answer, json: pickFields(json, REQUIRED_FIELDS) } : answer
    case "extra":
      return json ? { ...answer, json: { ...json, trace: { id: 1 }, links: ["a"] } } : answer
    case "texts":
      return json ? { ...answer, json: stringifyValues(json) } : answer
    default:
      return answer
  }
}

const pickFields = (json: Record<string, unknown>, names: string[]) =>
  Object.fromEntries(Object.entries(json).filter(([name]) => names.includes(name)))

const stringifyValues = (json: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(json).map(([name, value]) => [
      name,
      typeof value === "number" || typeof value === "boolean" ? String(value) : value,
    ])
  )
