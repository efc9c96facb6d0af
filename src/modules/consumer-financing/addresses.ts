import {
  type CapabilityPurpose,
  type CapabilitySubject,
  signCapability,
  verifyCapability,
} from "../../domain/capability"
import type { Environment } from "../../options/options"
import type { ApplicationRecord } from "./records"
import type { Base } from "./store/rows"

const PATHS: Record<CapabilityPurpose, string> = {
  postback: "/hooks/consumer-financing",
  return: "/consumer-financing/return",
  cancel: "/consumer-financing/cancel",
  "pre-approval": "/hooks/consumer-financing/pre-approvals",
}

/** Builds the callback addresses given to the service. Each address is a derived capability and is stored nowhere. */
export class Addresses {
  constructor(private readonly context: Base) {}

  of(application: Pick<ApplicationRecord, "id" | "environment">) {
    const address = (purpose: CapabilityPurpose) => {
      const { id: applicationId, environment } = application
      const signature = this.sign({ purpose, environment, applicationId })
      return `${this.pathOf(purpose, environment)}/${applicationId}/${signature}`
    }
    return {
      returnUrl: address("return"),
      cancelUrl: address("cancel"),
      notifyUrl: address("postback"),
    }
  }

  /**
   * Returns the environment's one address for pre-approval postbacks. Endpoint 6 accepts no address per
   * pre-approval, so the merchant registers this one at the service.
   */
  forPreApprovals(environment: Environment): string {
    const purpose = "pre-approval" as const
    const signature = this.sign({ purpose, environment, applicationId: purpose })
    return `${this.pathOf(purpose, environment)}/${signature}`
  }

  /** Whether this shop signed an address, with the current or the previous secret. */
  isOurs(subject: CapabilitySubject, signature: string): boolean {
    return verifyCapability(subject, signature, this.context.options.secret)
  }

  private sign(subject: CapabilitySubject): string {
    return signCapability(subject, this.context.options.secret[0] ?? "")
  }

  private pathOf(purpose: CapabilityPurpose, environment: Environment): string {
    return `${this.context.options.backendUrl}${PATHS[purpose]}/${environment}`
  }
}
