/** The person who requests a pre-approval. */
export type PreApprovalForm = {
  first_name: string
  last_name: string
  email: string
  cell_phone: string
}

/**
 * The shop's own application form (docs/api.md lists the rules of each field). It contains a social security
 * number: send it from the shopper's browser and never store it.
 */
export type ApplicationForm = {
  /** Set only at the shopper's explicit request, after a decline. */
  apply_again?: boolean
  /** The version of the text that the shopper agreed to. */
  consent?: { version: string }
  personal: {
    ssn: string
    /** `YYYY-MM-DD`, like all dates in this form. */
    birth_date: string
    cell_phone?: string
    home_phone?: string
    first_name?: string
    last_name?: string
    email?: string
    license?: { number?: string; state?: string; issued_on?: string; expires_on?: string }
  }
  employment?: {
    pay_cycle: "weekly" | "biweekly" | "twice_per_month" | "monthly"
    next_pay_date: string
    previous_pay_date?: string
    /** Whole dollars. */
    monthly_income?: number | string
    employer_name?: string
    employer_phone?: string
    months?: number
    years?: number
    self_employed?: boolean
    occupation?: string
    other_income?: number
    other_income_source?: string
  }
  residence?: {
    rent_or_own?: "rent" | "own" | "other"
    monthly_cost?: number
    months?: number
    years?: number
    street?: string
    city?: string
    state?: string
    zip?: string
  }
}
