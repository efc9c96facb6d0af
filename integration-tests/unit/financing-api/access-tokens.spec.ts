import { setImmediate as turn } from "node:timers/promises"
import fc from "fast-check"
import { createAccessTokens, renewalMarginMs } from "../../../src/financing-api/access-tokens"
import { CredentialsError } from "../../../src/financing-api"
import { toError } from "../../../src/financing-api/failure"
import { FakeClock } from "./fake-clock"
import { TOKEN } from "./sample-bodies"
import { cleanUp, createClient, createReply, startService } from "./scripted-service"

afterEach(cleanUp)

/** One event in the life of a token cache. */
type Step =
  | { what: "callers ask"; count: number }
  | { what: "the service answers"; seconds: number }
  | { what: "the service fails" }
  /** For the token of that many generations ago. */
  | { what: "a 401 arrives"; ago: number }
  | { what: "time passes"; seconds: number }

const anySteps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    fc.record({
      what: fc.constant("callers ask" as const),
      count: fc.integer({ min: 1, max: 20 }),
    }),
    fc.record({
      what: fc.constant("the service answers" as const),
      seconds: fc.constantFrom(1, 60, 600, 18_000),
    }),
    fc.record({ what: fc.constant("the service fails" as const) }),
    fc.record({ what: fc.constant("a 401 arrives" as const), ago: fc.nat(2) }),
    fc.record({
      what: fc.constant("time passes" as const),
      seconds: fc.constantFrom(0.1, 30, 540, 600, 20_000),
    })
  ),
  { maxLength: 40 }
)

type TokenRequest = {
  resolve: (token: { value: string; lifetimeMs: number }) => void
  fail: () => void
}
type HeldToken = { generation: number; expiresAt: number; renewAt: number }

/** A token cache and a service that answers on command; with the violations found so far. */
function createWatchedCache() {
  const clock = new FakeClock()
  const call = { operation: "requestToken", changes: false, correlationId: "c" }
  const pending: TokenRequest[] = []
  const stats = { fetches: 0, obtained: 0, violations: [] as string[] }
  let heldToken: HeldToken | null = null
  let requestedAt = 0
  const tokens = createAccessTokens({
    clock,
    onRenewalFailure: () => undefined,
    fetchToken: () => {
      stats.fetches += 1
      if (pending.length > 0) stats.violations.push("two token requests at once")
      if (heldToken !== null && clock.now() < heldToken.renewAt) {
        stats.violations.push("asked for a token while it had a good one")
      }
      requestedAt = clock.now()
      return new Promise((resolve, reject) =>
        pending.push({ resolve, fail: () => reject(toError(call, { code: "server_error" })) })
      )
    },
  })
  const answer = async (seconds: number) => {
    const tokenRequest = pending.shift()
    if (!tokenRequest) return
    stats.obtained += 1
    const lifetimeMs = seconds * 1_000
    const expiresAt = requestedAt + lifetimeMs
    heldToken = {
      generation: stats.obtained,
      expiresAt,
      renewAt: Math.min(expiresAt - renewalMarginMs(lifetimeMs), expiresAt),
    }
    tokenRequest.resolve({ value: `token-${stats.obtained}`, lifetimeMs })
  }
  const drop = (generation: number) => {
    tokens.drop(generation)
    if (heldToken?.generation === generation) heldToken = null
  }
  const isGood = () => heldToken !== null && clock.now() < heldToken.expiresAt
  return { clock, tokens, pending, stats, answer, drop, isGood, generation: () => stats.obtained }
}

describe("the token cache under random events", () => {
  test("D1 D2 D7 I11: requests one token at a time, only without a fresh one, and returns no dropped one", async () => {
    await fc.assert(
      fc.asyncProperty(anySteps, async (steps) => {
        const cache = createWatchedCache()
        const { clock, tokens, pending, stats } = cache
        for (const step of steps) {
          if (step.what === "callers ask") {
            const fetchesBefore = stats.fetches
            const mustRequest = !cache.isGood()
            const minGeneration = mustRequest ? cache.generation() + 1 : cache.generation()
            for (let n = 0; n < step.count; n += 1) {
              void tokens.current().then(
                ({ generation }) => {
                  if (generation < minGeneration) stats.violations.push("got a token of the past")
                },
                () => undefined
              )
            }
            await turn()
            if (stats.fetches > fetchesBefore + 1)
              stats.violations.push("a request for each caller")
          } else if (step.what === "the service answers") await cache.answer(step.seconds)
          else if (step.what === "the service fails") pending.shift()?.fail()
          else if (step.what === "a 401 arrives") cache.drop(cache.generation() - step.ago)
          else clock.advance(step.seconds * 1_000)
          await turn()
        }
        tokens.close()
        expect(stats.violations).toEqual([])
      }),
      { numRuns: 300 }
    )
  })

  test("renews no token after it is closed", async () => {
    const { clock, tokens, stats, answer } = createWatchedCache()
    const tokenPromise = tokens.current()
    await answer(600)
    await tokenPromise
    tokens.close()
    clock.advance(600_000)
    await turn()
    expect(stats.fetches).toBe(1)
  })
})

