import {
  type CapabilityPurpose,
  type CapabilitySubject,
  signCapability,
  verifyCapability,
} from "../../domain/capability"
import type { Environment, PluginOptions } from "../../options/options"
import type { ApplicationRecord } from "./records"

const PATHS: Record<CapabilityPurpose, string> = {
  postback: "/hooks/consumer-financing",
  return: "/consumer-financing/return",
  cancel: "/consumer-financing/cancel",
  "pre-approval": "/hooks/consumer-financing/pre-approvals",
}

/** The addresses that the service is given. Each is a capability: derived, and stored nowhere. */
export class Addresses {
  constructor(private readonly settings: { readonly current: PluginOptions }) {}

  /** Those of one application. */
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
   * The one address of an environment for what the service writes about pre-approvals, which are
   * given none of their own (endpoint 6): for the merchant to register at the service.
   */
  forPreApprovals(environment: Environment): string {
    const purpose = "pre-approval" as const
    const signature = this.sign({ purpose, environment, applicationId: purpose })
    return `${this.pathOf(purpose, environment)}/${signature}`
  }

  /** Whether an address was signed by this shop, with the current or the previous secret. */
  isOurs(subject: CapabilitySubject, signature: string): boolean {
    return verifyCapability(subject, signature, this.settings.current.secret)
  }

  private sign(subject: CapabilitySubject): string {
    return signCapability(subject, this.settings.current.secret[0] ?? "")
  }

  private pathOf(purpose: CapabilityPurpose, environment: Environment): string {
    return `${this.settings.current.backendUrl}${PATHS[purpose]}/${environment}`
  }
}
