import { formatMoney } from "../money"
import { shortenToken } from "../narrator"
import { getCurrentLink, type Application, type CartItem } from "./application"
import { getBehaviour } from "./get-behaviour"
import { changeStatus, type PostbackPolicy } from "./change-status"
import { createToken } from "./create-token"
import { buildOffers } from "./offers"
import type { World } from "./world"

/** Settles an application. Funds it immediately or after `behaviour.fundDelaySeconds`. */
export function settle(world: World, application: Application, telling: PostbackPolicy): void {
  const tip = getCurrentLink(application)
  const { statusAfterSettle, fundDelaySeconds } = getBehaviour(world, application)
  tip.settled = true
  application.settleCount += 1
  world.narrate(`Order ${tip.orderId} is settled over ${formatMoney(tip.loanAmount)}`)
  if (fundDelaySeconds > 0) scheduleFunding(world, application, telling)
  else if (statusAfterSettle !== "S") {
    changeStatus(world, application, { status: statusAfterSettle, telling })
  }
}

/** Checks whether a settled application waits for its delayed funding. */
export function isAwaitingFunding(world: World, application: Application): boolean {
  const { status, settled, ended } = getCurrentLink(application)
  return (
    settled && status === "S" && !ended && getBehaviour(world, application).fundDelaySeconds > 0
  )
}

/** Schedules the funding of a settled application after `behaviour.fundDelaySeconds`. */
export function scheduleFunding(
  world: World,
  application: Application,
  telling: PostbackPolicy
): void {
  const tip = getCurrentLink(application)
  const { statusAfterSettle, fundDelaySeconds } = getBehaviour(world, application)
  const status = statusAfterSettle === "S" ? "C" : statusAfterSettle
  const fund = () => {
    const isWaiting = getCurrentLink(application) === tip && tip.status === "S" && !tip.ended
    if (isWaiting) changeStatus(world, application, { status, telling })
  }
  world.clock.runAfter(fundDelaySeconds * 1000, fund, application.id)
}

/** Cancels an application without checks. */
export function cancel(world: World, application: Application, telling: PostbackPolicy): void {
  application.cancelCount += 1
  getCurrentLink(application).ended = "cancelled"
  const status = getBehaviour(world, application).statusAfterCancel
  changeStatus(world, application, { status, telling })
}

/** Refunds the whole loan. */
export function refund(world: World, application: Application, telling: PostbackPolicy): void {
  application.refundCount += 1
  getCurrentLink(application).ended = "refunded"
  const status = getBehaviour(world, application).statusAfterRefund
  changeStatus(world, application, { status, telling })
}

export interface RemainingCart {
  /** Integer cents. */
  loanAmount: number
  shipping: number
  taxes: number
  items: CartItem[]
  /** Status of the new application. */
  status: string
}

/** Replaces the loan by a new one over the remaining cart. Returns the new token. */
export function partialRefund(
  world: World,
  application: Application,
  { cart, telling }: { cart: RemainingCart; telling: PostbackPolicy }
): string {
  const old = getCurrentLink(application)
  const token = createToken(world, application.customer)
  const isCarried = getBehaviour(world, application).orderIdAfterPartialRefund === "carried"
  const isPending = cart.status === "S" || cart.status === "B"
  old.status = "T"
  old.replaced = true
  application.chain.push({
    token,
    status: cart.status,
    loanAmount: cart.loanAmount,
    orderId: isCarried ? old.orderId : application.originalOrderId,
    settled: !isPending,
    funded: !isPending,
    ended: undefined,
    replaced: false,
  })
  application.partialRefunds.push({ from: old.token, to: token, loanAmount: cart.loanAmount })
  application.items = cart.items
  application.shipping = cart.shipping
  application.taxes = cart.taxes
  application.offers = buildOffers(cart.loanAmount)
  application.chosenOfferId = undefined
  const change = `${formatMoney(old.loanAmount)} → ${formatMoney(cart.loanAmount)}`
  const tokens = `${shortenToken(old.token)} is replaced by ${shortenToken(token)}`
  world.narrate(`Partial refund on order ${old.orderId}: ${change}; token ${tokens}`)
  if (telling !== "never") world.postbacks.sendStatus(application)
  return token
}
