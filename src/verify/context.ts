import type { ReportedCode } from "../domain/status-codes"
import type { FinancingClient, FullApplicationBody } from "../financing-api"
import type { CallName, Evidence } from "./evidence"
import type { Journal } from "./journal"
import type { PostbackListener } from "./postback-listener"
import type { Recorder } from "./recorder"
import type { OrderLinks } from "./test-order"

/** A merchant's credentials for one environment. */
export interface Access {
  baseUrl: string
  apiUsername: string
  apiPassword: string
  apiSignature: string
}

/** Test person in the format of endpoint 4. */
export type Applicant = Pick<
  FullApplicationBody,
  "personalInfo" | "employmentInfo" | "residenceInfo"
>

export interface RunOptions {
  access: Access
  environment: "staging" | "production"
  /** Amount of each test application, in dollars. */
  amount: number
  applicant: Applicant | null
  journalFile: string
  /** Null without `--listen`. */
  listener: PostbackListener | null
  signal: AbortSignal
  onStart: (call: CallName) => void
  /** Shows the page that a person has to sign. Null skips the steps with a person. */
  onPage: ((url: string) => Promise<void>) | null
  onWait: (code: ReportedCode) => void
  /** Milliseconds between two status checks while a person signs. */
  pollMs: number
  /** Milliseconds until the run continues without the signature. */
  waitMs: number
  /** Milliseconds between two attempts to end an application. */
  pauseMs: number
}

/** Context of a step. */
export interface RunContext {
  client: FinancingClient
  /** Second client of the same account, with its own access token. */
  second: FinancingClient
  /** A client with a wrong password. */
  wrong: FinancingClient
  recorder: Recorder
  journal: Journal
  amount: number
  applicant: Applicant | null
  links: OrderLinks
  signal: AbortSignal
  onPage: (url: string) => Promise<void>
  onWait: (code: ReportedCode) => void
  pollMs: number
  waitMs: number
  evidence(): Evidence
  newOrderId(): string
}

/** The run cannot start because of an address, credentials or a file. The message names the correction. */
export class SetupError extends Error {}
