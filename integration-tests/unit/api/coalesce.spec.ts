import { setImmediate as turn } from "node:timers/promises"
import { eventually } from "../../../tooling/clients/eventually"
import { coalesce } from "../../../src/api/coalesce"

type Errand = { key: string; no: number }

/** A task whose runs end when the spec says so. */
function controlled(pauseMs = 0) {
  const begun: number[] = []
  const ends: { finish: () => void; fail: (error: Error) => void }[] = []
  const ask = coalesce(
    ({ key }: Errand) => key,
    ({ no }) => {
      begun.push(no)
      return new Promise<void>((finish, fail) => ends.push({ finish, fail }))
    },
    pauseMs
  )
  return { begun, ends, ask: (no: number, key = "a") => ask({ key, no }) }
}

describe("tasks that are asked for at once", () => {
  it("cost two runs, however many ask: the second with what was given last (B11)", async () => {
    const { ask, begun, ends } = controlled()
    const asked = Array.from({ length: 1000 }, (_, no) => ask(no))
    await turn()
    expect(begun).toEqual([0])
    ends[0]?.finish()
    await turn()
    expect(begun).toEqual([0, 999])
    ends[1]?.finish()
    await Promise.all(asked)
    expect(begun).toHaveLength(2)
  })

  it("wait a pause for their second run, where one is wanted", async () => {
    const { ask, begun, ends } = controlled(1_000)
    const asked = [ask(1), ask(2)]
    await turn()
    ends[0]?.finish()
    await turn()
    expect(begun).toEqual([1])
    await eventually(async () => expect(begun).toEqual([1, 2]))
    ends[1]?.finish()
    await Promise.all(asked)
  })

  it("have the answer of the last run, which began after all of them asked (B11)", async () => {
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

  it("do not wait for those of another key", async () => {
    const { ask, begun } = controlled()
    void ask(1, "a")
    void ask(2, "b")
    await turn()
    expect(begun).toEqual([1, 2])
  })

  it("run again once the earlier one is over", async () => {
    const { ask, begun, ends } = controlled()
    const first = ask(1)
    await turn()
    ends[0]?.finish()
    await first
    void ask(2)
    await turn()
    expect(begun).toEqual([1, 2])
  })

  it("are not lost when they are asked for in the moment in which the last run ends", async () => {
    const begun: number[] = []
    const ask = coalesce(
      () => "a",
      async (no: number) => {
        begun.push(no)
      }
    )
    for (let moments = 0; moments < 20; moments += 1) {
      begun.length = 0
      const first = ask(1)
      for (let moment = 0; moment < moments; moment += 1) await Promise.resolve()
      await Promise.all([first, ask(2)])
      expect(begun).toEqual(expect.arrayContaining([2]))
    }
  })

  it("fail for everyone who waits, and leave the way free for the next", async () => {
    const { ask, begun, ends } = controlled()
    const asked = [ask(1), ask(2)]
    await turn()
    ends[0]?.fail(new Error("no database"))
    const outcomes = await Promise.allSettled(asked)
    expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected"])
    void ask(3)
    await turn()
    expect(begun).toEqual([1, 3])
  })

  it("leave the way free also when the task throws before it begins", async () => {
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
