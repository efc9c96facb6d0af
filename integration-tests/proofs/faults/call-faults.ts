import type { FaultInput } from "../../../src/sandbox"

/** The point of a call at which the fault occurs. */
export const POINTS = ["before", "after", "mid-headers", "mid-body"] as const
export type Point = (typeof POINTS)[number]

export type CallFault = {
  name: string
  point: Point
  /** `{token}` in a text is replaced with the application's token. */
  fault: Omit<FaultInput, "operation" | "match">
  /** Whether the answer denies an effect that happened. */
  denies?: boolean
  /** Whether the client still understands the answer. */
  isUnderstood?: boolean
}

type Fault = CallFault["fault"]
type FaultTiming = Pick<FaultInput, "when" | "count">

/** Missing or unreadable answers. */
const UNREADABLE_ANSWERS: Record<string, Fault> = {
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

const MID_ANSWER_POINTS: Record<string, Point> = {
  "mid-headers": "mid-headers",
  "mid-body": "mid-body",
  drip: "mid-body",
  truncated: "mid-body",
}

function getNameAndPoint(
  name: string,
  when: "before" | "after"
): Pick<CallFault, "name" | "point"> {
  const midAnswerPoint = MID_ANSWER_POINTS[name]
  const isUndone = when === "before"
  if (midAnswerPoint) return { name: isUndone ? `${name}-undone` : name, point: midAnswerPoint }
  return { name, point: when }
}

function createCallFaults(
  faults: Record<string, Fault>,
  timing: FaultTiming & { when: "before" | "after" }
): CallFault[] {
  return Object.entries(faults).map(([name, fault]) => ({
    ...getNameAndPoint(name, timing.when),
    fault: { ...fault, nth: 1, ...timing },
  }))
}

/** Faults of every call that changes something. */
export const CHANGING_CALL_FAULTS: CallFault[] = [
  ...createCallFaults(UNREADABLE_ANSWERS, { when: "before" }),
  ...createCallFaults(UNREADABLE_ANSWERS, { when: "after" }),
  ...createCallFaults(REFUSALS, { when: "before" }),
  ...createCallFaults(REFUSALS, { when: "after" }).map((callFault) => ({
    ...callFault,
    denies: true,
  })),
  ...createCallFaults({ "http-401": { kind: "unauthorized" } }, { when: "before" }),
  ...createCallFaults({ "http-401": { kind: "unauthorized" } }, { when: "after" }),
  ...createCallFaults({ "http-401-twice": { kind: "unauthorized" } }, { when: "before", count: 2 }),
  ...createCallFaults({ "http-401-twice": { kind: "unauthorized" } }, { when: "after", count: 2 }),
  // The connection breaks, and the service executes the call a moment later (A14).
  ...createCallFaults(
    { "carried-out-later": { kind: "reset", executesAfterMs: 1_000 } },
    { when: "before" }
  ),
]

const ONCE = { when: "before" } as const
/** Lasts longer than any call is retried. */
const LASTING = { when: "before", count: 1_000 } as const

function markLasting(callFault: CallFault): CallFault {
  return { ...callFault, name: `${callFault.name}-lasting` }
}

/** Faults of every call that only reads: once, which a retry may recover, and lasting. */
export const READING_CALL_FAULTS: CallFault[] = [
  ...createCallFaults(
    { ...UNREADABLE_ANSWERS, ...REFUSALS, "http-401": { kind: "unauthorized" } },
    ONCE
  ),
  ...createCallFaults(
    { ...UNREADABLE_ANSWERS, ...REFUSALS, "http-401": { kind: "unauthorized" } },
    LASTING
  ).map(markLasting),
]

/** Creates a fault that changes fields of the real answer. */
export function createAlteredAnswer(
  name: string,
  fields: NonNullable<FaultInput["fields"]>,
  count = 1
): CallFault {
  return { name, point: "after", fault: { kind: "altered", when: "after", nth: 1, count, fields } }
}

/** Creates a fault that replaces the answer's body. */
export function createReplacedAnswer(name: string, body: string, count = 1): CallFault {
  return { name, point: "after", fault: { kind: "garbage", when: "after", nth: 1, count, body } }
}
