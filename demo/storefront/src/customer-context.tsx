import type { HttpTypes } from "@medusajs/types"
import { createContext, type ReactNode, useContext, useEffect, useState } from "react"
import { useCart } from "./cart-context"
import { sdk } from "./sdk"

type Login = { email: string; password: string }
type NewCustomer = Login & { first_name: string; last_name: string }

type Customer = {
  /** Null for a guest; undefined while loading. */
  customer: HttpTypes.StoreCustomer | null | undefined
  signIn: (login: Login) => Promise<void>
  signUp: (person: NewCustomer) => Promise<void>
  signOut: () => Promise<void>
}

const Context = createContext<Customer | null>(null)

/** Provides the customer who is logged in. */
export function CustomerProvider({ children }: { children: ReactNode }) {
  const { cart, refresh } = useCart()
  const [customer, setCustomer] = useState<HttpTypes.StoreCustomer | null | undefined>()
  const loadCustomer = async () => {
    const hasToken = Boolean(await sdk.client.getToken())
    const response = hasToken ? await sdk.store.customer.retrieve().catch(() => null) : null
    setCustomer(response?.customer ?? null)
  }
  useEffect(() => void loadCustomer(), [])

  const signIn = async ({ email, password }: Login) => {
    await sdk.auth.login("customer", "emailpass", { email, password })
    // The guest's cart becomes the customer's.
    if (cart) await sdk.store.cart.transferCart(cart.id)
    await Promise.all([loadCustomer(), refresh()])
  }
  const signUp = async ({ password, ...person }: NewCustomer) => {
    await sdk.auth.register("customer", "emailpass", { email: person.email, password })
    await sdk.store.customer.create(person)
    await signIn({ email: person.email, password })
  }
  const signOut = async () => {
    await sdk.auth.logout()
    setCustomer(null)
  }
  return (
    <Context.Provider value={{ customer, signIn, signUp, signOut }}>{children}</Context.Provider>
  )
}

export function useCustomer(): Customer {
  const customer = useContext(Context)
  if (!customer) throw new Error("useCustomer needs a CustomerProvider.")
  return customer
}
