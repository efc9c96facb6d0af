/** The plugin's names for values of the contract's enums. */
export const PAY_CYCLES = ["weekly", "biweekly", "twice_per_month", "monthly"] as const
export type PayCycle = (typeof PAY_CYCLES)[number]

export const TENURES = ["rent", "own", "other"] as const
export type Tenure = (typeof TENURES)[number]

/**
 * A shopper's details from the shop's own application form, beyond the cart: validated, in the contract's formats
 * (dates YYYY-MM-DD, phone ten digits, amounts in dollars). Kept in memory for one call, never in a record,
 * workflow, event, log or error.
 */
export type Applicant = {
  ssn: string
  birthDate: string
  cellPhone: string | undefined
  homePhone: string | undefined
  license:
    | {
        number: string | undefined
        state: string | undefined
        issuedOn: string | undefined
        expiresOn: string | undefined
      }
    | undefined
  employment: Employment | undefined
  residence: Residence | undefined
}

export type Employment = {
  payCycle: PayCycle
  nextPayDate: string
  previousPayDate: string | undefined
  monthlyIncome: number | undefined
  employerName: string | undefined
  employerPhone: string | undefined
  months: number | undefined
  years: number | undefined
  selfEmployed: boolean | undefined
  occupation: string | undefined
  otherIncome: number | undefined
  otherIncomeSource: string | undefined
}

export type Residence = {
  tenure: Tenure | undefined
  monthlyCost: number | undefined
  months: number | undefined
  years: number | undefined
}
