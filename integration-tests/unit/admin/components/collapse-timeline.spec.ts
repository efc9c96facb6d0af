import { collapseTimeline } from "../../../../src/admin/components/collapse-timeline"

let entries = 0
const entry = (what: string, actor = "plugin", details: Record<string, unknown> | null = null) => {
  entries += 1
  return { id: `fintl_${entries}`, what, actor, actor_name: null, details, created_at: "" }
}

const summaries = (lines: ReturnType<typeof collapseTimeline>) =>
  lines.map(({ what, actor, times }) => `${what} ${actor} ${times}`)

describe("collapseTimeline", () => {
  it("puts the newest entry first, and joins equal consecutive entries of one actor", () => {
    const lines = collapseTimeline([
      entry("created"),
      entry("reconcile-wanted", "user_1"),
      entry("reconcile-wanted", "user_1"),
      entry("reconcile-wanted", "user_2"),
      entry("settled"),
      entry("reconcile-wanted", "user_2"),
    ])
    expect(summaries(lines)).toEqual([
      "reconcile-wanted user_2 1",
      "settled plugin 1",
      "reconcile-wanted user_2 1",
      "reconcile-wanted user_1 2",
      "created plugin 1",
    ])
  })

  it("keeps entries with different content apart", () => {
    const lines = collapseTimeline([
      entry("status-changed", "plugin", { to: "A" }),
      entry("status-changed", "plugin", { to: "S" }),
    ])
    expect(summaries(lines)).toEqual(["status-changed plugin 1", "status-changed plugin 1"])
  })

  it("keeps the newest of the joined entries", () => {
    const [first, second] = [entry("link-copied", "user_1"), entry("link-copied", "user_1")]
    expect(collapseTimeline([first, second])).toEqual([{ ...second, times: 2 }])
  })
})
