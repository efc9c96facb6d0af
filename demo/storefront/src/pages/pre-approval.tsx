import { PreApprovalBox } from "medusa-payment-consumer-financing/storefront/react"
import { Navigate, useParams } from "react-router-dom"
import { saveClaim, readClaim } from "../claim"
import { useCustomer } from "../customer-context"

/** A guest's pre-approval. Customers see theirs on the account page. */
export function PreApprovalPage() {
  const { customer } = useCustomer()
  const { country } = useParams()
  if (customer === undefined) return null
  if (customer) return <Navigate to={`/${country}/account`} replace />
  return (
    <div className="narrow">
      <h1>Know before you choose</h1>
      <p className="soft">
        Asking costs nothing and binds you to nothing. Once you are approved, the amount is ready
        when you check out on this device.
      </p>
      {readClaim() ? (
        <p className="notice good">
          You have asked on this device. Follow the link that you were sent; what you are approved
          for is used when you choose financing at the checkout.
        </p>
      ) : null}
      <PreApprovalBox onClaim={saveClaim} />
    </div>
  )
}
