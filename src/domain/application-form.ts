import type { z as zod } from "zod"
import { type FormFields, isFine, type Zod } from "./form-fields"
import { formWord } from "./form-words"

const PAY_CYCLES = ["weekly", "biweekly", "twice_per_month", "monthly"] as const
const TENURES = ["rent", "own", "other"] as const

const AS_IN_CART = {
  description: "May be left out. If it is sent, it has to be what the cart says.",
}

type Ruled = {
  z: Zod
  field: FormFields
  /** The time against which dates are checked. */
  now: number
}

const license = ({ z, field, now }: Ruled) =>
  z
    .strictObject({
      number: field.text(40).optional(),
      state: field.usState.optional(),
      issued_on: field.pastDate(now, 100).optional(),
      expires_on: field.date.optional(),
    })
    .refine(({ issued_on: from, expires_on: to }) => !from || !to || from < to, {
      path: ["expires_on"],
      message: formWord("after-issued"),
      when: ({ value }) => isFine(field.date.optional(), value, "issued_on", "expires_on"),
    })
    .meta({ description: "Of the driver's license." })

const personal = (ruled: Ruled) => {
  const { z, field, now } = ruled
  return z.strictObject({
    ssn: field.ssn,
    birth_date: field.birthDate(now),
    cell_phone: field.usPhone.optional().meta({
      description: "A US phone number. Needed unless the cart's address has one.",
    }),
    home_phone: field.text(30).optional(),
    first_name: field.text(255).optional().meta(AS_IN_CART),
    last_name: field.text(255).optional().meta(AS_IN_CART),
    email: field.text(254).optional().meta(AS_IN_CART),
    license: license(ruled).optional(),
  })
}

const employment = ({ z, field, now }: Ruled) =>
  z
    .strictObject({
      pay_cycle: z.enum(PAY_CYCLES),
      next_pay_date: field.comingDate(now),
      previous_pay_date: field.pastDate(now, 1).optional().meta({
        description: "Needed with pay_cycle `twice_per_month`, and not allowed with any other.",
      }),
      monthly_income: field.wholeDollars.optional(),
      employer_name: field.text(100).optional(),
      employer_phone: field.text(30).optional(),
      months: field.count.optional().meta({ description: "Months at the current job." }),
      years: field.count.optional().meta({ description: "Years at the current job." }),
      self_employed: z.boolean().optional(),
      occupation: field.text(100).optional(),
      other_income: field.dollars.optional(),
      other_income_source: field.text(200).optional(),
    })
    .refine((job) => job.pay_cycle !== "twice_per_month" || job.previous_pay_date !== undefined, {
      path: ["previous_pay_date"],
      message: formWord("payday-needed"),
      when: ({ value }) => isFine(z.enum(PAY_CYCLES), value, "pay_cycle"),
    })
    .refine((job) => job.pay_cycle === "twice_per_month" || job.previous_pay_date === undefined, {
      path: ["previous_pay_date"],
      message: formWord("payday-needless"),
      when: ({ value }) => isFine(z.enum(PAY_CYCLES), value, "pay_cycle"),
    })

const residence = ({ z, field }: Ruled) =>
  z.strictObject({
    street: field.text(500).optional().meta(AS_IN_CART),
    city: field.text(255).optional().meta(AS_IN_CART),
    state: field.usState.optional().meta(AS_IN_CART),
    zip: field.zip.optional().meta(AS_IN_CART),
    rent_or_own: z.enum(TENURES).optional(),
    monthly_cost: field.dollars.optional().meta({ description: "Rent or mortgage, in dollars." }),
    months: field.count.optional().meta({ description: "Months at this address." }),
    years: field.count.optional().meta({ description: "Years at this address." }),
  })

/**
 * Builds the schema of a shop's own application form (endpoint 4, in the plugin's names), for the server and the
 * form. The data contains a full SSN: pass it to the one call and store it nowhere.
 */
export const applicationFormRules = (ruled: Ruled) =>
  ruled.z.strictObject({
    personal: personal(ruled),
    employment: employment(ruled).optional(),
    residence: residence(ruled).optional(),
    consent: ruled.z
      .strictObject({ version: ruled.field.text(100) })
      .optional()
      .meta({
        description:
          "What the shopper agreed to, by the version of its text; recorded with the time.",
      }),
    apply_again: ruled.z.boolean().optional().meta({
      description: "`true` files an application although the service has just declined the same.",
    }),
  })

/** A validated form, in the contract's formats: dates YYYY-MM-DD, phones ten digits, amounts in dollars. */
export type ApplicationForm = zod.output<ReturnType<typeof applicationFormRules>>
