import type { ApplicationForm } from "../domain/application-form"
import type { OrderSnapshot } from "../domain/order-snapshot"
import type { Problem } from "../domain/problem"
import type { FullApplicationBody } from "../financing-api"
import { toServiceAmounts, toServiceItems } from "./requests"

type FullApplicationInput = {
  snapshot: OrderSnapshot
  form: ApplicationForm
  cellPhone: string
  /** `<cart id>-<attempt>`. */
  orderId: string
  notifyUrl: string
}

const PAY_CYCLE = {
  weekly: "WEEKLY",
  biweekly: "BIWEEKLY",
  twice_per_month: "TWICE_PER_MONTH",
  monthly: "MONTHLY",
} as const

const RENT_OR_OWN = { rent: "Rent", own: "Own", other: "Other" } as const

/**
 * Builds the body of Create full application (endpoint 4). Name, address and e-mail come from the cart, so that a
 * later verification (endpoint 15) compares the same data. It contains a full SSN: pass it to the client only.
 */
export function toFullApplicationRequest(asked: FullApplicationInput): FullApplicationBody {
  const { snapshot, form, cellPhone, orderId, notifyUrl } = asked
  const { firstName, lastName, street, city, state, zip } = snapshot.address
  const { personal, employment, residence } = form
  return {
    orderId,
    notifyUrl,
    ...toServiceAmounts(snapshot),
    personalInfo: given({
      ssn: personal.ssn,
      dob: personal.birth_date,
      firstName,
      lastName,
      cellPhone,
      email: snapshot.email,
      homePhone: personal.home_phone,
      idNumber: personal.license?.number,
      idState: personal.license?.state,
      idIssueDate: personal.license?.issued_on,
      idExpirationDate: personal.license?.expires_on,
    }),
    ...(employment ? { employmentInfo: toEmploymentInfo(employment) } : {}),
    residenceInfo: given({
      streetName: street,
      city,
      state,
      zip,
      rentOrOwn: residence?.rent_or_own && RENT_OR_OWN[residence.rent_or_own],
      residenceAmount: residence?.monthly_cost,
      residenceMonths: residence?.months,
      residenceYears: residence?.years,
    }),
    items: toServiceItems(snapshot.items),
  }
}

function toEmploymentInfo(job: NonNullable<ApplicationForm["employment"]>) {
  return given({
    payCycle: PAY_CYCLE[job.pay_cycle],
    nextPayDate: job.next_pay_date,
    previousPayDate: job.previous_pay_date,
    monthlyIncome: job.monthly_income,
    employerName: job.employer_name,
    employerPhoneNumber: job.employer_phone,
    employerMonths: job.months,
    employerYears: job.years,
    selfEmployed: job.self_employed,
    occupation: job.occupation,
    otherIncome: job.other_income,
    otherIncomeDesc: job.other_income_source,
  })
}

/** Omits empty fields: the contract's optional fields are absent, not null. */
function given<Fields extends object>(fields: Fields): Fields {
  const filledIn = Object.entries(fields).filter(([, value]) => value !== undefined)
  return Object.fromEntries(filledIn) as Fields
}

/**
 * Lists fields of a form that contradict its cart, one problem each. The application uses the cart's name and
 * address, as on the service's page, where the customer's address is the shipping address. Ignores case, punctuation
 * and spacing.
 */
export function disagreements(
  { personal, residence = {} }: ApplicationForm,
  { address, email }: OrderSnapshot
): Problem[] {
  const repeated: [field: string, what: string, said: string | undefined, inCart: string][] = [
    ["personal.first_name", "first name", personal.first_name, address.firstName],
    ["personal.last_name", "last name", personal.last_name, address.lastName],
    ["personal.email", "e-mail address", personal.email, email],
    ["residence.street", "street", residence.street, address.street],
    ["residence.city", "city", residence.city, address.city],
    ["residence.state", "state", residence.state, address.state],
    ["residence.zip", "zip code", residence.zip, address.zip],
  ]
  return repeated
    .filter(([, , said, inCart]) => said !== undefined && essence(said) !== essence(inCart))
    .map(([field, what]) => ({
      field,
      sentence: `has to be the ${what} in the cart; leave it out to use that one`,
    }))
}

function essence(text: string): string {
  return text
    .normalize("NFC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}@]/gu, "")
}
