import { z } from "@medusajs/framework/zod"
import { applicationForm } from "../../../src/api/store/consumer-financing/forms"
import {
  FIELDS,
  toApplicationForm,
  type FormValues,
} from "../../../src/storefront/parts/application-fields"

const NOW = Date.parse("2026-11-20T12:00:00Z")
const schema = applicationForm(NOW)

/** The form's values: every shown field, empty by default. */
const buildFormValues = (values: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(FIELDS).map(([group, fields]) => [
      group,
      Object.fromEntries(fields.map(({ key }) => [key, values[`${group}.${key}`] ?? ""])),
    ])
  ) as FormValues

const FILLED_VALUES = {
  "personal.ssn": "900-12-3456",
  "personal.birth_date": "1987-03-09",
  "employment.pay_cycle": "biweekly",
  "employment.next_pay_date": "2026-11-30",
  "employment.monthly_income": " 4200 ",
  "residence.rent_or_own": "rent",
  "residence.monthly_cost": "1350.50",
}

describe("the fields of the application form", () => {
  it("exist in the server's schema and offer its choices", () => {
    const { properties } = z.toJSONSchema(schema, { io: "input" }) as {
      properties: Record<string, { properties: Record<string, { enum?: string[] }> }>
    }
    for (const [group, fields] of Object.entries(FIELDS)) {
      for (const field of fields) {
        const property = properties[group]?.properties[field.key]
        expect([field.key, property !== undefined]).toEqual([field.key, true])
        if ("options" in field) expect(field.options).toEqual(property?.enum)
      }
    }
  })

  it("are sent without empty values, and with amounts as numbers", () => {
    const form = toApplicationForm(buildFormValues(FILLED_VALUES))
    expect(form.residence).toEqual({ rent_or_own: "rent", monthly_cost: 1350.5 })
    expect(form.employment).not.toHaveProperty("previous_pay_date")
    expect(schema.safeParse(form).success).toBe(true)
  })

  it.each(
    Object.entries(FIELDS).flatMap(([group, fields]) =>
      fields
        .filter(
          ({ required, key }) => required && key !== "previous_pay_date" && key !== "monthly_income"
        )
        .map(({ key }) => `${group}.${key}`)
    )
  )("are marked as required only if the server requires them: %s", (fieldPath) => {
    const parsed = schema.safeParse(
      toApplicationForm(buildFormValues({ ...FILLED_VALUES, [fieldPath]: "" }))
    )
    expect(parsed.error?.issues.map(({ path }) => path.join("."))).toContain(fieldPath)
  })

  it("require the previous pay date when the pay cycle is twice a month", () => {
    const twicePerMonth = { ...FILLED_VALUES, "employment.pay_cycle": "twice_per_month" }
    expect(schema.safeParse(toApplicationForm(buildFormValues(twicePerMonth))).success).toBe(false)
    const complete = { ...twicePerMonth, "employment.previous_pay_date": "2026-11-15" }
    expect(schema.safeParse(toApplicationForm(buildFormValues(complete))).success).toBe(true)
  })
})
