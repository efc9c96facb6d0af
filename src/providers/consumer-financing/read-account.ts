import type { PaymentProviderContext } from "@medusajs/framework/types"
import type { Needs } from "./needs"

type Row = { customer?: { id: string; has_account?: boolean | null } | null }

type Asking = { cartId: string; context: PaymentProviderContext | undefined }

/**
 * The customer with an account whose cart it is and who is logged in as they choose the payment
 * method, as core's own authentication says; null for anybody else. That the cart is the customer's is
 * not enough: Medusa gives a guest's cart to whichever account has the e-mail address that they typed.
 */
export async function readAccount(
  { query }: Pick<Needs, "query">,
  { cartId, context }: Asking
): Promise<string | null> {
  const loggedIn = context?.customer?.id
  if (!loggedIn) {
    return null
  }
  const { data } = await query.graph({
    entity: "cart",
    fields: ["id", "customer.id", "customer.has_account"],
    filters: { id: cartId },
  })
  const customer = (data[0] as Row | undefined)?.customer
  return customer?.has_account && customer.id === loggedIn ? loggedIn : null
}