describe("the token cache", () => {
  test("returns a token that arrives after close and schedules no renewal of it", async () => {
    const { clock, tokens, answer } = createWatchedCache()
    const tokenPromise = tokens.current()
    tokens.close()
    await answer(600)
    expect(await tokenPromise).toMatchObject({ value: "token-1" })
    await turn()
    expect(clock.pending()).toEqual([])
  })

  test("requests a new token at the moment the old one expires", async () => {
    const { clock, tokens, stats, answer } = createWatchedCache()
    const tokenPromise = tokens.current()
    await answer(600)
    await tokenPromise
    tokens.drop(7)
    clock.advance(599_999)
    void tokens.current()
    await turn()
    const fetchesBefore = stats.fetches
    await answer(600)
    await turn()
    clock.advance(600_000)
    void tokens.current()
    await turn()
    expect(stats.fetches).toBe(fetchesBefore + 1)
    tokens.close()
  })

  test.each([
    [51, 1],
    [50, 2],
    [0, 2],
  ])("whose timer fires %i ms early sends %i token requests", async (earlyMs, expectedFetches) => {
    let now = 0
    let hasFired = false
    let fetchCount = 0
    const tokens = createAccessTokens({
      clock: {
        now: () => now,
        sleep: async (ms) => {
          if (hasFired) return await new Promise(() => {})
          hasFired = true
          await turn()
          now = ms - earlyMs
        },
      },
      onRenewalFailure: () => undefined,
      fetchToken: async () => {
        fetchCount += 1
        return { value: "token", lifetimeMs: 600_000 }
      },
    })
    await tokens.current()
    await turn()
    await turn()
    expect(fetchCount).toBe(expectedFetches)
    tokens.close()
  })
})

test("an unhurried caller sends no token request for five seconds after a failed one (H7)", async () => {
  const clock = new FakeClock()
  const call = { operation: "requestToken", changes: false, correlationId: "c" }
  let isDown = true
  let fetchCount = 0
  const tokens = createAccessTokens({
    clock,
    onRenewalFailure: () => undefined,
    fetchToken: async () => {
      fetchCount += 1
      if (isDown) throw toError(call, { code: "server_error" })
      return { value: "token", lifetimeMs: 600_000 }
    },
  })
  const unhurried = () => tokens.current({ unhurried: true })
  await expect(unhurried()).rejects.toMatchObject({ code: "server_error" })
  clock.advance(4_999)
  await expect(unhurried()).rejects.toMatchObject({ code: "server_error" })
  expect(fetchCount).toBe(1)
  await expect(tokens.current()).rejects.toMatchObject({ code: "server_error" })
  expect(fetchCount).toBe(2)
  clock.advance(5_000)
  await expect(unhurried()).rejects.toMatchObject({ code: "server_error" })
  expect(fetchCount).toBe(3)
  isDown = false
  await expect(unhurried()).rejects.toMatchObject({ code: "server_error" })
  expect(await tokens.current()).toMatchObject({ value: "token" })
  tokens.drop(1)
  expect(await unhurried()).toMatchObject({ value: "token", generation: 2 })
  expect(fetchCount).toBe(5)
  tokens.close()
})

describe("a failed background renewal", () => {
  /** A cache with a used token of 1,000 s whose first renewal has just failed. */
  async function startFailedRenewal(createError: () => Error) {
    const clock = new FakeClock()
    const failures: unknown[] = []
    let fetches = 0
    const tokens = createAccessTokens({
      clock,
      onRenewalFailure: (error) => failures.push(error),
      fetchToken: async () => {
        fetches += 1
        if (fetches > 1) throw createError()
        return { value: "token", lifetimeMs: 1_000_000 }
      },
    })
    await tokens.current()
    clock.advance(940_000)
    await turn()
    return { clock, tokens, failures, fetches: () => fetches }
  }

  const call = { operation: "requestToken", changes: false, correlationId: "c" }

  test("is reported and retried after half of the remaining time, at least a second (H7)", async () => {
    const { clock, failures, fetches } = await startFailedRenewal(() =>
      toError(call, { code: "server_error" })
    )
    const pauses: number[] = []
    while (clock.pending().length > 0) {
      const [pause = 0] = clock.pending()
      pauses.push(pause)
      clock.advance(pause)
      await turn()
    }
    expect(pauses.slice(0, 4)).toEqual([30_000, 15_000, 7_500, 3_750])
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(1_000)
    expect(pauses.reduce((total, pause) => total + pause, 0)).toBeLessThanOrEqual(60_000)
    expect(failures).toHaveLength(fetches() - 1)
  })

  test("for wrong credentials is reported and not retried (D3)", async () => {
    const createCredentialsError = () => toError(call, { code: "wrong_credentials" })
    const { clock, failures } = await startFailedRenewal(createCredentialsError)
    expect(failures).toEqual([expect.any(CredentialsError)])
    expect(clock.pending()).toEqual([])
  })
})

describe("calls that are sometimes answered 401", () => {
  test("D2 D3 I11: are repeated at most once, with one new token per rejected token", async () => {
    const anyRejections = fc.array(fc.boolean(), { maxLength: 30 })
    const anyCallerCount = fc.integer({ min: 1, max: 8 })
    await fc.assert(
      fc.asyncProperty(anyRejections, anyCallerCount, async (rejections, count) => {
        const rejectedTokens = new Set<string>()
        const service = await startService({
          call: (response, request, n) => {
            const isRejected = rejections[n - 1] ?? false
            if (isRejected) rejectedTokens.add(String(request.headers.authorization))
            const answer = isRejected
              ? createReply(401, {})
              : createReply(200, { status: "S", token: TOKEN })
            answer(response, request, n)
          },
        })
        const client = createClient(service)
        const requests = Array.from({ length: count }, () =>
          client.getStatus({ applicationToken: TOKEN })
        )
        for (const outcome of await Promise.allSettled(requests)) {
          if (outcome.status === "rejected") expect(outcome.reason).toBeInstanceOf(CredentialsError)
        }
        expect(service.calls.length).toBeLessThanOrEqual(2 * count)
        expect(service.tokenRequests.length).toBeLessThanOrEqual(1 + rejectedTokens.size)
        await cleanUp()
      }),
      { numRuns: 60 }
    )
  })
})
