import { QueryClient } from "@tanstack/react-query"
import { RETRY_OPTIONS, getPollingOptions } from "../../../../src/admin/queries/polling"

/** The error that the dashboard's client throws. */
function createHttpError(status: number): Error {
  return Object.assign(new Error("It did not work"), { status })
}

/** The number of requests that these answers cause, and the interval until the next request. */
async function runPolling(answers: (Error | string)[]) {
  const client = new QueryClient({ defaultOptions: { queries: { retryDelay: 1 } } })
  let times = 0
  const queryFn = (): Promise<string> => {
    const answer = answers[times++] ?? "nothing more"
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer)
  }
  await client.prefetchQuery({ queryKey: ["it"], queryFn, ...RETRY_OPTIONS })
  const query = client.getQueryCache().find({ queryKey: ["it"] })
  if (!query) throw new Error("Nothing was asked")
  const next = getPollingOptions(15_000).refetchInterval(query)
  client.clear()
  return { times, next }
}

describe("the polling of the admin screens", () => {
  it.each([401, 403])("stops after one request when the server answers %d", async (status) => {
    const answers = [createHttpError(status), "never asked for"]
    expect(await runPolling(answers)).toEqual({ times: 1, next: false })
  })

  it("continues at its interval after an answer", async () => {
    expect(await runPolling(["an answer"])).toEqual({ times: 1, next: 15_000 })
  })

  it.each([createHttpError(500), createHttpError(503), new TypeError("Failed to fetch")])(
    "retries once and continues after a temporary failure: %s",
    async (failure) => {
      expect(await runPolling([failure, "an answer"])).toEqual({ times: 2, next: 15_000 })
      expect(await runPolling([failure, failure])).toEqual({ times: 2, next: 15_000 })
    }
  )

  it("does not retry a 404, but continues, because the feature may be enabled later", async () => {
    expect(await runPolling([createHttpError(404)])).toEqual({ times: 1, next: 15_000 })
  })
})
