import { getEventListeners } from "node:events"
import { startDeadline, systemClock, waitWithin } from "../../../src/financing-api/deadline"
import { FakeClock } from "./fake-clock"

const countListeners = (signal: AbortSignal) => getEventListeners(signal, "abort").length

describe("the deadline of a call", () => {
  test("returns the remaining time", () => {
    const clock = new FakeClock()
    const deadline = startDeadline({ ms: 1_000, clock })
    clock.advance(300)
    expect(deadline.remaining()).toBe(700)
    deadline.end()
  })

  test("aborts its signal when time is up", async () => {
    const deadline = startDeadline({ ms: 1, clock: systemClock })
    await new Promise((resolve) => deadline.signal.addEventListener("abort", resolve))
    expect(deadline.endedBy()).toBe("deadline")
  })

  test.each(["before it starts", "while it lasts"])(
    "aborts its signal when the caller aborts %s",
    async (when) => {
      const caller = new AbortController()
      if (when === "before it starts") caller.abort()
      const deadline = startDeadline({ ms: 60_000, clock: systemClock, signal: caller.signal })
      caller.abort()
      expect(deadline.signal.aborted).toBe(true)
      expect(deadline.endedBy()).toBe("aborted")
      deadline.end()
    }
  )

  test("removes its timer and its listener when it ends", async () => {
    const caller = new AbortController()
    const deadline = startDeadline({ ms: 5, clock: systemClock, signal: caller.signal })
    expect(countListeners(caller.signal)).toBe(1)
    deadline.end()
    expect(countListeners(caller.signal)).toBe(0)
    await systemClock.sleep(20, AbortSignal.timeout(1_000))
    expect(deadline.signal.aborted).toBe(false)
  })
})

describe("waitWithin", () => {
  const createPendingPromise = () => new Promise<string>(() => {})

  test("returns the result or throws the error, and removes its listener", async () => {
    const { signal } = new AbortController()
    expect(await waitWithin(Promise.resolve("done"), signal)).toBe("done")
    await expect(waitWithin(Promise.reject(new Error("no")), signal)).rejects.toThrow("no")
    expect(countListeners(signal)).toBe(0)
  })

  test("returns null when the signal aborts", async () => {
    const caller = new AbortController()
    const resultPromise = waitWithin(createPendingPromise(), caller.signal)
    caller.abort()
    expect(await resultPromise).toBeNull()
  })

  test("returns null for an aborted signal and leaves no unhandled rejection", async () => {
    const unhandledRejections: unknown[] = []
    const recordRejection = (reason: unknown) => unhandledRejections.push(reason)
    process.on("unhandledRejection", recordRejection)
    expect(await waitWithin(createPendingPromise(), AbortSignal.abort())).toBeNull()
    expect(await waitWithin(Promise.reject(new Error("no")), AbortSignal.abort())).toBeNull()
    await new Promise((resolve) => setImmediate(resolve))
    process.off("unhandledRejection", recordRejection)
    expect(unhandledRejections).toEqual([])
  })
})

describe("the system clock", () => {
  test("sleeps as long as requested and rejects when its signal aborts", async () => {
    const startedAt = systemClock.now()
    // A sleep alone does not keep the process alive.
    const keepAliveTimer = setTimeout(() => undefined, 5_000)
    await systemClock.sleep(30)
    expect(systemClock.now() - startedAt).toBeGreaterThan(25)
    await expect(systemClock.sleep(60_000, AbortSignal.timeout(5))).rejects.toThrow()
    clearTimeout(keepAliveTimer)
  })
})
