import { randomUUID } from "node:crypto"
import type { Personality } from "./personality"

export type Body = Record<string, unknown>

export type Phase =
  | "open"
  | "pre-approved"
  | "signed"
  | "settled"
  | "cancelled"
  | "refunded"
  | "declined"
  | "replaced"

export type Application = {
  token: string
  orderId: string
  orderIdChanges: number
  loanAmount: number
  phase: Phase
  notifyUrl: string | null
  /** The details that Validate postback compares. */
  details: Record<"firstName" | "lastName" | "street" | "city" | "state" | "zip", string>
  replacedBy: string | null
  offers: number[]
}

const LIVE: Phase[] = ["open", "pre-approved", "signed", "settled"]
const ENDED_PHASES: Phase[] = ["cancelled", "refunded", "declined", "replaced"]

/** The service's applications, oldest first. */
export class Applications {
  private readonly all = new Map<string, Application>()

  constructor(private readonly personality: Personality) {}

  create(given: Partial<Application> & Pick<Application, "orderId" | "loanAmount">): Application {
    const application: Application = {
      token: randomUUID(),
      orderIdChanges: 0,
      phase: "open",
      notifyUrl: null,
      details: { firstName: "", lastName: "", street: "", city: "", state: "", zip: "" },
      replacedBy: null,
      offers: [],
      ...given,
    }
    this.all.set(application.token, application)
    return application
  }

  /** Finds the application of a token. `oldToken` decides what a replaced token finds. */
  find(token: string): Application | null {
    const found = this.all.get(token)
    if (!found) return null
    if (found.replacedBy === null || this.personality.oldToken === "refunded") return found
    return this.personality.oldToken === "unknown" ? null : this.find(found.replacedBy)
  }

  listLive(): Application[] {
    return [...this.all.values()].filter(({ phase }) => LIVE.includes(phase))
  }

  getCode({ phase, replacedBy }: Application): string {
    const { codes } = this.personality
    const CODES: Record<Phase, string> = {
      open: codes.created,
      "pre-approved": "A",
      signed: "S",
      settled: codes.settled,
      cancelled: codes.cancelled,
      refunded: codes.refunded,
      declined: codes.declined,
      replaced: codes.refunded,
    }
    return replacedBy === null ? CODES[phase] : codes.refunded
  }

  hasEnded = ({ phase }: Application): boolean => ENDED_PHASES.includes(phase)
}
