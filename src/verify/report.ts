import { ENDPOINTS } from "../financing-api"
import type { Verdict } from "./assumptions/assumption"
import { ASSUMPTIONS, judgeAssumptions } from "./assumptions/registry"
import type { OpenApplication } from "./clean-up"
import {
  type CallName,
  CALLS,
  type Evidence,
  type Exchange,
  type Postback,
  maskCode,
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
  leftOpen: OpenApplication[]
  problems: string[]
}

export function buildReport(input: {
  options: { environment: string }
  evidence: Evidence
  leftOpen: OpenApplication[]
  problems: string[]
}): Report {
  const { evidence, leftOpen, problems } = input
  const findings = judgeAssumptions(evidence)
  const { switches, notImitated } = readSwitches(evidence)
  return {
    version: 1,
    at: new Date().toISOString(),
    environment: input.options.environment,
    calls: evidence.exchanges.map(buildReportedCall),
    assumptions: findings.map(({ id, verdict, evidence: seen }, index) => ({
      id,
      assumed: stripMarkdown(ASSUMPTIONS[index]?.sentence ?? ""),
      verdict,
      evidence: seen,
      until: verdict === "contradicted" ? stripMarkdown(ASSUMPTIONS[index]?.ifWrong ?? "") : null,
    })),
    changes: [...new Set(findings.flatMap(({ change }) => (change ? [change] : [])))],
    simulator: switches,
    notImitated,
    postbacks: evidence.postbacks,
    leftOpen,
    problems,
  }
}

function buildReportedCall(exchange: Exchange): ReportedCall {
  const { operation, sent } = CALLS[exchange.name]
  return {
    call: exchange.name,
    endpoint: ENDPOINTS[operation].number,
    operation,
    sent,
    httpStatus: exchange.httpStatus,
    ms: exchange.ms,
    reading: resolveReading(exchange),
    found: describeResult(exchange),
    fields: exchange.tolerated,
  }
}

function describeResult({ name, error, answer, word }: Exchange): string {
  if (error !== null) return ""
  const { operation } = CALLS[name]
  if (operation === "validatePostback") return word
  if (operation === "requestToken") return ""
  if (operation.startsWith("create") && operation !== "createFullApplication") {
    return answer.token ? "a token" : "no token"
  }
  return "status" in answer ? maskCode(answer.status ?? "none") : ""
}

function resolveReading({ error, httpStatus, tolerated }: Exchange): Reading {
  if (error === null) return tolerated.length === 0 ? "as stated" : "tolerated"
  if (httpStatus === null) return "no answer"
  return httpStatus >= 400 && httpStatus <= 499 ? "refused" : "not understood"
}

const stripMarkdown = (markdown: string) => markdown.replaceAll("`", "")

export const hasContradiction = ({ assumptions }: Report): boolean =>
  assumptions.some(({ verdict }) => verdict === "contradicted")
