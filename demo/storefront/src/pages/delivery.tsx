import type { HttpTypes } from "@medusajs/types"
import { useEffect, useState } from "react"
import { useNavigate, useParams } from "react-router-dom"
import { useCart } from "../cart-context"
import { type Address, COUNTRIES, findCountry } from "../countries"
import { useCustomer } from "../customer-context"
import { Field, Form } from "../parts/form"
import { formatPrice } from "../prices"
import { sdk } from "../sdk"

type AddressField = { name: keyof Address; label: string; complete: string; optional?: boolean }

const FIELDS: AddressField[] = [
  { name: "first_name", label: "First name", complete: "given-name" },
  { name: "last_name", label: "Last name", complete: "family-name" },
  { name: "address_1", label: "Street", complete: "address-line1" },
  { name: "city", label: "City", complete: "address-level2" },
  { name: "province", label: "State", complete: "address-level1", optional: true },
  { name: "postal_code", label: "ZIP code", complete: "postal-code" },
  { name: "phone", label: "Phone", complete: "tel", optional: true },
]

/** The delivery step: address and shipping option. */
export function Delivery({ cart }: { cart: HttpTypes.StoreCart }) {
  const { update } = useCart()
  const { customer } = useCustomer()
  const { country: code } = useParams()
  const navigate = useNavigate()
  const [options, setOptions] = useState<HttpTypes.StoreCartShippingOption[]>([])
  useEffect(() => {
    void sdk.store.fulfillment
      .listCartOptions({ cart_id: cart.id })
      .then(({ shipping_options }) =>
        setOptions(shipping_options.sort((a, b) => a.amount - b.amount))
      )
  }, [cart.id])
  if (customer === undefined || options.length === 0) return null

  const country = findCountry(code) ?? COUNTRIES[0]
  const getInitialValue = (name: keyof Address) =>
    cart.shipping_address?.[name] || country?.address[name] || ""
  const email = cart.email ?? customer?.email ?? `dana-${Date.now()}@shop.example`
  const selectedOptionId = cart.shipping_methods?.[0]?.shipping_option_id ?? options[0]?.id
  const save = async ({ email, option, ...typed }: Record<string, string>) => {
    const shippingAddress = { ...typed, country_code: country?.code ?? "us" }
    await update(
      { email, shipping_address: shippingAddress, billing_address: shippingAddress },
      option
    )
    await navigate(`/${code}/checkout?step=payment`)
  }
  return (
    <section className="card">
      <Form submit="Continue to payment" onSubmit={save}>
        <h2>Where does it go?</h2>
        <p className="hint">
          This is a demonstration: the last names <b>Approved</b>, <b>Declined</b> and <b>Review</b>{" "}
          are decided by themselves. Everybody else applies at the service.
        </p>
        <div className="fields">
          <Field
            className="whole"
            label="E-mail"
            name="email"
            type="email"
            autoComplete="email"
            defaultValue={email}
            required
          />
          {FIELDS.map(({ name, label, complete, optional }) => (
            <Field
              key={name}
              className={name === "address_1" ? "whole" : ""}
              label={label}
              name={name}
              autoComplete={complete}
              defaultValue={getInitialValue(name)}
              required={!optional}
            />
          ))}
        </div>
        <fieldset className="choices">
          <legend>How does it get there?</legend>
          {options.map(({ id, name, amount }) => (
            <label key={id} className="choice">
              <input
                type="radio"
                name="option"
                value={id}
                defaultChecked={id === selectedOptionId}
                required
              />
              <span>{name}</span>
              <b className="price">{formatPrice(amount, cart.currency_code)}</b>
            </label>
          ))}
        </fieldset>
      </Form>
    </section>
  )
}
