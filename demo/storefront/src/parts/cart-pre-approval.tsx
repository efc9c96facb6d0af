import {
  claimPreApproval,
  getPreApprovalOfCart,
  type PreApproval,
} from "medusa-payment-consumer-financing/storefront"
import { useFinancing } from "medusa-payment-consumer-financing/storefront/react"
import { useEffect, useState } from "react"
import { removeClaim, readClaim } from "../claim"
import { sdk } from "../sdk"

const DOLLARS = new Intl.NumberFormat("en-US", {
  style: "currency",
  currency: "USD",
  maximumFractionDigits: 0,
})

/** Shows the customer's or guest's pre-approval that applies to the cart, if there is one. */
export function CartPreApproval({ cartId }: { cartId: string }) {
  const { texts } = useFinancing()
  const [preApproval, setPreApproval] = useState<PreApproval | null>(null)
  useEffect(() => {
    void loadPreApproval(cartId).then(setPreApproval)
  }, [cartId])
  if (preApproval === null || preApproval.status === "used") return null
  if (preApproval.approved_up_to === null)
    return (
      <p className="notice">{texts.preApprovals?.[preApproval.status] ?? preApproval.message}</p>
    )
  return (
    <p className="notice good">
      You are pre-approved up to <b>{DOLLARS.format(preApproval.approved_up_to)}</b>. It is used for
      this order.
    </p>
  )
}

/** Attaches a guest's claim to the cart and removes an invalid claim. Otherwise reads the cart's pre-approval. */
async function loadPreApproval(cartId: string): Promise<PreApproval | null> {
  const claim = readClaim()
  try {
    return claim
      ? await claimPreApproval(sdk, { cartId, claim })
      : await getPreApprovalOfCart(sdk, cartId)
  } catch (error) {
    const { status } = error as { status?: number }
    if (claim && status === 404) removeClaim()
    return null
  }
}
