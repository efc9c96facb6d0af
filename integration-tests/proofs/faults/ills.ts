import type { FaultInput } from "../../../src/sandbox"

/** The point of a call at which the fault occurs. */
export const POINTS = ["before", "after", "mid-headers", "mid-body"] as const
export type Point = (typeof POINTS)[number]

export type Ill = {
  name: string
  point: Point
  /** `{token}` in a text is replaced with the application's token. */
  fault: Omit<FaultInput, "operation" | "match">
  /** Whether the answer denies an effect that happened. */
  denies?: boolean
  /** Whether the client still understands the answer. */
  understood?: boolean
}

type Fault = Ill["fault"]
type Manner = Pick<FaultInput, "when" | "count">

/** Missing or unreadable answers. */
const UNREADABLE: Record<string, Fault> = {
  timeout: { kind: "timeout" },
  reset: { kind: "reset" },
  "mid-headers": { kind: "mid-headers" },
  "mid-body": { kind: "mid-body" },
  drip: { kind: "drip" },
  truncated: { kind: "truncated" },
  empty: { kind: "empty" },
  garbage: { kind: "garbage" },
  html: { kind: "wrong-content-type", body: "<!doctype html><title>Maintenance</title>" },
  "json-as-html": { kind: "wrong-content-type" },
  redirect: { kind: "redirect" },
  huge: { kind: "huge" },
  "gzip-bomb": { kind: "huge", headers: { "content-encoding": "gzip" } },
  "http-408": { kind: "status", status: 408 },
  "http-500": { kind: "status", status: 500 },
  "http-500-html": { kind: "status", status: 500, body: "<html>Oops</html>" },
  "http-502": { kind: "status", status: 502 },
  "http-503": { kind: "status", status: 503, headers: { "retry-after": "1" } },
  "http-504": { kind: "status", status: 504, body: "" },
}

/** Refusals. */
const REFUSALS: Record<string, Fault> = Object.fromEntries(
  [400, 403, 404, 409, 422, 429].map((status) => [`http-${status}`, { kind: "status", status }])
)

const MIDDLE: Record<string, Point> = {
  "mid-headers": "mid-headers",
  "mid-body": "mid-body",
  drip: "mid-body",
  truncated: "mid-body",
}

function place(name: string, when: "before" | "after"): Pick<Ill, "name" | "point"> {
  const middle = MIDDLE[name]
  const isUndone = when === "before"
  if (middle) return { name: isUndone ? `${name}-undone` : name, point: middle }
  return { name, point: when }
}

function ills(faults: Record<string, Fault>, manner: Manner & { when: "before" | "after" }): Ill[] {
  return Object.entries(faults).map(([name, fault]) => ({
    ...place(name, manner.when),
    fault: { ...fault, nth: 1, ...manner },
  }))
}

/** Faults of every call that changes something. */
export const OF_CHANGING_CALLS: Ill[] = [
  ...ills(UNREADABLE, { when: "before" }),
  ...ills(UNREADABLE, { when: "after" }),
  ...ills(REFUSALS, { when: "before" }),
  ...ills(REFUSALS, { when: "after" }).map((ill) => ({ ...ill, denies: true })),
  ...ills({ "http-401": { kind: "unauthorized" } }, { when: "before" }),
  ...ills({ "http-401": { kind: "unauthorized" } }, { when: "after" }),
  ...ills({ "http-401-twice": { kind: "unauthorized" } }, { when: "before", count: 2 }),
  ...ills({ "http-401-twice": { kind: "unauthorized" } }, { when: "after", count: 2 }),
  // The connection breaks, and the service executes the call a moment later (A14).
  ...ills({ "carried-out-later": { kind: "reset", executesAfterMs: 1_000 } }, { when: "before" }),
]

const ONCE = { when: "before" } as const
/** Lasts longer than any call is retried. */
const LASTING = { when: "before", count: 1_000 } as const

function lasting(ill: Ill): Ill {
  return { ...ill, name: `${ill.name}-lasting` }
}

/** Faults of every call that only reads: once, which a retry may recover, and lasting. */
export const OF_READING_CALLS: Ill[] = [
  ...ills({ ...UNREADABLE, ...REFUSALS, "http-401": { kind: "unauthorized" } }, ONCE),
  ...ills({ ...UNREADABLE, ...REFUSALS, "http-401": { kind: "unauthorized" } }, LASTING).map(
    lasting
  ),
]

/** Creates a fault that changes fields of the real answer. */
export function altered(name: string, fields: NonNullable<FaultInput["fields"]>, count = 1): Ill {
  return { name, point: "after", fault: { kind: "altered", when: "after", nth: 1, count, fields } }
}

/** Creates a fault that replaces the answer's body. */
export function answered(name: string, body: string, count = 1): Ill {
  return { name, point: "after", fault: { kind: "garbage", when: "after", nth: 1, count, body } }
}
