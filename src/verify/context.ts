import type { SeenCode } from "../domain/status-codes"
import type { FinancingClient, FullApplicationBody } from "../financing-api"
import type { CallName, Evidence } from "./evidence"
import type { Journal } from "./journal"
import type { PostbackListener } from "./postback-listener"
import type { Recorder } from "./recorder"
import type { Links } from "./test-order"

/** A merchant's access to one environment. */
export interface Access {
  baseUrl: string
  apiUsername: string
  apiPassword: string
  apiSignature: string
}

/** A test person of the service, as endpoint 4 takes it. */
export type Applicant = Pick<
  FullApplicationBody,
  "personalInfo" | "employmentInfo" | "residenceInfo"
>

export interface RunOptions {
  access: Access
  environment: "staging" | "production"
  /** Dollars of each test application. */
  amount: number
  applicant: Applicant | null
  journalFile: string
  /** Null without `--listen`. */
  listener: PostbackListener | null
  signal: AbortSignal
  onStart: (call: CallName) => void
  /** Shows the page that a person has to visit; null runs without a person. */
  onPage: ((url: string) => Promise<void>) | null
  onWait: (code: SeenCode) => void
  /** Milliseconds between two readings of the status while a person signs. */
  pollMs: number
  /** Milliseconds until the run goes on without the signature. */
  waitMs: number
  /** Milliseconds between two tries to end an application. */
  pauseMs: number
}

/** What a step works with. */
export interface Run {
  client: FinancingClient
  /** Another client of the same account, with an access token of its own. */
  second: FinancingClient
  /** A client with a wrong password. */
  wrong: FinancingClient
  recorder: Recorder
  journal: Journal
  amount: number
  applicant: Applicant | null
  links: Links
  signal: AbortSignal
  onPage: (url: string) => Promise<void>
  onWait: (code: SeenCode) => void
  pollMs: number
  waitMs: number
  evidence(): Evidence
  newOrderId(): string
}

/** The run could not begin: an address, credentials or a file to correct. */
export class CannotRun extends Error {}
