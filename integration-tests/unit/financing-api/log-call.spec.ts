import { toError } from "../../../src/financing-api/failure"
import { logCall, write } from "../../../src/financing-api/log-call"

const caller = { operation: "settle", changes: true, correlationId: "c-1" }

function createRecordingLogger() {
  const lines: [string, string][] = []
  const fields: unknown[] = []
  const createRecorder = (level: string) => (message: string, details?: unknown) => {
    lines.push([level, message])
    fields.push(details)
  }
  return {
    lines,
    fields,
    debug: createRecorder("debug"),
    info: createRecorder("info"),
    warn: createRecorder("warn"),
    error: createRecorder("error"),
  }
}

test("a success is logged at debug level", () => {
  const logger = createRecordingLogger()
  const verdict = { kind: "success" as const, value: null, httpStatus: 204, unreadable: [] }
  logCall(logger, { caller, verdict, ms: 12.6, warned: new Set() })
  expect(logger.lines).toEqual([["debug", "financing settle: HTTP 204, 13 ms [c-1]"]])
  expect(logger.fields).toEqual([
    { operation: "settle", correlation_id: "c-1", ms: 13, outcome: "success", http_status: 204 },
  ])
})

test.each([
  [null, "no answer"],
  [502, "HTTP 502"],
])(
  "a failure is logged as a warning with its code and outcome (HTTP %p)",
  (httpStatus, statusText) => {
    const logger = createRecordingLogger()
    const error = toError(caller, { code: "timed_out", httpStatus })
    const verdict = { kind: "failure" as const, error, retryAfterMs: null }
    logCall(logger, { caller, verdict, ms: 3, warned: new Set() })
    expect(logger.lines).toEqual([
      ["warn", `financing settle: timed_out (in-doubt), ${statusText}, 3 ms [c-1]`],
    ])
    expect(logger.fields).toEqual([
      {
        operation: "settle",
        correlation_id: "c-1",
        ms: 3,
        outcome: "in-doubt",
        code: "timed_out",
        http_status: httpStatus,
      },
    ])
  }
)

test("each set of unreadable fields is logged as a warning once", () => {
  const logger = createRecordingLogger()
  const warned = new Set<string>()
  const logSuccess = (...unreadable: string[]) => {
    const verdict = { kind: "success" as const, value: null, httpStatus: 200, unreadable }
    logCall(logger, { caller, verdict, ms: 1, warned })
  }
  logSuccess("lender", "offers[1].loanRate")
  logSuccess("lender", "offers[1].loanRate")
  logSuccess("lender")
  logSuccess()
  expect(logger.lines.filter(([level]) => level === "warn").map(([, line]) => line)).toEqual([
    "financing settle: the answer was understood without lender, offers[1].loanRate, which could not be read [c-1]",
    "financing settle: the answer was understood without lender, which could not be read [c-1]",
  ])
  expect(logger.lines).toHaveLength(6)
  expect(logger.fields).toContainEqual({
    operation: "settle",
    correlation_id: "c-1",
    unreadable: "lender, offers[1].loanRate",
  })
})

test("a missing logger, or one that throws, causes no error", () => {
  const throwError = () => {
    throw new Error("disk full")
  }
  const logLine = { level: "warn" as const, text: "x", fields: {} }
  expect(() => write(undefined, logLine)).not.toThrow()
  expect(() => write({ ...createRecordingLogger(), warn: throwError }, logLine)).not.toThrow()
})
