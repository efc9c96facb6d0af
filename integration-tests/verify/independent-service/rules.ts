import type { Body } from "./applications"

export const text = (value: unknown): string => (typeof value === "string" ? value : "")
export const isText = (value: unknown) => typeof value === "string" && value !== ""
export const isNumber = (value: unknown) => typeof value === "number" && Number.isFinite(value)
export const isPoBox = (street: string) => /\bp\.?\s*o\.?\s*box\b/i.test(street)

export type Rules = Record<string, (value: unknown) => boolean>

/** Finds the first field that breaks a rule of the contract, or null. */
export function findBrokenField(body: Body, rules: Rules): string | null {
  return Object.entries(rules).find(([name, holds]) => !holds(body[name]))?.[0] ?? null
}

export const optional = (holds: (value: unknown) => boolean) => (value: unknown) =>
  value === undefined || holds(value)
export const isUrl = (value: unknown) => /^https?:\/\/\S+$/.test(text(value))
export const isEmail = (value: unknown) => /^[^@\s]+@[^@\s]+$/.test(text(value))
export const isPhone = (value: unknown) => /^\d{10}$/.test(text(value))
export const hasLength = (length: number) => (value: unknown) => text(value).length === length
export const isItems = (value: unknown) =>
  Array.isArray(value) &&
  value.every(
    (body: Body) => isText(body.description) && isNumber(body.quantity) && isNumber(body.price)
  )

export const AMOUNTS = {
  loanAmount: isNumber,
  shipping: optional(isNumber),
  taxes: optional(isNumber),
  discount: optional(isNumber),
}
export const LINKS = {
  cancelUrl: optional(isUrl),
  notifyUrl: optional(isUrl),
}
