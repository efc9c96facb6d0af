import { MedusaError } from "@medusajs/framework/utils"

/** Errors that were written to be read by people; others quote what they were given. */
const TOLD: ReadonlySet<string> = new Set([
  MedusaError.Types.INVALID_DATA,
  MedusaError.Types.NOT_ALLOWED,
  MedusaError.Types.NOT_FOUND,
  MedusaError.Types.PAYMENT_AUTHORIZATION_ERROR,
  MedusaError.Types.PAYMENT_REQUIRES_MORE_ERROR,
])

const LONGEST = 200

type Thrown = { name?: unknown; type?: unknown; message?: unknown }

/**
 * Why a workflow failed, fit for the timeline and for events. Workflows hand errors on as plain
 * objects, so it goes by their fields.
 */
export function reasonOf(error: unknown): string {
  const { name, type, message }: Thrown = typeof error === "object" && error !== null ? error : {}
  const isTold = typeof type === "string" && TOLD.has(type) && typeof message === "string"
  return isTold
    ? message.slice(0, LONGEST)
    : typeof name === "string"
      ? name
      : "an unforeseen error"
}
