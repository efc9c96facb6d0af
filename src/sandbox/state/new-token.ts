import type { Customer } from "./application"
import type { World } from "./world"

/** Customers of this last name get opaque tokens, whatever the others get. */
export const OPAQUE_NAME = "Opaquetoken"

/** A fresh application token in the form that `behaviour.tokenFormat` asks for, or its customer's name. */
export function newToken(world: World, { lastName }: Customer): string {
  const { tokenFormat, magic } = world.settings.behaviour
  const isNamed = magic && lastName?.trim().toLowerCase() === OPAQUE_NAME.toLowerCase()
  const format = isNamed ? "opaque" : tokenFormat
  if (format === "opaque") return `${world.random.hex(8)}/../a b?c=d&e#f%2F+\u00e9..`
  return format === "hex" ? world.random.hex(16) : world.random.uuid()
}
