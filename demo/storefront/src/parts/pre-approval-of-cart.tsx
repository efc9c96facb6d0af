import {
  claimPreApproval,
  getPreApprovalOfCart,
  type PreApproval,
} from "medusa-payment-consumer-financing/storefront"
import { useFinancing } from "medusa-payment-consumer-financing/storefront/react"
import { useEffect, useState } from "react"
import { forgetClaim, keptClaim } from "../claim"
import { sdk } from "../sdk"

const DOLLARS = new Intl.NumberFormat("en-US", {
  style: "currency",
  currency: "USD",
  maximumFractionDigits: 0,
})

/** Shows the customer's or guest's pre-approval that applies to the cart, if there is one. */
export function PreApprovalOfCart({ cartId }: { cartId: string }) {
  const { texts } = useFinancing()
  const [found, setFound] = useState<PreApproval | null>(null)
  useEffect(() => {
    void preApprovalOf(cartId).then(setFound)
  }, [cartId])
  if (found === null || found.status === "used") return null
  if (found.approved_up_to === null)
    return <p className="notice">{texts.preApprovals?.[found.status] ?? found.message}</p>
  return (
    <p className="notice good">
      You are pre-approved up to <b>{DOLLARS.format(found.approved_up_to)}</b>. It is used for this
      order.
    </p>
  )
}

/** Attaches a guest's claim to the cart and removes an invalid claim. Otherwise reads the cart's pre-approval. */
async function preApprovalOf(cartId: string): Promise<PreApproval | null> {
  const claim = keptClaim()
  try {
    return claim
      ? await claimPreApproval(sdk, { cartId, claim })
      : await getPreApprovalOfCart(sdk, cartId)
  } catch (error) {
    const { status } = error as { status?: number }
    if (claim && status === 404) forgetClaim()
    return null
  }
}
