/** Words of the contract's enums, in ours. */
export const PAY_CYCLES = ["weekly", "biweekly", "twice_per_month", "monthly"] as const
export type PayCycle = (typeof PAY_CYCLES)[number]

export const TENURES = ["rent", "own", "other"] as const
export type Tenure = (typeof TENURES)[number]

/**
 * What a shopper tells of themselves in the shop's own application form, beyond what the cart says:
 * checked, and in the contract's forms (dates YYYY-MM-DD, phone ten digits, amounts in dollars).
 * In memory for one call: it goes into no record, workflow, event, log or error.
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
