import Medusa from "@medusajs/js-sdk"
import { useState } from "react"
import { createRoot } from "react-dom/client"
import { type FinancingApplication, leaveFrame } from "../../../src/storefront"
import {
  ApplicationForm,
  ContinueToFinancing,
  FinancingLine,
  FinancingOffers,
  FinancingOption,
  FinancingProvider,
  FinancingStatus,
  PreApprovalBox,
  ResumeFinancing,
} from "../../../src/storefront/react"
import "../../../src/storefront/styles.css"

// Who the shop is, and which cart the shopper holds, is in the address: other pages of a shop know it.
const given = new URLSearchParams(window.location.search)
const remembered = (name: string) => {
  const value = given.get(name) ?? sessionStorage.getItem(name) ?? ""
  sessionStorage.setItem(name, value)
  return value
}
const cartId = remembered("cart")
const [, , page, orderId] = window.location.pathname.split("/")
const mode = remembered("mode") === "dialog" ? "dialog" : "redirect"
const sdk = new Medusa({ baseUrl: remembered("medusa"), publishableKey: remembered("key") })

const showOrder = (id: string) => window.location.assign(`/us/order/${id}/confirmed`)

function Checkout() {
  // Whoever comes back sees first how their application stands.
  const [isChoosing, setChoosing] = useState(!given.has("step"))
  const [method, setMethod] = useState("")
  const byHand = async () => {
    const { cart } = await sdk.store.cart.retrieve(cartId)
    await sdk.store.payment.initiatePaymentSession(cart, { provider_id: "pp_system_default" })
    const done = await sdk.store.cart.complete(cartId)
    if (done.type === "order") showOrder(done.order.id)
  }
  if (!isChoosing) {
    return (
      <FinancingStatus
        cartId={cartId}
        onOrder={showOrder}
        onChooseAnother={() => setChoosing(true)}
      />
    )
  }
  return (
    <>
      <FinancingLine price={1_500} />
      <ResumeFinancing cartId={cartId} />
      <fieldset>
        <legend>Payment</legend>
        <label>
          <input type="radio" name="payment-method" onChange={() => setMethod("manual")} /> By hand
        </label>
        <FinancingOption
          cartId={cartId}
          checked={method.includes("financing")}
          onSelect={setMethod}
        >
          <ContinueToFinancing
            cartId={cartId}
            providerId={method}
            mode={mode}
            onLeave={() => setChoosing(false)}
          />
        </FinancingOption>
      </fieldset>
      {method === "manual" ? (
        <button type="button" onClick={() => void byHand()}>
          Place the order
        </button>
      ) : null}
    </>
  )
}

function Apply() {
  const [application, setApplication] = useState<FinancingApplication | null>(null)
  return application ? (
    <FinancingOffers application={application} />
  ) : (
    <ApplicationForm cartId={cartId} onApplied={setApplication} />
  )
}

const PAGES: Record<string, () => React.ReactNode> = {
  checkout: Checkout,
  apply: Apply,
  order: () => <p>Order {orderId}</p>,
  "pre-approval": () => (
    <PreApprovalBox onClaim={(claim) => localStorage.setItem("financing-claim", claim)} />
  ),
}

leaveFrame()
const Page = PAGES[page ?? ""] ?? (() => <p>Page not found</p>)
const language = remembered("language") || "en"
document.documentElement.lang = language
createRoot(document.getElementById("shop") as HTMLElement).render(
  <FinancingProvider sdk={sdk} language={language}>
    <h1>The shop</h1>
    <Page />
  </FinancingProvider>
)
