import type { Customer } from "./application"
import type { SimulatorState } from "./simulator-state"

/** Magic last name that selects opaque tokens. */
export const OPAQUE_TOKEN_NAME = "Opaquetoken"

/** Creates an application token in the format of `behaviour.tokenFormat` or of the customer's magic name. */
export function createToken(simulator: SimulatorState, { lastName }: Customer): string {
  const { tokenFormat, magic } = simulator.settings.behaviour
  const hasMagicName = magic && lastName?.trim().toLowerCase() === OPAQUE_TOKEN_NAME.toLowerCase()
  const format = hasMagicName ? "opaque" : tokenFormat
  if (format === "opaque") return `${simulator.random.hex(8)}/../a b?c=d&e#f%2F+\u00e9..`
  return format === "hex" ? simulator.random.hex(16) : simulator.random.uuid()
}
