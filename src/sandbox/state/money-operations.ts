import { formatMoney } from "../money"
import { shortenToken } from "../narrator"
import { getCurrentLink, type Application, type CartItem } from "./application"
import { getBehaviour } from "./get-behaviour"
import { changeStatus, type PostbackPolicy } from "./change-status"
import { createToken } from "./create-token"
import { buildOffers } from "./offers"
import type { SimulatorState } from "./simulator-state"

/** Settles an application. Funds it immediately or after `behaviour.fundDelaySeconds`. */
export function settle(
  simulator: SimulatorState,
  application: Application,
  telling: PostbackPolicy
): void {
  const tip = getCurrentLink(application)
  const { statusAfterSettle, fundDelaySeconds } = getBehaviour(simulator, application)
  tip.settled = true
  application.settleCount += 1
  simulator.narrate(`Order ${tip.orderId} is settled over ${formatMoney(tip.loanAmount)}`)
  if (fundDelaySeconds > 0) scheduleFunding(simulator, application, telling)
  else if (statusAfterSettle !== "S") {
    changeStatus(simulator, application, { status: statusAfterSettle, telling })
  }
}

/** Checks whether a settled application waits for its delayed funding. */
export function isAwaitingFunding(simulator: SimulatorState, application: Application): boolean {
  const { status, settled, ended } = getCurrentLink(application)
  return (
    settled && status === "S" && !ended && getBehaviour(simulator, application).fundDelaySeconds > 0
  )
}

/** Schedules the funding of a settled application after `behaviour.fundDelaySeconds`. */
export function scheduleFunding(
  simulator: SimulatorState,
  application: Application,
  telling: PostbackPolicy
): void {
  const tip = getCurrentLink(application)
  const { statusAfterSettle, fundDelaySeconds } = getBehaviour(simulator, application)
  const status = statusAfterSettle === "S" ? "C" : statusAfterSettle
  const fund = () => {
    const isWaiting = getCurrentLink(application) === tip && tip.status === "S" && !tip.ended
    if (isWaiting) changeStatus(simulator, application, { status, telling })
  }
  simulator.clock.runAfter(fundDelaySeconds * 1000, fund, application.id)
}

/** Cancels an application without checks. */
export function cancel(
  simulator: SimulatorState,
  application: Application,
  telling: PostbackPolicy
): void {
  application.cancelCount += 1
  getCurrentLink(application).ended = "cancelled"
  const status = getBehaviour(simulator, application).statusAfterCancel
  changeStatus(simulator, application, { status, telling })
}

/** Refunds the whole loan. */
export function refund(
  simulator: SimulatorState,
  application: Application,
  telling: PostbackPolicy
): void {
  application.refundCount += 1
  getCurrentLink(application).ended = "refunded"
  const status = getBehaviour(simulator, application).statusAfterRefund
  changeStatus(simulator, application, { status, telling })
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
  simulator: SimulatorState,
  application: Application,
  { cart, telling }: { cart: RemainingCart; telling: PostbackPolicy }
): string {
  const old = getCurrentLink(application)
  const token = createToken(simulator, application.customer)
  const isCarried = getBehaviour(simulator, application).orderIdAfterPartialRefund === "carried"
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
  simulator.narrate(`Partial refund on order ${old.orderId}: ${change}; token ${tokens}`)
  if (telling !== "never") simulator.postbacks.sendStatus(application)
  return token
}
