import { setTimeout as sleep } from "node:timers/promises"
import { startSandbox } from "../../src/sandbox"
import { createPaint, formatReport, formatMarkdown } from "../../src/verify/print-report"
import { type ProxiedAnswer, startProxy } from "./proxy"
import { getAccess, findUnlisted, signNewest, verifyAccess } from "./run-verification"

type Hostility = (answer: ProxiedAnswer, count: number) => Promise<ProxiedAnswer | null>

const HTML = "<html><body>Service unavailable</body></html>"
const isToken = ({ path }: ProxiedAnswer) => path.endsWith("/oauth/token")

const error = (answer: ProxiedAnswer, status: number): ProxiedAnswer => ({
  ...answer,
  status,
  body: "{}",
})
const page = (answer: ProxiedAnswer): ProxiedAnswer => ({
  ...answer,
  contentType: "text/html",
  body: HTML,
})

/** Changes the fields of a JSON answer. */
function withFields(
  answer: ProxiedAnswer,
  change: (fields: Record<string, unknown>) => Record<string, unknown>
): ProxiedAnswer {
  if (!answer.contentType.includes("json") || isToken(answer)) return answer
  const fields = JSON.parse(answer.body) as Record<string, unknown>
  return { ...answer, body: JSON.stringify(change(fields)) }
}

const withoutNames = (fields: Record<string, unknown>) => {
  const { message: _message, lender: _lender, taxExempt: _taxExempt, ...rest } = fields
  return rest
}

/** Each spoils an answer after the call took effect. */
const HOSTILE: Record<string, Hostility> = {
  "slow answers": async (answer) => {
    await sleep(150)
    return answer
  },
  "a 500 for each third call": async (answer, count) =>
    count % 3 === 0 && !isToken(answer) ? error(answer, 500) : answer,
  "a 500 for each call but tokens": async (answer) =>
    isToken(answer) ? answer : error(answer, 500),
  "HTML for each fourth call": async (answer, count) => (count % 4 === 0 ? page(answer) : answer),
  "a closed connection for each fifth call": async (answer, count) =>
    count % 5 === 0 ? null : answer,
  "a 401 for each seventh call": async (answer, count) =>
    count % 7 === 0 ? error(answer, 401) : answer,
  "half of the JSON for each sixth call": async (answer, count) =>
    count % 6 === 0 ? { ...answer, body: answer.body.slice(0, answer.body.length / 2) } : answer,
  "no fields but the necessary": async (answer) => withFields(answer, withoutNames),
  "another status code everywhere": async (answer) =>
    withFields(answer, (fields) =>
      "lender" in fields ? { ...fields, status: "XYZ_NEW" } : fields
    ),
  "lists and objects instead of texts": async (answer) =>
    withFields(answer, (fields) => ({ ...fields, message: [1], loanAmount: {}, lender: 7 })),
}

describe("verify against a hostile service", () => {
  it.each(Object.keys(HOSTILE))(
    "ends with a report, and lists every open application: %s",
    async (name) => {
      const sandbox = await startSandbox({ quiet: true, postbackDelayMs: 0 })
      const proxy = await startProxy(sandbox, async (answer, count) => {
        const change = HOSTILE[name]
        return change === undefined ? answer : await change(answer, count)
      })
      try {
        const report = await verifyAccess(
          { ...getAccess(sandbox), baseUrl: proxy.baseUrl },
          { onPage: () => signNewest(sandbox), waitMs: 300 }
        )
        expect(report.problems).toEqual([])
        expect(report.calls.length).toBeGreaterThan(10)
        expect(await findUnlisted(sandbox, report.leftOpen)).toEqual([])
        const texts = [formatReport(report, createPaint(false)), formatMarkdown(report)].join("\n")
        expect(texts).not.toMatch(/^\s+at /m)
        expect(texts).not.toContain("Service unavailable")
      } finally {
        proxy.close()
        await sandbox.close()
      }
    }
  )
})
