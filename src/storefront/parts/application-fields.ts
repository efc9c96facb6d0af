import type { ApplicationForm } from "../forms"

const PAY_CYCLES = ["weekly", "biweekly", "twice_per_month", "monthly"] as const
const RESIDENCE_TYPES = ["rent", "own", "other"] as const

export type FieldKey =
  | "ssn"
  | "birth_date"
  | "cell_phone"
  | "pay_cycle"
  | "next_pay_date"
  | "previous_pay_date"
  | "monthly_income"
  | "employer_name"
  | "rent_or_own"
  | "monthly_cost"
  | "years"
export type FieldOption = (typeof PAY_CYCLES)[number] | (typeof RESIDENCE_TYPES)[number]

type Input = {
  type: "text" | "date" | "tel" | "number"
  inputMode?: "numeric" | "decimal" | "tel"
  /** Defaults to off, so that browsers do not store personal data. */
  autoComplete?: string
  /** Hidden from other people at the screen, until the shopper shows it. */
  isMasked?: boolean
}
export type Field = { key: FieldKey; required?: boolean } & (
  Input | { options: readonly FieldOption[] }
)

/** The form's fields by group. Name, address and e-mail come from the cart. */
export const FIELDS: Record<"personal" | "employment" | "residence", readonly Field[]> = {
  personal: [
    { key: "ssn", type: "text", inputMode: "numeric", required: true, isMasked: true },
    { key: "birth_date", type: "date", required: true },
    { key: "cell_phone", type: "tel", inputMode: "tel", autoComplete: "tel-national" },
  ],
  employment: [
    { key: "pay_cycle", options: PAY_CYCLES, required: true },
    { key: "next_pay_date", type: "date", required: true },
    { key: "previous_pay_date", type: "date", required: true },
    { key: "monthly_income", type: "text", inputMode: "numeric", required: true },
    { key: "employer_name", type: "text", autoComplete: "organization" },
  ],
  residence: [
    { key: "rent_or_own", options: RESIDENCE_TYPES },
    { key: "monthly_cost", type: "number", inputMode: "decimal" },
    { key: "years", type: "number", inputMode: "numeric" },
  ],
}

const NUMBER_KEYS: readonly string[] = ["monthly_cost", "years"] satisfies FieldKey[]

export type Group = keyof typeof FIELDS
/** The form's values by group, as typed. */
export type FormValues = Record<Group, Partial<Record<FieldKey, string>>>

/** Converts the form's values to the shop's input; omits empty fields. */
export function toApplicationForm(typed: FormValues): ApplicationForm {
  const readGroup = (group: Group) => {
    const entries = FIELDS[group].flatMap(({ key }) => {
      const value = typed[group]?.[key]?.trim()
      return value ? [[key, NUMBER_KEYS.includes(key) ? Number(value) : value]] : []
    })
    return Object.fromEntries(entries) as Record<string, unknown>
  }
  const form = {
    personal: readGroup("personal"),
    employment: readGroup("employment"),
    residence: readGroup("residence"),
  }
  // The validation names missing fields.
  return form as ApplicationForm
}
