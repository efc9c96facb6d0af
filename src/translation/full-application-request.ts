import type { Applicant, Employment, PayCycle, Residence, Tenure } from "../domain/applicant"
import type { OrderSnapshot } from "../domain/order-snapshot"
import type { FullApplicationBody } from "../financing-api"
import { toServiceAmounts, toServiceItems } from "./requests"

type FullApplicationInput = {
  snapshot: OrderSnapshot
  applicant: Applicant & { cellPhone: string }
  /** `<cart id>-<attempt>`. */
  orderId: string
  notifyUrl: string
}

const PAY_CYCLE: Record<PayCycle, "WEEKLY" | "BIWEEKLY" | "TWICE_PER_MONTH" | "MONTHLY"> = {
  weekly: "WEEKLY",
  biweekly: "BIWEEKLY",
  twice_per_month: "TWICE_PER_MONTH",
  monthly: "MONTHLY",
}

const RENT_OR_OWN: Record<Tenure, "Rent" | "Own" | "Other"> = {
  rent: "Rent",
  own: "Own",
  other: "Other",
}

/**
 * Builds the body of Create full application (endpoint 4). Name, address and e-mail come from the cart, so that a
 * later verification (endpoint 15) compares the same data. It contains a full SSN: pass it to the client only.
 */
export function toFullApplicationRequest(asked: FullApplicationInput): FullApplicationBody {
  const { snapshot, applicant, orderId, notifyUrl } = asked
  const { firstName, lastName, street, city, state, zip } = snapshot.address
  const { license, employment } = applicant
  return {
    orderId,
    notifyUrl,
    ...toServiceAmounts(snapshot),
    personalInfo: given({
      ssn: applicant.ssn,
      dob: applicant.birthDate,
      firstName,
      lastName,
      cellPhone: applicant.cellPhone,
      email: snapshot.email,
      homePhone: applicant.homePhone,
      idNumber: license?.number,
      idState: license?.state,
      idIssueDate: license?.issuedOn,
      idExpirationDate: license?.expiresOn,
    }),
    ...(employment ? { employmentInfo: toEmploymentInfo(employment) } : {}),
    residenceInfo: given({
      streetName: street,
      city,
      state,
      zip,
      ...toHousing(applicant.residence),
    }),
    items: toServiceItems(snapshot.items),
  }
}

type EmploymentInfo = NonNullable<FullApplicationBody["employmentInfo"]>

function toEmploymentInfo(employment: Employment): EmploymentInfo {
  return given({
    payCycle: PAY_CYCLE[employment.payCycle],
    nextPayDate: employment.nextPayDate,
    previousPayDate: employment.previousPayDate,
    monthlyIncome: employment.monthlyIncome,
    employerName: employment.employerName,
    employerPhoneNumber: employment.employerPhone,
    employerMonths: employment.months,
    employerYears: employment.years,
    selfEmployed: employment.selfEmployed,
    occupation: employment.occupation,
    otherIncome: employment.otherIncome,
    otherIncomeDesc: employment.otherIncomeSource,
  })
}

function toHousing(residence: Residence | undefined) {
  return {
    rentOrOwn: residence?.tenure && RENT_OR_OWN[residence.tenure],
    residenceAmount: residence?.monthlyCost,
    residenceMonths: residence?.months,
    residenceYears: residence?.years,
  }
}

/** Omits empty fields: the contract's optional fields are absent, not null. */
function given<Fields extends object>(fields: Fields): Fields {
  const filledIn = Object.entries(fields).filter(([, value]) => value !== undefined)
  return Object.fromEntries(filledIn) as Fields
}
