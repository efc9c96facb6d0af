import type { OrderSnapshot } from "../domain/order-snapshot"
import type { Problem } from "../domain/problem"

/** Name, e-mail and address, which a shopper's form may repeat. */
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
 * Lists fields of a form that contradict its cart, one problem each. The application uses the cart's name and
 * address, as on the service's page, where the customer's address is the shipping address. Ignores case, punctuation
 * and spacing.
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
