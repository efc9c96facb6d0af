import type { HttpTypes } from "@medusajs/types"
import {
  type FinancingConfig,
  getConfig,
  isConsumerFinancing,
} from "medusa-payment-consumer-financing/storefront"
import {
  ContinueToFinancing,
  FinancingOption,
  FinancingStatus,
} from "medusa-payment-consumer-financing/storefront/react"
import { useEffect, useState } from "react"
import { Link, useNavigate, useParams } from "react-router-dom"
import { BusyButton } from "../parts/busy-button"
import { CartPreApproval } from "../parts/cart-pre-approval"
import { sdk } from "../sdk"

const BANK_TRANSFER = "pp_system_default"

type Flow = "redirect" | "dialog" | "form"
const FLOWS: { flow: Flow; label: string }[] = [
  { flow: "redirect", label: "At the financing service" },
  { flow: "dialog", label: "In a window here" },
  { flow: "form", label: "In our own form" },
]

/** The choice of a payment method, below the status of an existing application. */
export function Payment({ cart }: { cart: HttpTypes.StoreCart }) {
  const { country } = useParams()
  const navigate = useNavigate()
  const [method, setMethod] = useState("")
  const showConfirmation = (orderId: string) =>
    void navigate(`/${country}/order/${orderId}/confirmed`)

  const placeOrder = async () => {
    await sdk.store.payment.initiatePaymentSession(cart, { provider_id: BANK_TRANSFER })
    const result = await sdk.store.cart.complete(cart.id)
    if (result.type === "order") return showConfirmation(result.order.id)
    throw Object.assign(new Error(result.error.message), { status: 400 })
  }
  return (
    <>
      <FinancingStatus cartId={cart.id} onChooseAnother={() => setMethod(BANK_TRANSFER)} />
      <section className="card">
        <fieldset className="choices">
          <legend>How would you like to pay?</legend>
          <FinancingOption
            cartId={cart.id}
            version={cart.updated_at?.toString()}
            checked={isConsumerFinancing(method)}
            onSelect={setMethod}
          >
            <CartPreApproval cartId={cart.id} />
            <Flows cartId={cart.id} providerId={method} />
          </FinancingOption>
          <div className="choice">
            <input
              id="by-hand"
              type="radio"
              name="payment-method"
              checked={method === BANK_TRANSFER}
              onChange={() => setMethod(BANK_TRANSFER)}
            />
            <label htmlFor="by-hand">
              Bank transfer
              <small>You pay all of it before we send it. No financing.</small>
            </label>
          </div>
        </fieldset>
        {method === BANK_TRANSFER ? (
          <BusyButton className="button wide" onPress={placeOrder}>
            Place the order
          </BusyButton>
        ) : null}
      </section>
    </>
  )
}

type FlowsProps = { cartId: string; providerId: string }

/** The choice between the ways to apply that the shop offers. A real shop would pick one. */
function Flows({ cartId, providerId }: FlowsProps) {
  const { country } = useParams()
  const [flow, setFlow] = useState<Flow>("redirect")
  const [config, setConfig] = useState<FinancingConfig | null>(null)
  useEffect(() => void getConfig(sdk).then(setConfig, () => undefined), [])
  return (
    <>
      {config?.flows.own_form ? (
        <fieldset className="segments">
          <legend>Where would you like to apply?</legend>
          {FLOWS.map(({ flow: option, label }) => (
            <label key={option}>
              <input
                type="radio"
                name="flow"
                checked={flow === option}
                onChange={() => setFlow(option)}
              />
              <span>{label}</span>
            </label>
          ))}
        </fieldset>
      ) : null}
      {flow === "form" ? (
        <Link className="button" to={`/${country}/checkout/apply`}>
          Fill in the form
        </Link>
      ) : (
        <ContinueToFinancing cartId={cartId} providerId={providerId} mode={flow} />
      )}
    </>
  )
}
