import { collapseTimeline } from "../../../../src/admin/components/collapse-timeline"

let entryCount = 0
const createEntry = (
  what: string,
  actor = "plugin",
  details: Record<string, unknown> | null = null
) => {
  entryCount += 1
  return { id: `fintl_${entryCount}`, what, actor, actor_name: null, details, created_at: "" }
}

const summarize = (lines: ReturnType<typeof collapseTimeline>) =>
  lines.map(({ what, actor, times }) => `${what} ${actor} ${times}`)

describe("collapseTimeline", () => {
  it("puts the newest entry first, and joins equal consecutive entries of one actor", () => {
    const lines = collapseTimeline([
      createEntry("created"),
      createEntry("reconcile-wanted", "user_1"),
      createEntry("reconcile-wanted", "user_1"),
      createEntry("reconcile-wanted", "user_2"),
      createEntry("settled"),
      createEntry("reconcile-wanted", "user_2"),
    ])
    expect(summarize(lines)).toEqual([
      "reconcile-wanted user_2 1",
      "settled plugin 1",
      "reconcile-wanted user_2 1",
      "reconcile-wanted user_1 2",
      "created plugin 1",
    ])
  })

  it("keeps entries with different content apart", () => {
    const lines = collapseTimeline([
      createEntry("status-changed", "plugin", { to: "A" }),
      createEntry("status-changed", "plugin", { to: "S" }),
    ])
    expect(summarize(lines)).toEqual(["status-changed plugin 1", "status-changed plugin 1"])
  })

  it("keeps the newest of the joined entries", () => {
    const [first, second] = [
      createEntry("link-copied", "user_1"),
      createEntry("link-copied", "user_1"),
    ]
    expect(collapseTimeline([first, second])).toEqual([{ ...second, times: 2 }])
  })
})
