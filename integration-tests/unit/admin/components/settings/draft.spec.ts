import { getChanges, createDraft } from "../../../../../src/admin/components/settings/draft"
import { SECTIONS } from "../../../../../src/admin/components/settings/fields"
import { parseFieldErrors } from "../../../../../src/admin/queries/field-errors"
import type { Settings } from "../../../../../src/admin/queries/settings-api-types"

const noCredentials = {
  source: null,
  base_url: null,
  api_username: null,
  api_password: null,
  api_signature: null,
  changed_at: null,
  changed_by: null,
}

const settings: Settings = {
  values: { unsigned_hours: 24, unused_hours: 168, settle: "manual", on_decline: "cancel" },
  defaults: { unsigned_hours: 48, unused_hours: 168, settle: "on-full-shipment" },
  locked: ["on_decline"],
  credentials: { staging: noCredentials, production: noCredentials },
  is_ready: false,
  changed_at: null,
  changed_by: null,
  changes: [],
}

const getOrderChanges = (change: object) => {
  const draft = { ...createDraft(SECTIONS.orders, settings), ...change }
  return getChanges(SECTIONS.orders, draft, settings)
}

describe("getChanges", () => {
  it("returns nothing for an untouched form or a retyped value", () => {
    expect(getOrderChanges({})).toEqual({})
    expect(getOrderChanges({ unsigned_hours: "24" })).toEqual({})
  })

  it("returns a typed number as a number, and any other text as typed", () => {
    expect(getOrderChanges({ unsigned_hours: " 1000.5 " })).toEqual({ unsigned_hours: 1000.5 })
    expect(getOrderChanges({ unsigned_hours: "12,5" })).toEqual({ unsigned_hours: "12,5" })
    expect(getOrderChanges({ unsigned_hours: "two days" })).toEqual({ unsigned_hours: "two days" })
  })

  it("F1: returns an unambiguous amount as a number, and an ambiguous one such as 12,50 as typed", () => {
    const checkoutSettings = { ...settings, values: { minimum_amount: null }, defaults: {} }
    const draft = createDraft(SECTIONS.checkout, checkoutSettings)
    const getAmountChange = (text: string) =>
      getChanges(SECTIONS.checkout, { ...draft, minimum_amount: text }, checkoutSettings)
        .minimum_amount
    expect(["12,50", "12.50", "$1,250.00", "1.250,00"].map(getAmountChange)).toEqual([
      "12,50",
      12.5,
      1250,
      "1.250,00",
    ])
  })

  it("returns null for an empty field or the default value", () => {
    expect(getOrderChanges({ unsigned_hours: "" })).toEqual({ unsigned_hours: null })
    expect(getOrderChanges({ unsigned_hours: "48" })).toEqual({ unsigned_hours: null })
    expect(getOrderChanges({ settle: "on-full-shipment" })).toEqual({ settle: null })
  })

  it("splits a list at commas and semicolons, and returns null for an empty one", () => {
    const checkoutSettings = {
      ...settings,
      values: { excluded_states: ["CA"] },
      defaults: { excluded_states: [] },
    }
    const draft = createDraft(SECTIONS.checkout, checkoutSettings)
    expect(draft.excluded_states).toBe("CA")
    expect(getChanges(SECTIONS.checkout, draft, checkoutSettings)).toEqual({})
    const getStateChanges = (text: string) =>
      getChanges(SECTIONS.checkout, { ...draft, excluded_states: text }, checkoutSettings)
    expect(getStateChanges("CA, ny;  OR")).toEqual({ excluded_states: ["CA", "ny", "OR"] })
    expect(getStateChanges(" ")).toEqual({ excluded_states: null })
  })

  it("omits settings that medusa-config sets", () => {
    expect(getOrderChanges({ on_decline: "flag" })).toEqual({})
  })
})

describe("parseFieldErrors", () => {
  const names = ["minimum_amount", "settle", "polling_schedule", "email"]

  it("assigns each message to the field that it starts with, and returns the rest separately", () => {
    const message =
      "settings.minimum_amount: has to be more than 0. settings.polling_schedule.0.every_seconds: has to be 5 or more. Nothing was changed."
    expect(parseFieldErrors(new Error(message), names)).toEqual({
      fields: {
        minimum_amount: "has to be more than 0.",
        polling_schedule: "has to be 5 or more.",
      },
      rest: "Nothing was changed.",
    })
  })

  it("accepts a field name without the prefix, and returns no errors for null", () => {
    const error = new Error("email has to be an e-mail address.")
    expect(parseFieldErrors(error, names)).toEqual({
      fields: { email: "has to be an e-mail address." },
      rest: null,
    })
    expect(parseFieldErrors(null, names)).toEqual({ fields: {}, rest: null })
  })
})
