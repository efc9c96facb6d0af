import { asMoney } from "../money"
import { shorten } from "../narrator"
import { currentTokenOf, type Application, type CartItem } from "./application"
import { behaviourOf } from "./behaviour-of"
import { changeStatus, type Telling } from "./change-status"
import { newToken } from "./new-token"
import { makeOffers } from "./offers"
import type { World } from "./world"

/** Settles an application. Funds it immediately or after `behaviour.fundDelaySeconds`. */
export function settle(world: World, application: Application, telling: Telling): void {
  const tip = currentTokenOf(application)
  const { statusAfterSettle, fundDelaySeconds } = behaviourOf(world, application)
  tip.settled = true
  application.settleCount += 1
  world.narrate(`Order ${tip.orderId} is settled over ${asMoney(tip.loanAmount)}`)
  if (fundDelaySeconds > 0) fundLater(world, application, telling)
  else if (statusAfterSettle !== "S") {
    changeStatus(world, application, { status: statusAfterSettle, telling })
  }
}

/** Checks whether a settled application waits for its delayed funding. */
export function isBeingFunded(world: World, application: Application): boolean {
  const { status, settled, ended } = currentTokenOf(application)
  return settled && status === "S" && !ended && behaviourOf(world, application).fundDelaySeconds > 0
}

/** Schedules the funding of a settled application after `behaviour.fundDelaySeconds`. */
export function fundLater(world: World, application: Application, telling: Telling): void {
  const tip = currentTokenOf(application)
  const { statusAfterSettle, fundDelaySeconds } = behaviourOf(world, application)
  const status = statusAfterSettle === "S" ? "C" : statusAfterSettle
  const fund = () => {
    const stillWaits = currentTokenOf(application) === tip && tip.status === "S" && !tip.ended
    if (stillWaits) changeStatus(world, application, { status, telling })
  }
  world.clock.after(fundDelaySeconds * 1000, fund, application.id)
}

/** Cancels an application without checks. */
export function cancel(world: World, application: Application, telling: Telling): void {
  application.cancelCount += 1
  currentTokenOf(application).ended = "cancelled"
  const status = behaviourOf(world, application).statusAfterCancel
  changeStatus(world, application, { status, telling })
}

/** Refunds the whole loan. */
export function refund(world: World, application: Application, telling: Telling): void {
  application.refundCount += 1
  currentTokenOf(application).ended = "refunded"
  const status = behaviourOf(world, application).statusAfterRefund
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
  { cart, telling }: { cart: RemainingCart; telling: Telling }
): string {
  const old = currentTokenOf(application)
  const token = newToken(world, application.customer)
  const carried = behaviourOf(world, application).orderIdAfterPartialRefund === "carried"
  const waits = cart.status === "S" || cart.status === "B"
  old.status = "T"
  old.replaced = true
  application.chain.push({
    token,
    status: cart.status,
    loanAmount: cart.loanAmount,
    orderId: carried ? old.orderId : application.originalOrderId,
    settled: !waits,
    funded: !waits,
    ended: undefined,
    replaced: false,
  })
  application.partialRefunds.push({ from: old.token, to: token, loanAmount: cart.loanAmount })
  application.items = cart.items
  application.shipping = cart.shipping
  application.taxes = cart.taxes
  application.offers = makeOffers(cart.loanAmount)
  application.chosenOfferId = undefined
  const change = `${asMoney(old.loanAmount)} → ${asMoney(cart.loanAmount)}`
  const tokens = `${shorten(old.token)} is replaced by ${shorten(token)}`
  world.narrate(`Partial refund on order ${old.orderId}: ${change}; token ${tokens}`)
  if (telling !== "never") world.postbacks.announce(application)
  return token
}
