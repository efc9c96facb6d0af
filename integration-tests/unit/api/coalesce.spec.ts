import { setImmediate as turn } from "node:timers/promises"
import { eventually } from "../../../tooling/clients/eventually"
import { coalesce } from "../../../src/api/coalesce"

type TaskInput = { key: string; no: number }

/** A task whose runs the test ends. */
function createControlledTask(pauseMs = 0) {
  const begun: number[] = []
  const ends: { finish: () => void; fail: (error: Error) => void }[] = []
  const requestRun = coalesce(
    ({ key }: TaskInput) => key,
    ({ no }) => {
      begun.push(no)
      return new Promise<void>((finish, fail) => ends.push({ finish, fail }))
    },
    pauseMs
  )
  return { begun, ends, ask: (no: number, key = "a") => requestRun({ key, no }) }
}

describe("coalesce", () => {
  it("runs twice for any number of concurrent requests, the second time with the latest input (B11)", async () => {
    const { ask, begun, ends } = createControlledTask()
    const requests = Array.from({ length: 1000 }, (_, no) => ask(no))
    await turn()
    expect(begun).toEqual([0])
    ends[0]?.finish()
    await turn()
    expect(begun).toEqual([0, 999])
    ends[1]?.finish()
    await Promise.all(requests)
    expect(begun).toHaveLength(2)
  })

  it("waits pauseMs before the second run", async () => {
    const { ask, begun, ends } = createControlledTask(1_000)
    const requests = [ask(1), ask(2)]
    await turn()
    ends[0]?.finish()
    await turn()
    expect(begun).toEqual([1])
    await eventually(async () => expect(begun).toEqual([1, 2]))
    ends[1]?.finish()
    await Promise.all(requests)
  })

  it("returns the last run's answer to every concurrent request (B11)", async () => {
    let runs = 0
    const ask = coalesce(
      () => "a",
      async (no: number) => {
        await turn()
        runs += 1
        return `${no}, run ${runs}`
      }
    )
    const answers = await Promise.all([ask(1), ask(2), ask(3)])
    expect(answers).toEqual(["3, run 2", "3, run 2", "3, run 2"])
  })

  it("runs tasks of different keys concurrently", async () => {
    const { ask, begun } = createControlledTask()
    void ask(1, "a")
    void ask(2, "b")
    await turn()
    expect(begun).toEqual([1, 2])
  })

  it("runs again for a request after the first run ended", async () => {
    const { ask, begun, ends } = createControlledTask()
    const first = ask(1)
    await turn()
    ends[0]?.finish()
    await first
    void ask(2)
    await turn()
    expect(begun).toEqual([1, 2])
  })

  it("loses no request that arrives while the last run ends", async () => {
    const begun: number[] = []
    const ask = coalesce(
      () => "a",
      async (no: number) => {
        begun.push(no)
      }
    )
    for (let ticks = 0; ticks < 20; ticks += 1) {
      begun.length = 0
      const first = ask(1)
      for (let tick = 0; tick < ticks; tick += 1) await Promise.resolve()
      await Promise.all([first, ask(2)])
      expect(begun).toEqual(expect.arrayContaining([2]))
    }
  })

  it("rejects every waiting request when a run fails, and runs the next request", async () => {
    const { ask, begun, ends } = createControlledTask()
    const requests = [ask(1), ask(2)]
    await turn()
    ends[0]?.fail(new Error("no database"))
    const outcomes = await Promise.allSettled(requests)
    expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected"])
    void ask(3)
    await turn()
    expect(begun).toEqual([1, 3])
  })

  it("runs the next request after the task throws synchronously", async () => {
    const begun: number[] = []
    const ask = coalesce(
      () => "a",
      (no: number) => {
        begun.push(no)
        throw new Error("no container")
      }
    )
    await expect(ask(1)).rejects.toThrow("no container")
    await expect(ask(2)).rejects.toThrow("no container")
    expect(begun).toEqual([1, 2])
  })
})
