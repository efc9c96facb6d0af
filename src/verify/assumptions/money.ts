import {
  type Evidence,
  findExchange,
  isRefused,
  isSuccess,
  maskCode,
  readStatus,
  describeExchange,
} from "../evidence"
import { type Assumption, buildConfirmation, buildContradiction, type Finding } from "./assumption"

const ITEM_LIST_CALLS = [
  ["partial-refund-items", "items"],
  ["partial-refund-application-items", "applicationItems"],
  ["partial-refund-both", "both"],
] as const

function judgeItemsName(evidence: Evidence): Finding | null {
  const first = findExchange(evidence, "partial-refund-items")
  if (isSuccess(first)) return buildConfirmation("a partial refund with items was accepted")
  if (!isRefused(first)) return null
  const other = ITEM_LIST_CALLS.find(([call]) => isSuccess(findExchange(evidence, call)))
  if (other === undefined) return null
  const [, name] = other
  return buildContradiction(`items was refused, ${name} accepted`, `partialRefundItems: "${name}",`)
}

function judgePartialRefund(evidence: Evidence): Finding | null {
  const one = ITEM_LIST_CALLS.map(([call]) => findExchange(evidence, call)).find(isSuccess)
  if (one === undefined) return null
  const { status, token } = one.answer
  const old = findExchange(evidence, "create-to-sign")?.answer.token
  const hasNewToken = typeof token === "string" && token !== "" && token !== old
  const named = `${maskCode(status)}, ${hasNewToken ? "a new token" : token === old ? "the same token" : "no token"}`
  return hasNewToken && (status === "C" || status === "L")
    ? buildConfirmation(named)
    : buildContradiction(named)
}

function judgeRefusals(evidence: Evidence): Finding | null {
  const refused = findExchange(evidence, "attach-cart")
  const [before, after] = ["status-pre-approval", "status-after-attach"] as const
  const [old, now] = [readStatus(evidence, before), readStatus(evidence, after)]
  if (!isRefused(refused) || old === null || now === null) return null
  const found = `HTTP ${refused.httpStatus}, then the status reads ${maskCode(now)}`
  return old === now ? buildConfirmation(found) : buildContradiction(found)
}

function judgeSecondSettle(evidence: Evidence): Finding | null {
  const repeat = findExchange(evidence, "settle-again")
  const [old, now] = [
    findExchange(evidence, "status-settled"),
    findExchange(evidence, "status-after-repeat"),
  ]
  if (repeat === undefined || !isSuccess(old) || !isSuccess(now)) return null
  const isUnchanged = Number(old.answer.loanAmount) === Number(now.answer.loanAmount)
  if (isUnchanged)
    return buildConfirmation(`the repeat: ${describeExchange(repeat)}, the amount is the same`)
  return buildContradiction("the amount changed after the repeat")
}

function judgeOrderId(evidence: Evidence): Finding | null {
  const [first, again] = [
    findExchange(evidence, "order-id"),
    findExchange(evidence, "order-id-again"),
  ]
  if (!isSuccess(first) || again === undefined) return null
  if (isSuccess(again)) return buildConfirmation("two order ids were accepted")
  return isRefused(again) ? buildContradiction(`the second: ${describeExchange(again)}`) : null
}

export const MONEY_ASSUMPTIONS: readonly Assumption[] = [
  {
    id: "refusal-changes-nothing",
    sentence: "A 4xx means that nothing was changed, 408 excepted.",
    where: "`financing-api/judge.ts`",
    ifWrong: "The next status check shows it, and amounts or codes that differ open a review case.",
    observedBy: "the status before and after a refused call",
    judge: judgeRefusals,
  },
  {
    id: "server-error-in-doubt",
    sentence: "A 5xx, a broken connection or an unreadable 2xx may have changed something.",
    where: "`financing-api/judge.ts`",
    ifWrong: "Nothing: the plugin is only more careful than necessary.",
    observedBy: null,
  },
  {
    id: "unauthorized-in-doubt",
    sentence: "A 401 can be answered after the call took effect.",
    where: "`financing-api/attempt.ts`",
    ifWrong: "Nothing.",
    observedBy: null,
  },
  {
    id: "second-settle",
    sentence: "Settling what is settled already may answer anything.",
    where: "`modules/…/operations/settle.ts`, which checks first and does not send it",
    ifWrong: "Nothing.",
    observedBy: "a settle and its repeat",
    judge: judgeSecondSettle,
  },
  {
    id: "settle-repeat",
    sentence:
      "An unanswered settle may be sent once more after 15 minutes in which the status stays `S`.",
    where: "`domain/operation.ts`",
    ifWrong:
      "The service would show the amount as settled twice; the interface describes settling as a single transition.",
    observedBy: null,
  },
  {
    id: "partial-refund-answer",
    sentence: "A partial refund answers a new token with `C` or `L`.",
    where: "`modules/…/operations/call-refund.ts`",
    ifWrong:
      "`S`: counted, and a person is asked to settle it. `B`, no token, the same token, an unknown code: in doubt. An older `ok` with a new token: the new status is read.",
    observedBy: "the answer of a partial refund",
    judge: judgePartialRefund,
  },
  {
    id: "sign-again-address",
    sentence:
      "After a `B` the customer signs at the address of the first application, if it is still stored (a funded one's is deleted).",
    where: "`domain/review-causes.ts`",
    ifWrong:
      "They find the earlier application there, and the merchant has to send them to the service's message or portal instead. The refund does not count until the status says signed.",
    observedBy: null,
  },
  {
    id: "partial-refund-items",
    sentence:
      "A partial refund's items are called `items`, unless the setting `partialRefundItems` says otherwise.",
    where: "`modules/…/operations/call-refund.ts`",
    ifWrong:
      "The service refuses and nothing is refunded. The message names `partialRefundItems`, and the merchant changes it.",
    setting: "partialRefundItems",
    observedBy: "a partial refund with each name of the list",
    judge: judgeItemsName,
  },
  {
    id: "order-id-again",
    sentence: "The order id can be set again, and has to be set again for a new token.",
    where: "`modules/…/operations/update-order-id.ts`",
    ifWrong: "The portal shows another number. The plugin tries again with each status check.",
    observedBy: "two order ids in a row",
    judge: judgeOrderId,
  },
  {
    id: "replaced-token",
    sentence: "A token that a partial refund replaced may read anything.",
    where: "`modules/…/operations/call-refund.ts`, which uses the new token only",
    ifWrong: "Nothing.",
    observedBy: "the status of the replaced token",
    judge: (evidence) => {
      const read = findExchange(evidence, "status-replaced")
      if (read === undefined || read.httpStatus === null) return null
      return buildConfirmation(
        readStatus(evidence, "status-replaced") === null
          ? describeExchange(read)
          : `reads ${maskCode(read.answer.status)}`
      )
    },
  },
  {
    id: "second-cancel",
    sentence: "Cancelling what is cancelled already may answer anything.",
    where: "`modules/…/operations/cancel.ts`, which checks first",
    ifWrong: "Nothing.",
    observedBy: "a cancel and its repeat",
    judge: (evidence) => {
      const repeat = findExchange(evidence, "cancel-again")
      if (!isSuccess(findExchange(evidence, "cancel")) || repeat === undefined) return null
      return buildConfirmation(`the repeat: ${describeExchange(repeat)}`)
    },
  },
]
