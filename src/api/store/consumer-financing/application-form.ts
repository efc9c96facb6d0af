import { z } from "@medusajs/framework/zod"
import { applicationFormRules } from "../../../domain/application-form"
import { field } from "./form-fields"
import type { Applicant } from "../../../domain/applicant"
import type { Repeated } from "../../../translation/cart-agreement"

/**
 * The schema of a shop's own application form (endpoint 4, in the plugin's names). The data contains a full SSN:
 * pass it to the one call and store it nowhere. `now` is the time against which dates are checked.
 */
export const applicationForm = (now: number) => applicationFormRules({ z, field, now })

export type ApplicationForm = z.output<ReturnType<typeof applicationForm>>

type ApplicantData = { applicant: Applicant; repeated: Repeated }

/** Splits a validated form into the shopper's own details and those that repeat the cart's. */
export function toApplicant({ personal, employment, residence }: ApplicationForm): ApplicantData {
  const { license } = personal
  return {
    applicant: {
      ssn: personal.ssn,
      birthDate: personal.birth_date,
      cellPhone: personal.cell_phone,
      homePhone: personal.home_phone,
      license: license && {
        number: license.number,
        state: license.state,
        issuedOn: license.issued_on,
        expiresOn: license.expires_on,
      },
      employment: employment && toEmployment(employment),
      residence: residence && {
        tenure: residence.rent_or_own,
        monthlyCost: residence.monthly_cost,
        months: residence.months,
        years: residence.years,
      },
    },
    repeated: {
      firstName: personal.first_name,
      lastName: personal.last_name,
      email: personal.email,
      street: residence?.street,
      city: residence?.city,
      state: residence?.state,
      zip: residence?.zip,
    },
  }
}

function toEmployment(job: NonNullable<ApplicationForm["employment"]>): Applicant["employment"] {
  return {
    payCycle: job.pay_cycle,
    nextPayDate: job.next_pay_date,
    previousPayDate: job.previous_pay_date,
    monthlyIncome: job.monthly_income,
    employerName: job.employer_name,
    employerPhone: job.employer_phone,
    months: job.months,
    years: job.years,
    selfEmployed: job.self_employed,
    occupation: job.occupation,
    otherIncome: job.other_income,
    otherIncomeSource: job.other_income_source,
  }
}
