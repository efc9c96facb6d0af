import { type Span, trace, type TracerProvider } from "@medusajs/framework/opentelemetry/api"
import { inSpan } from "../../src/in-span"

type Methods = Partial<Record<keyof Span, (...given: unknown[]) => unknown>>

let methods: Methods

/** A tracer provider whose spans use the methods that a test sets. */
beforeAll(() => {
  const startActiveSpan = (_name: string, _told: object, act: (one: unknown) => unknown) => {
    const span = { setAttributes: () => span, setStatus: () => span, end: () => undefined }
    return act(Object.assign(span, methods))
  }
  const provider = { getTracer: () => ({ startActiveSpan }) }
  // The cast: a tracer has other ways to start a span, which inSpan does not use.
  trace.setGlobalTracerProvider(provider as unknown as TracerProvider)
})
afterAll(() => trace.disable())

test("a collector that throws does not turn a settled loan into an error", async () => {
  const fails = () => {
    throw new Error("disk full")
  }
  methods = { setAttributes: fails, setStatus: fails, end: fails }
  const settle = inSpan("call settle", {}, async (note) => {
    note({ outcome: "success" })
    return "settled"
  })
  await expect(settle).resolves.toBe("settled")
  const refused = new Error("the refusal")
  await expect(inSpan("call settle", {}, () => Promise.reject(refused))).rejects.toBe(refused)
})

test("a span records an error's name and not its message", async () => {
  const statuses: unknown[] = []
  methods = { setStatus: (status) => statuses.push(status) }
  const thrown = new TypeError("Jane Doe, 1 Main St")
  await expect(inSpan("reconcile", {}, () => Promise.reject(thrown))).rejects.toBe(thrown)
  expect(statuses).toEqual([{ code: 2, message: "TypeError" }])
})
