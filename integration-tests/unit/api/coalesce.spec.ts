import { setImmediate as turn } from "node:timers/promises"
import { eventually } from "../../../tooling/clients/eventually"
import { coalesce } from "../../../src/api/coalesce"

type TaskInput = { key: string; no: number }

/** A task whose runs the test ends. */
function createControlledTask(pauseMs = 0) {
  const startedRuns: number[] = []
  const pendingRuns: { finish: () => void; fail: (error: Error) => void }[] = []
  const requestRun = coalesce(
    ({ key }: TaskInput) => key,
    ({ no }) => {
      startedRuns.push(no)
      return new Promise<void>((finish, fail) => pendingRuns.push({ finish, fail }))
    },
    pauseMs
  )
  return {
    startedRuns,
    pendingRuns,
    requestTask: (no: number, key = "a") => requestRun({ key, no }),
  }
}

describe("coalesce", () => {
  it("runs twice for any number of concurrent requests, the second time with the latest input (B11)", async () => {
    const { requestTask, startedRuns, pendingRuns } = createControlledTask()
    const requests = Array.from({ length: 1000 }, (_, no) => requestTask(no))
    await turn()
    expect(startedRuns).toEqual([0])
    pendingRuns[0]?.finish()
    await turn()
    expect(startedRuns).toEqual([0, 999])
    pendingRuns[1]?.finish()
    await Promise.all(requests)
    expect(startedRuns).toHaveLength(2)
  })

  it("waits pauseMs before the second run", async () => {
    const { requestTask, startedRuns, pendingRuns } = createControlledTask(1_000)
    const requests = [requestTask(1), requestTask(2)]
    await turn()
    pendingRuns[0]?.finish()
    await turn()
    expect(startedRuns).toEqual([1])
    await eventually(async () => expect(startedRuns).toEqual([1, 2]))
    pendingRuns[1]?.finish()
    await Promise.all(requests)
  })

  it("returns the last run's answer to every concurrent request (B11)", async () => {
    let runs = 0
    const requestTask = coalesce(
      () => "a",
      async (no: number) => {
        await turn()
        runs += 1
        return `${no}, run ${runs}`
      }
    )
    const answers = await Promise.all([requestTask(1), requestTask(2), requestTask(3)])
    expect(answers).toEqual(["3, run 2", "3, run 2", "3, run 2"])
  })

  it("runs tasks of different keys concurrently", async () => {
    const { requestTask, startedRuns } = createControlledTask()
    void requestTask(1, "a")
    void requestTask(2, "b")
    await turn()
    expect(startedRuns).toEqual([1, 2])
  })

  it("runs again for a request after the first run ended", async () => {
    const { requestTask, startedRuns, pendingRuns } = createControlledTask()
    const first = requestTask(1)
    await turn()
    pendingRuns[0]?.finish()
    await first
    void requestTask(2)
    await turn()
    expect(startedRuns).toEqual([1, 2])
  })

  it("loses no request that arrives while the last run ends", async () => {
    const startedRuns: number[] = []
    const requestTask = coalesce(
      () => "a",
      async (no: number) => {
        startedRuns.push(no)
      }
    )
    for (let ticks = 0; ticks < 20; ticks += 1) {
      startedRuns.length = 0
      const first = requestTask(1)
      for (let tick = 0; tick < ticks; tick += 1) await Promise.resolve()
      await Promise.all([first, requestTask(2)])
      expect(startedRuns).toEqual(expect.arrayContaining([2]))
    }
  })

  it("rejects every waiting request when a run fails, and runs the next request", async () => {
    const { requestTask, startedRuns, pendingRuns } = createControlledTask()
    const requests = [requestTask(1), requestTask(2)]
    await turn()
    pendingRuns[0]?.fail(new Error("no database"))
    const outcomes = await Promise.allSettled(requests)
    expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected"])
    void requestTask(3)
    await turn()
    expect(startedRuns).toEqual([1, 3])
  })

  it("runs the next request after the task throws synchronously", async () => {
    const startedRuns: number[] = []
    const requestTask = coalesce(
      () => "a",
      (no: number) => {
        startedRuns.push(no)
        throw new Error("no container")
      }
    )
    await expect(requestTask(1)).rejects.toThrow("no container")
    await expect(requestTask(2)).rejects.toThrow("no container")
    expect(startedRuns).toEqual([1, 2])
  })
})
