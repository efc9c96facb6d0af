import type { ApplicationForm } from "../domain/application-form"
import type { OrderSnapshot } from "../domain/order-snapshot"
import type { Problem } from "../domain/problem"

/**
 * Lists fields of a form that contradict its cart, one problem each. The application uses the cart's name and
 * address, as on the service's page, where the customer's address is the shipping address. Ignores case, punctuation
 * and spacing.
 */
export function disagreements(
  { personal, residence = {} }: ApplicationForm,
  { address, email }: OrderSnapshot
): Problem[] {
  const repeated: [field: string, what: string, said: string | undefined, inCart: string][] = [
    ["personal.first_name", "first name", personal.first_name, address.firstName],
    ["personal.last_name", "last name", personal.last_name, address.lastName],
    ["personal.email", "e-mail address", personal.email, email],
    ["residence.street", "street", residence.street, address.street],
    ["residence.city", "city", residence.city, address.city],
    ["residence.state", "state", residence.state, address.state],
    ["residence.zip", "zip code", residence.zip, address.zip],
  ]
  return repeated
    .filter(([, , said, inCart]) => said !== undefined && essence(said) !== essence(inCart))
    .map(([field, what]) => ({
      field,
      sentence: `has to be the ${what} in the cart; leave it out to use that one`,
    }))
}

function essence(text: string): string {
  return text
    .normalize("NFC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}@]/gu, "")
}
