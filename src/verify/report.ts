import { ENDPOINTS } from "../financing-api"
import type { Verdict } from "./assumptions/assumption"
import { ASSUMPTIONS, judgeAssumptions } from "./assumptions/registry"
import type { LeftOpen } from "./clean-up"
import {
  type CallName,
  CALLS,
  type Evidence,
  type Exchange,
  type Postback,
  shownCode,
} from "./evidence"
import { readSwitches, type Switches } from "./switches"

/** `tolerated`: understood although fields are missing or unreadable. `refused`: a 4xx. */
export type Reading = "as stated" | "tolerated" | "refused" | "not understood" | "no answer"

export interface ReportedCall {
  call: CallName
  endpoint: number
  operation: string
  sent: string
  httpStatus: number | null
  ms: number
  reading: Reading
  /** Result: a status code, a word, or whether there is a token. */
  found: string
  /** Names of missing or unreadable fields. */
  fields: string[]
}

export interface ReportedAssumption {
  id: string
  assumed: string
  verdict: Verdict
  evidence: string
  /** Behavior of the plugin until a contradicted assumption is corrected. */
  until: string | null
}

/** Contains no credential, token or personal data. */
export interface Report {
  version: 1
  at: string
  environment: string
  calls: ReportedCall[]
  assumptions: ReportedAssumption[]
  /** Lines to paste into the plugin's options. */
  changes: string[]
  /** Switches that make the simulator behave like the service. */
  simulator: Switches
  notImitated: string[]
  postbacks: Postback[] | null
  leftOpen: LeftOpen[]
  problems: string[]
}

export function buildReport(found: {
  options: { environment: string }
  evidence: Evidence
  leftOpen: LeftOpen[]
  problems: string[]
}): Report {
  const { evidence, leftOpen, problems } = found
  const findings = judgeAssumptions(evidence)
  const { switches, notImitated } = readSwitches(evidence)
  return {
    version: 1,
    at: new Date().toISOString(),
    environment: found.options.environment,
    calls: evidence.exchanges.map(reportCall),
    assumptions: findings.map(({ id, verdict, evidence: seen }, index) => ({
      id,
      assumed: plain(ASSUMPTIONS[index]?.sentence ?? ""),
      verdict,
      evidence: seen,
      until: verdict === "contradicted" ? plain(ASSUMPTIONS[index]?.ifWrong ?? "") : null,
    })),
    changes: [...new Set(findings.flatMap(({ change }) => (change ? [change] : [])))],
    simulator: switches,
    notImitated,
    postbacks: evidence.postbacks,
    leftOpen,
    problems,
  }
}

function reportCall(one: Exchange): ReportedCall {
  const { operation, sent } = CALLS[one.name]
  return {
    call: one.name,
    endpoint: ENDPOINTS[operation].number,
    operation,
    sent,
    httpStatus: one.httpStatus,
    ms: one.ms,
    reading: readingOf(one),
    found: describeAnswer(one),
    fields: one.tolerated,
  }
}

function describeAnswer({ name, error, answer, word }: Exchange): string {
  if (error !== null) return ""
  const { operation } = CALLS[name]
  if (operation === "validatePostback") return word
  if (operation === "requestToken") return ""
  if (operation.startsWith("create") && operation !== "createFullApplication") {
    return answer.token ? "a token" : "no token"
  }
  return "status" in answer ? shownCode(answer.status ?? "none") : ""
}

function readingOf({ error, httpStatus, tolerated }: Exchange): Reading {
  if (error === null) return tolerated.length === 0 ? "as stated" : "tolerated"
  if (httpStatus === null) return "no answer"
  return httpStatus >= 400 && httpStatus <= 499 ? "refused" : "not understood"
}

const plain = (markdown: string) => markdown.replaceAll("`", "")

export const hasContradiction = ({ assumptions }: Report): boolean =>
  assumptions.some(({ verdict }) => verdict === "contradicted")
