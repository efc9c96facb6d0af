import { z } from "@medusajs/framework/zod"
import type { Verdict } from "../behaviour"
import { isCancelled, isFunded, isRefunded, type ChainLink } from "../state/application"
import { behaviourOf } from "../state/behaviour-of"
import * as money from "../state/money-moves"
import { okAnswer, type Answer } from "./answer"
import {
  expectNoBody,
  expectQuery,
  findByPath,
  readJson,
  wantsPostback,
  type Handler,
} from "./call"
import * as field from "./field-schemas"
import { Refusal } from "./refusal"

const refundBody = z.strictObject({ reason: z.string() })
const orderIdBody = z.strictObject({ id: field.text })

/** Answers as a verdict specifies, without changing anything. @throws Refusal unless the verdict is `ok` */
export function byVerdict(verdict: Verdict, message: string): Answer {
  if (verdict === "ok") return okAnswer(message)
  throw new Refusal(Number(verdict), message)
}

/** Gets the verdict on a full or partial refund that is not allowed. Undefined when it is allowed. */
export function refundVerdict(
  link: ChainLink,
  behaviour: { secondRefund: Verdict; refundWhenNotFunded: Verdict }
): { verdict: Verdict; message: string } | undefined {
  if (isRefunded(link)) {
    return { verdict: behaviour.secondRefund, message: "application is already refunded" }
  }
  const reversible = (link.settled || isFunded(link)) && !isCancelled(link)
  if (reversible) return undefined
  return { verdict: behaviour.refundWhenNotFunded, message: "application is not settled or funded" }
}

/** Endpoint 10: settle. */
export const settle: Handler = (call) => {
  expectNoBody(call, ["postback"])
  const telling = wantsPostback(call) ? "usual" : "never"
  const { application, link } = findByPath(call)
  const { secondSettle, settleWhenNotReady } = behaviourOf(call.world, application)
  const over = isRefunded(link) || isCancelled(link)
  if (!over && (link.settled || isFunded(link))) {
    return byVerdict(secondSettle, "application already settled")
  }
  if (over || link.status !== "S")
    return byVerdict(settleWhenNotReady, "application not ready to settle")
  money.settle(call.world, application, telling)
  return okAnswer("application settled")
}

/** Endpoint 11: cancel. */
export const cancel: Handler = (call) => {
  expectNoBody(call, ["postback"])
  const telling = wantsPostback(call) ? "usual" : "never"
  const { application, link } = findByPath(call)
  const { secondCancel, cancelWhenFunded } = behaviourOf(call.world, application)
  if (isCancelled(link)) return byVerdict(secondCancel, "application already cancelled")
  if (isFunded(link) || isRefunded(link)) {
    return byVerdict(cancelWhenFunded, "application is funded or refunded")
  }
  money.cancel(call.world, application, telling)
  return okAnswer("application cancelled")
}

/** Endpoint 12: full refund. */
export const refund: Handler = (call) => {
  expectQuery(call, [])
  readJson(call, refundBody)
  const { application, link } = findByPath(call)
  const behaviour = behaviourOf(call.world, application)
  const refused = refundVerdict(link, behaviour)
  if (refused) return byVerdict(refused.verdict, refused.message)
  money.refund(call.world, application, behaviour.postbackOnRefund ? "always" : "never")
  return okAnswer("application refunded")
}

/** Endpoint 14: update order id. */
export const updateOrderId: Handler = (call) => {
  expectQuery(call, [])
  const { id } = readJson(call, orderIdBody)
  const { link } = findByPath(call)
  call.world.narrate(`Order ${link.orderId} is now called ${id}`)
  link.orderId = id
  return okAnswer("order id updated")
}
