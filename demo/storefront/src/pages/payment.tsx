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
import { PreApprovalOfCart } from "../parts/pre-approval-of-cart"
import { sdk } from "../sdk"

const BY_HAND = "pp_system_default"

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
  const confirmed = (orderId: string) => void navigate(`/${country}/order/${orderId}/confirmed`)

  const placeOrder = async () => {
    await sdk.store.payment.initiatePaymentSession(cart, { provider_id: BY_HAND })
    const done = await sdk.store.cart.complete(cart.id)
    if (done.type === "order") return confirmed(done.order.id)
    throw Object.assign(new Error(done.error.message), { status: 400 })
  }
  return (
    <>
      <FinancingStatus cartId={cart.id} onChooseAnother={() => setMethod(BY_HAND)} />
      <section className="card">
        <fieldset className="choices">
          <legend>How would you like to pay?</legend>
          <FinancingOption
            cartId={cart.id}
            version={cart.updated_at?.toString()}
            checked={isConsumerFinancing(method)}
            onSelect={setMethod}
          >
            <PreApprovalOfCart cartId={cart.id} />
            <Flows cartId={cart.id} providerId={method} />
          </FinancingOption>
          <div className="choice">
            <input
              id="by-hand"
              type="radio"
              name="payment-method"
              checked={method === BY_HAND}
              onChange={() => setMethod(BY_HAND)}
            />
            <label htmlFor="by-hand">
              Bank transfer
              <small>You pay all of it before we send it. No financing.</small>
            </label>
          </div>
        </fieldset>
        {method === BY_HAND ? (
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
          {FLOWS.map(({ flow: one, label }) => (
            <label key={one}>
              <input
                type="radio"
                name="flow"
                checked={flow === one}
                onChange={() => setFlow(one)}
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
