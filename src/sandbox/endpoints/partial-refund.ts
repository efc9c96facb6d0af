import { z } from "@medusajs/framework/zod"
import type { Behaviour } from "../behaviour"
import { toCents } from "../money"
import { partialRefund as refundInPart } from "../state/money-moves"
import { jsonAnswer } from "./answer"
import { expectQuery, findByPath, readJson, type Handler } from "./call"
import { behaviourOf } from "../state/behaviour-of"
import { checkSum } from "./check-sum"
import * as field from "./field-schemas"
import { byVerdict, refundVerdict } from "./order-actions"

const totals = {
  loanAmount: field.loanAmount,
  shipping: field.amount.optional(),
  taxes: field.amount.optional(),
  discount: field.amount.optional(),
}
const keptItems = z.array(field.cartItem)

const bodyWithItems = z.strictObject({ ...totals, items: keptItems })
const bodyWithApplicationItems = z
  .strictObject({ ...totals, applicationItems: keptItems })
  .transform(({ applicationItems: items, ...rest }) => ({ ...rest, items }))

const bodyWithBoth = z
  .strictObject({ ...totals, items: keptItems, applicationItems: keptItems })
  .refine(
    ({ items, applicationItems }) => JSON.stringify(items) === JSON.stringify(applicationItems),
    "items and applicationItems differ"
  )
  .transform(({ applicationItems: _same, ...rest }) => rest)

const BODIES = {
  items: bodyWithItems,
  applicationItems: bodyWithApplicationItems,
  both: bodyWithBoth,
} as const

function newStatus(answer: Behaviour["partialRefundAnswer"], raised: boolean): string {
  if (answer === "S" || answer === "B") return answer
  if (answer === "unknown-code") return "Q"
  return raised ? "B" : "C"
}

/** Endpoint 13. Refunds in every case; `behaviour.partialRefundAnswer` only changes the response. */
export const partialRefund: Handler = (call) => {
  expectQuery(call, [])
  const { world } = call
  const { application, link } = findByPath(call)
  const behaviour = behaviourOf(world, application)
  const cart = readJson(call, BODIES[behaviour.partialRefundItemsName])
  checkSum(world, cart)
  const refused = refundVerdict(link, behaviour)
  if (refused) return byVerdict(refused.verdict, refused.message)
  const loanAmount = toCents(cart.loanAmount)
  const answer = behaviour.partialRefundAnswer
  const status = newStatus(answer, loanAmount > link.loanAmount)
  const token = refundInPart(world, application, {
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
  if (answer === "ok") return jsonAnswer({ status: "ok", message, token })
  if (answer === "null-token") return jsonAnswer({ status, message, token: null })
  if (answer === "no-token") return jsonAnswer({ status, message })
  if (answer === "same-token") return jsonAnswer({ status, message, token: link.token })
  return jsonAnswer({ status, message, token })
}
