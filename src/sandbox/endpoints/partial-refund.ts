import { z } from "@medusajs/framework/zod"
import type { Behaviour } from "../behaviour"
import { toCents } from "../money"
import { partialRefund as refundInPart } from "../state/money-operations"
import { buildJsonAnswer } from "./answer"
import { expectQuery, findApplicationByPath, readJson, type Handler } from "./call"
import { getBehaviour } from "../state/get-behaviour"
import { expectBalancedCart } from "./balanced-cart"
import * as field from "./field-schemas"
import { applyVerdict, getRefundVerdict } from "./order-actions"

const totalsShape = {
  loanAmount: field.loanAmount,
  shipping: field.amount.optional(),
  taxes: field.amount.optional(),
  discount: field.amount.optional(),
}
const itemsSchema = z.array(field.cartItem)

const bodyWithItems = z.strictObject({ ...totalsShape, items: itemsSchema })
const bodyWithApplicationItems = z
  .strictObject({ ...totalsShape, applicationItems: itemsSchema })
  .transform(({ applicationItems: items, ...rest }) => ({ ...rest, items }))

const bodyWithBoth = z
  .strictObject({ ...totalsShape, items: itemsSchema, applicationItems: itemsSchema })
  .refine(
    ({ items, applicationItems }) => JSON.stringify(items) === JSON.stringify(applicationItems),
    "items and applicationItems differ"
  )
  .transform(({ applicationItems: _same, ...rest }) => rest)

const BODY_SCHEMAS = {
  items: bodyWithItems,
  applicationItems: bodyWithApplicationItems,
  both: bodyWithBoth,
} as const

function getNewStatus(answer: Behaviour["partialRefundAnswer"], isRaised: boolean): string {
  if (answer === "S" || answer === "B") return answer
  if (answer === "unknown-code") return "Q"
  return isRaised ? "B" : "C"
}

/** Endpoint 13. Refunds in every case; `behaviour.partialRefundAnswer` only changes the response. */
export const partialRefund: Handler = (call) => {
  expectQuery(call, [])
  const { simulator } = call
  const { application, link } = findApplicationByPath(call)
  const behaviour = getBehaviour(simulator, application)
  const cart = readJson(call, BODY_SCHEMAS[behaviour.partialRefundItemsName])
  expectBalancedCart(simulator, cart)
  const refusal = getRefundVerdict(link, behaviour)
  if (refusal) return applyVerdict(refusal.verdict, refusal.message)
  const loanAmount = toCents(cart.loanAmount)
  const answer = behaviour.partialRefundAnswer
  const status = getNewStatus(answer, loanAmount > link.loanAmount)
  const token = refundInPart(simulator, application, {
    cart: {
      loanAmount,
      shipping: toCents(cart.shipping ?? 0),
      taxes: toCents(cart.taxes ?? 0),
      items: cart.items,
      status,
    },
    telling: behaviour.postbackOnRefund ? "always" : "never",
  })
  const message = "partial refund processed"
  if (answer === "ok") return buildJsonAnswer({ status: "ok", message, token })
  if (answer === "null-token") return buildJsonAnswer({ status, message, token: null })
  if (answer === "no-token") return buildJsonAnswer({ status, message })
  if (answer === "same-token") return buildJsonAnswer({ status, message, token: link.token })
  return buildJsonAnswer({ status, message, token })
}
