import {
  type FinancingApplication,
  getApplication,
} from "medusa-payment-consumer-financing/storefront"
import {
  FinancingOffers,
  useFinancing,
  useFinancingStatus,
} from "medusa-payment-consumer-financing/storefront/react"
import { ApplicationForm } from "medusa-payment-consumer-financing/storefront/form"
import { useEffect, useState } from "react"
import { Link, useNavigate, useParams } from "react-router-dom"
import { z } from "zod"
import { useCart } from "../cart-context"
import { formatPrice } from "../prices"
import { sdk } from "../sdk"

/** A real shop uses its lender's text here and changes the version with the text. */
const CONSENT = {
  version: "demo-1",
  text: "I agree that the demo's lender checks my details, and that nothing of this is real.",
}

/** Shows the shop's own application form, then the offers, then the link to the contract. */
export function Apply() {
  const { cart, orderId } = useCart()
  const { country } = useParams()
  const { texts } = useFinancing()
  const navigate = useNavigate()
  const [application, setApplication] = useState<FinancingApplication | null | undefined>()
  const cartId = cart?.id
  useEffect(() => {
    if (cartId) void getApplication(sdk, cartId).then(setApplication, () => setApplication(null))
  }, [cartId])
  const showApplication = (updated: FinancingApplication) => {
    setApplication(updated)
    window.scrollTo(0, 0)
  }
  const showConfirmation = (id: string) => void navigate(`/${country}/order/${id}/confirmed`)
  useEffect(() => {
    if (orderId) showConfirmation(orderId)
  }, [orderId])
  if (!cart || application === undefined) return null

  const hasOffers = application?.kind === "full" && application.offers.length > 0
  const isClosed = application && ["declined", "not_available"].includes(application.status)
  const showsForm =
    !application ||
    application.kind !== "full" ||
    ["cart_changed", "declined"].includes(application.status)
  return (
    <div className={hasOffers ? "" : "narrow"}>
      <p className="crumb">
        <Link to={`/${country}/checkout?step=payment`}>Back to payment</Link>
      </p>
      <h1>{hasOffers ? "Here is what you can choose" : "Apply for financing"}</h1>
      {application?.status === "declined" ? (
        <p className="lead" role="status">
          {texts.applications?.declined ?? application.message}
        </p>
      ) : null}
      {showsForm ? (
        <>
          <p className="soft">
            For {formatPrice(cart.total, cart.currency_code)}. What you type goes to the financing
            service in one request; neither the shop nor this browser keeps it.
          </p>
          <ApplicationForm zod={z} cartId={cart.id} consent={CONSENT} onApplied={showApplication} />
        </>
      ) : (
        <p className="lead" role="status">
          {texts.applications?.[application.status] ?? application.message}
        </p>
      )}
      {hasOffers ? <FinancingOffers application={application} onSelected={setApplication} /> : null}
      {isClosed ? (
        <Link className="button" to={`/${country}/checkout?step=payment`}>
          Choose another payment method
        </Link>
      ) : null}
      {showsForm || isClosed ? null : (
        <WaitForOrder key={application.status} cartId={cart.id} onOrder={showConfirmation} />
      )}
    </div>
  )
}

type WaitForOrderProps = { cartId: string; onOrder: (orderId: string) => void }

/** Waits for the order. The service does not redirect shoppers back after the signature. */
function WaitForOrder({ cartId, onOrder }: WaitForOrderProps) {
  const orderId = useFinancingStatus(cartId).financing?.order_id
  useEffect(() => {
    if (orderId) onOrder(orderId)
  }, [orderId])
  return null
}
