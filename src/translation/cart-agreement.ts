import type { OrderSnapshot } from "../domain/order-snapshot"
import type { Problem } from "../domain/problem"

/** Name, e-mail and address as a shopper's form may repeat them. */
export type Repeated = {
  firstName?: string | undefined
  lastName?: string | undefined
  email?: string | undefined
  street?: string | undefined
  city?: string | undefined
  state?: string | undefined
  zip?: string | undefined
}

const FIELDS: Record<keyof Repeated, { field: string; what: string }> = {
  firstName: { field: "personal.first_name", what: "first name" },
  lastName: { field: "personal.last_name", what: "last name" },
  email: { field: "personal.email", what: "e-mail address" },
  street: { field: "residence.street", what: "street" },
  city: { field: "residence.city", what: "city" },
  state: { field: "residence.state", what: "state" },
  zip: { field: "residence.zip", what: "zip code" },
}

/**
 * Where a form says something else than the cart it is for: one problem per field. The cart's own
 * name and address are what is applied for, as on the service's page, where the customer's address
 * is the one that the goods are sent to. Case, punctuation and spacing do not matter.
 */
export function disagreements(repeated: Repeated, snapshot: OrderSnapshot): Problem[] {
  const inCart: Required<Repeated> = { ...snapshot.address, email: snapshot.email }
  return (Object.keys(FIELDS) as (keyof Repeated)[]).flatMap((key) => {
    const said = repeated[key]
    if (said === undefined || essence(said) === essence(inCart[key] ?? "")) return []
    const { field, what } = FIELDS[key]
    return [{ field, sentence: `has to be the ${what} in the cart; leave it out to use that one` }]
  })
}

function essence(text: string): string {
  return text
    .normalize("NFC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}@]/gu, "")
}
