import { z } from "@medusajs/framework/zod"
import type { Verdict } from "../behaviour"
import { isCancelled, isFunded, isRefunded, type ChainLink } from "../state/application"
import { getBehaviour } from "../state/get-behaviour"
import * as money from "../state/money-operations"
import { buildOkAnswer, type Answer } from "./answer"
import {
  expectNoBody,
  expectQuery,
  findApplicationByPath,
  readJson,
  isPostbackRequested,
  type Handler,
} from "./call"
import * as field from "./field-schemas"
import { Refusal } from "./refusal"

const refundBody = z.strictObject({ reason: z.string() })
const orderIdBody = z.strictObject({ id: field.text })

/** Answers as a verdict specifies, without changing anything. @throws Refusal unless the verdict is `ok` */
export function applyVerdict(verdict: Verdict, message: string): Answer {
  if (verdict === "ok") return buildOkAnswer(message)
  throw new Refusal(Number(verdict), message)
}

/** Gets the verdict on a full or partial refund that is not allowed. Undefined when it is allowed. */
export function getRefundVerdict(
  link: ChainLink,
  behaviour: { secondRefund: Verdict; refundWhenNotFunded: Verdict }
): { verdict: Verdict; message: string } | undefined {
  if (isRefunded(link)) {
    return { verdict: behaviour.secondRefund, message: "application is already refunded" }
  }
  const isRefundable = (link.settled || isFunded(link)) && !isCancelled(link)
  if (isRefundable) return undefined
  return { verdict: behaviour.refundWhenNotFunded, message: "application is not settled or funded" }
}

/** Endpoint 10: settle. */
export const settle: Handler = (call) => {
  expectNoBody(call, ["postback"])
  const telling = isPostbackRequested(call) ? "usual" : "never"
  const { application, link } = findApplicationByPath(call)
  const { secondSettle, settleWhenNotReady } = getBehaviour(call.simulator, application)
  const isClosed = isRefunded(link) || isCancelled(link)
  if (!isClosed && (link.settled || isFunded(link))) {
    return applyVerdict(secondSettle, "application already settled")
  }
  if (isClosed || link.status !== "S")
    return applyVerdict(settleWhenNotReady, "application not ready to settle")
  money.settle(call.simulator, application, telling)
  return buildOkAnswer("application settled")
}

/** Endpoint 11: cancel. */
export const cancel: Handler = (call) => {
  expectNoBody(call, ["postback"])
  const telling = isPostbackRequested(call) ? "usual" : "never"
  const { application, link } = findApplicationByPath(call)
  const { secondCancel, cancelWhenFunded } = getBehaviour(call.simulator, application)
  if (isCancelled(link)) return applyVerdict(secondCancel, "application already cancelled")
  if (isFunded(link) || isRefunded(link)) {
    return applyVerdict(cancelWhenFunded, "application is funded or refunded")
  }
  money.cancel(call.simulator, application, telling)
  return buildOkAnswer("application cancelled")
}

/** Endpoint 12: full refund. */
export const refund: Handler = (call) => {
  expectQuery(call, [])
  readJson(call, refundBody)
  const { application, link } = findApplicationByPath(call)
  const behaviour = getBehaviour(call.simulator, application)
  const refusal = getRefundVerdict(link, behaviour)
  if (refusal) return applyVerdict(refusal.verdict, refusal.message)
  money.refund(call.simulator, application, behaviour.postbackOnRefund ? "always" : "never")
  return buildOkAnswer("application refunded")
}

/** Endpoint 14: update order id. */
export const updateOrderId: Handler = (call) => {
  expectQuery(call, [])
  const { id } = readJson(call, orderIdBody)
  const { link } = findApplicationByPath(call)
  call.simulator.narrate(`Order ${link.orderId} is now called ${id}`)
  link.orderId = id
  return buildOkAnswer("order id updated")
}
