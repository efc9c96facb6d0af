import { type Span, trace, type TracerProvider } from "@medusajs/framework/opentelemetry/api"
import { inSpan } from "../../src/in-span"

type SpanMethods = Partial<Record<keyof Span, (...args: unknown[]) => unknown>>

let spanMethods: SpanMethods

/** A tracer provider whose spans use the methods that a test sets. */
beforeAll(() => {
  const startActiveSpan = (_name: string, _options: object, run: (one: unknown) => unknown) => {
    const span = { setAttributes: () => span, setStatus: () => span, end: () => undefined }
    return run(Object.assign(span, spanMethods))
  }
  const provider = { getTracer: () => ({ startActiveSpan }) }
  // The cast: a tracer has other ways to start a span, which inSpan does not use.
  trace.setGlobalTracerProvider(provider as unknown as TracerProvider)
})
afterAll(() => trace.disable())

test("a collector that throws does not turn a settled loan into an error", async () => {
  const throwError = () => {
    throw new Error("disk full")
  }
  spanMethods = { setAttributes: throwError, setStatus: throwError, end: throwError }
  const settle = inSpan("call settle", {}, async (setAttributes) => {
    setAttributes({ outcome: "success" })
    return "settled"
  })
  await expect(settle).resolves.toBe("settled")
  const refusal = new Error("the refusal")
  await expect(inSpan("call settle", {}, () => Promise.reject(refusal))).rejects.toBe(refusal)
})

test("a span records an error's name and not its message", async () => {
  const statuses: unknown[] = []
  spanMethods = { setStatus: (status) => statuses.push(status) }
  const error = new TypeError("Jane Doe, 1 Main St")
  await expect(inSpan("reconcile", {}, () => Promise.reject(error))).rejects.toBe(error)
  expect(statuses).toEqual([{ code: 2, message: "TypeError" }])
})
