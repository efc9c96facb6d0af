import { ApplicationBook } from "./application-book"
import type { ApplicationRecord, OperationRecord } from "./records"
import { changeRow, together } from "./store/rows"
import { addToken } from "./store/tokens"

/** What the service said at once of how the application stands. */
export type Decided = Partial<
  Pick<
    ApplicationRecord,
    "code" | "state" | "offers" | "code_message" | "tax_exempt" | "service_cents"
  >
>

/** What a create was answered. */
type Creation = {
  operation: OperationRecord
  application: ApplicationRecord
  token: string
  /** Where the customer finishes it, when that is known. */
  url: string | null
  lookAt: Date
  decided?: Decided
}

type Selection = {
  operation: OperationRecord
  offerId: number
  /** Where the customer signs the contract of this offer. */
  url: string
  lookAt: Date
}

/** What an application becomes at its creation, and by the customer's choice of an offer. */
export class CreationBook extends ApplicationBook {
  /** The service created it: its token, and what else it answered. */
  async confirmCreate({
    operation,
    application: { id, environment },
    token,
    url,
    lookAt,
    decided,
  }: Creation): Promise<ApplicationRecord> {
    return await together(
      this.knex,
      changeRow(this.knex, "FinancingApplications", {
        id,
        state: "awaiting-customer" as const,
        customer_url: url,
        ...decided,
        looks_done: 0,
        next_look_at: lookAt,
      }),
      changeRow(this.knex, "FinancingOperations", {
        id: operation.id,
        outcome: "confirmed" as const,
        new_token: token,
        finished_at: this.clock.dateIn(0),
      }),
      addToken(this.knex, { applicationId: id, environment, token })
    )
  }

  /**
   * The customer's choice stands, and with it where they sign. A choice of another offer whose
   * answer was lost is overtaken: what is signed is what this address shows.
   */
  async confirmSelection({
    operation: { id, application_id },
    offerId,
    url,
    lookAt,
  }: Selection): Promise<ApplicationRecord> {
    const finished_at = this.clock.dateIn(0)
    const others = this.knex("financing_operation")
      .where({ application_id, kind: "select-offer", deleted_at: null })
      .whereIn("outcome", ["intended", "in-doubt"])
      .whereNot({ id })
    return await together(
      this.knex,
      changeRow(this.knex, "FinancingApplications", {
        id: application_id,
        selected_offer_id: offerId,
        customer_url: url,
        looks_done: 0,
        next_look_at: lookAt,
      }),
      changeRow(this.knex, "FinancingOperations", {
        id,
        outcome: "confirmed" as const,
        error_code: null,
        finished_at,
      }),
      others.update({
        outcome: "refused",
        error_code: "overtaken",
        finished_at,
        updated_at: finished_at,
      })
    )
  }
}
