import type { z } from "@medusajs/framework/zod"
import { INELIGIBILITIES } from "../../../src/domain/problem"
import { FORM_WORDS } from "../../../src/domain/form-words"
import { SHOPPER_CODES } from "../../../src/domain/shopper-codes"
import type { applicationForm } from "../../../src/api/store/consumer-financing/forms"
import type { preApprovalForm } from "../../../src/api/store/consumer-financing/forms"
import type { ShownApplication } from "../../../src/api/store/consumer-financing/show-application"
import type { ShownPreApproval } from "../../../src/api/store/consumer-financing/show-pre-approval"
import type * as kit from "../../../src/storefront"
import { EN } from "../../../src/storefront/parts/english"
import { ES } from "../../../src/storefront/parts/spanish"
import { fillPlaceholders } from "../../../src/storefront/parts/texts"
import { CHECKOUT_STEPS } from "../../../src/domain/judge-purchase"
import type { CustomerApplication, CartStatus } from "../../../src/workflows/cart-status"
import type { Eligibility, ShopConfig } from "../../../tooling/openapi/store-answer-types"

type IsEqual<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : never
type Flatten<T> = T extends object ? { [Key in keyof T]: Flatten<T[Key]> } : T
type IsAssignable<Input, Form> = Input extends Form ? true : never

/** All texts with their key paths. */
const listTexts = (texts: object, path = ""): [string, string | null][] =>
  Object.entries(texts).flatMap(([key, value]: [string, unknown]) =>
    typeof value === "object" && value !== null
      ? listTexts(value, `${path}${key}.`)
      : [[path + key, value as string | null]]
  )

describe("the types of the storefront kit", () => {
  it("match the routes' requests and responses (checked by the compiler)", () => {
    const checks: true[] = [
      true satisfies IsEqual<Flatten<kit.FinancingApplication>, Flatten<ShownApplication>>,
      true satisfies IsEqual<Flatten<kit.PreApproval>, Flatten<ShownPreApproval>>,
      true satisfies IsEqual<Flatten<kit.CartFinancing>, Flatten<CartStatus>>,
      true satisfies IsEqual<Flatten<kit.OpenApplication>, Flatten<CustomerApplication>>,
      true satisfies IsEqual<Flatten<kit.FinancingConfig>, Flatten<ShopConfig>>,
      true satisfies IsEqual<
        Flatten<Omit<kit.FinancingEligibility, "reason">>,
        Flatten<Omit<Eligibility, "reason">>
      >,
      true satisfies IsAssignable<kit.PreApprovalForm, z.input<typeof preApprovalForm>>,
      true satisfies IsAssignable<kit.ApplicationForm, z.input<ReturnType<typeof applicationForm>>>,
    ]
    expect(checks).toHaveLength(8)
  })
})

describe("the texts of the storefront parts", () => {
  it("exist in Spanish with the same placeholders, and differ from the English ones", () => {
    const listPlaceholders = (text: string | null) =>
      [...(text ?? "").matchAll(/\{\w+\}/g)].map(String).sort()
    const spanish = new Map(listTexts(ES))
    for (const [path, text] of listTexts(EN).filter(([, value]) => value !== null)) {
      expect([path, listPlaceholders(spanish.get(path) ?? null)]).toEqual([
        path,
        listPlaceholders(text),
      ])
      expect([path, spanish.get(path)]).not.toEqual([path, text])
    }
  })

  it("exist in Spanish for every reason, checkout step, message code and form problem", () => {
    expect(Object.keys(ES.reasons ?? {}).sort()).toEqual([...INELIGIBILITIES].sort())
    expect(Object.keys(ES.missing ?? {})).toEqual([...CHECKOUT_STEPS])
    expect(Object.keys(ES.messages ?? {})).toEqual([...SHOPPER_CODES])
    expect(Object.keys(ES.problems ?? {})).toEqual(Object.keys(FORM_WORDS))
  })

  it("fill placeholders by name and keep unknown ones", () => {
    expect(fillPlaceholders("from {from} to {to}", { from: "$1" })).toBe("from $1 to {to}")
  })
})
