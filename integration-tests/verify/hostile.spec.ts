import { setTimeout as sleep } from "node:timers/promises"
import { startSandbox } from "../../src/sandbox"
import { createPaint, formatReport, formatMarkdown } from "../../src/verify/print-report"
import { type ProxiedAnswer, startProxy } from "./proxy"
import { getAccess, findUnlisted, signNewest, verifyAccess } from "./run-verification"

type Hostility = (answer: ProxiedAnswer, count: number) => Promise<ProxiedAnswer | null>

const HTML = "<html><body>Service unavailable</body></html>"
const isTokenCall = ({ path }: ProxiedAnswer) => path.endsWith("/oauth/token")

const buildError = (answer: ProxiedAnswer, status: number): ProxiedAnswer => ({
  ...answer,
  status,
  body: "{}",
})
const buildHtmlPage = (answer: ProxiedAnswer): ProxiedAnswer => ({
  ...answer,
  contentType: "text/html",
  body: HTML,
})

/** Changes the fields of a JSON answer. */
function changeFields(
  answer: ProxiedAnswer,
  change: (fields: Record<string, unknown>) => Record<string, unknown>
): ProxiedAnswer {
  if (!answer.contentType.includes("json") || isTokenCall(answer)) return answer
  const fields = JSON.parse(answer.body) as Record<string, unknown>
  return { ...answer, body: JSON.stringify(change(fields)) }
}

const removeOptionalFields = (fields: Record<string, unknown>) => {
  const { message: _message, lender: _lender, taxExempt: _taxExempt, ...rest } = fields
  return rest
}

/** Each spoils an answer after the call took effect. */
const HOSTILITIES: Record<string, Hostility> = {
  "slow answers": async (answer) => {
    await sleep(150)
    return answer
  },
  "a 500 for each third call": async (answer, count) =>
    count % 3 === 0 && !isTokenCall(answer) ? buildError(answer, 500) : answer,
  "a 500 for each call but tokens": async (answer) =>
    isTokenCall(answer) ? answer : buildError(answer, 500),
  "HTML for each fourth call": async (answer, count) =>
    count % 4 === 0 ? buildHtmlPage(answer) : answer,
  "a closed connection for each fifth call": async (answer, count) =>
    count % 5 === 0 ? null : answer,
  "a 401 for each seventh call": async (answer, count) =>
    count % 7 === 0 ? buildError(answer, 401) : answer,
  "half of the JSON for each sixth call": async (answer, count) =>
    count % 6 === 0 ? { ...answer, body: answer.body.slice(0, answer.body.length / 2) } : answer,
  "no fields but the necessary": async (answer) => changeFields(answer, removeOptionalFields),
  "another status code everywhere": async (answer) =>
    changeFields(answer, (fields) =>
      "lender" in fields ? { ...fields, status: "XYZ_NEW" } : fields
    ),
  "lists and objects instead of texts": async (answer) =>
    changeFields(answer, (fields) => ({ ...fields, message: [1], loanAmount: {}, lender: 7 })),
}

describe("verify against a hostile service", () => {
  it.each(Object.keys(HOSTILITIES))(
    "ends with a report, and lists every open application: %s",
    async (name) => {
      const sandbox = await startSandbox({ quiet: true, postbackDelayMs: 0 })
      const proxy = await startProxy(sandbox, async (answer, count) => {
        const hostility = HOSTILITIES[name]
        return hostility === undefined ? answer : await hostility(answer, count)
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
