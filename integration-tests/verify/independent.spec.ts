import { listenForPostbacks } from "../../src/verify/postback-listener"
import { createPaint, formatReport, formatMarkdown } from "../../src/verify/print-report"
import type { Report } from "../../src/verify/report"
import { startIndependentService } from "./independent-service"
import type { Hostility } from "./independent-service/hostility"
import { FOREIGN, type Personality, PLAIN, STRICT } from "./independent-service/personality"
import { listContradicted, verifyAccess } from "./run-verification"

type VerifyRun = { report: Report; unlisted: string[] }

async function verifyService(
  personality: Personality,
  hostility: Hostility[] = []
): Promise<VerifyRun> {
  const service = await startIndependentService({ personality, hostility })
  const listener = await listenForPostbacks({ publicUrl: null, port: 0, graceMs: 50 })
  try {
    const report = await verifyAccess(
      { baseUrl: service.baseUrl, ...service.credentials },
      { listener, onPage: async () => service.signNewest(), waitMs: 300 }
    )
    const listedIds = report.leftOpen.map(({ kind, orderId }) =>
      kind === "pre-approval" ? "" : orderId
    )
    const isListed = (orderId: string) =>
      listedIds.some((listedId) =>
        listedId === "" ? orderId === "" : orderId.startsWith(listedId)
      )
    return { report, unlisted: service.listLiveOrders().filter((orderId) => !isListed(orderId)) }
  } finally {
    await listener.close()
    await service.close()
  }
}

describe("verify against a service that shares no code with the simulator", () => {
  it.each([
    ["plain", PLAIN],
    ["strict", STRICT],
    ["foreign", FOREIGN],
  ] as const)(
    "reports what a %s service contradicts, and leaves nothing open",
    async (name, personality) => {
      const { report, unlisted } = await verifyService(personality)
      expect(report.problems).toEqual([])
      expect(unlisted).toEqual([])
      expect([name, listContradicted(report)]).toEqual([name, CONTRADICTED_ASSUMPTIONS[name]])
    }
  )

  it.each([
    "slow",
    "refused",
    "lost",
    "closed",
    "html",
    "truncated",
    "unauthorized",
    "busy",
    "bare",
    "extra",
    "texts",
  ] as const)(
    "ends with a report, and lists every open application: hostile (%s)",
    async (kind) => {
      const { report, unlisted } = await verifyService(PLAIN, [{ kind, every: 3 }])
      expect(report.problems).toEqual([])
      expect(report.calls.length).toBeGreaterThan(10)
      expect(unlisted).toEqual([])
      const texts = [formatReport(report, createPaint(false)), formatMarkdown(report)].join("\n")
      expect(texts).not.toMatch(/^\s+at /m)
      expect(texts).not.toContain("Bad gateway")
    }
  )

  it("ends with a report, and lists every open application: hostile in seven ways at once", async () => {
    const kinds = ["slow", "lost", "closed", "html", "truncated", "unauthorized", "texts"] as const
    const hostility = kinds.map((kind, index) => ({ kind, every: index + 4 }))
    const { report, unlisted } = await verifyService(STRICT, hostility)
    expect(report.problems).toEqual([])
    expect(unlisted).toEqual([])
  })
})

/** The assumptions that each personality contradicts. */
const CONTRADICTED_ASSUMPTIONS: Record<"plain" | "strict" | "foreign", string[]> = {
  plain: [],
  strict: ["partial-refund-items", "order-id-again"],
  foreign: [
    "partial-refund-answer",
    "status-code-P",
    "status-code-R",
    "status-code-C",
    "status-code-O",
    "status-code-T",
  ],
}
