import type { Message } from "./order-message"
import type { Goods, MessageCode } from "./order-message-codes"

export type MessageWords = {
  /** The beginning of the message of a review case or of an edited order. */
  goods: Record<Goods, string>
  messages: Record<MessageCode, string>
}

const MESSAGES: MessageWords["messages"] = {
  "shipped-unpaid":
    "Nobody pays for this order: {{due}} shipped, and the financing ended without a payment. Ask the customer to pay another way, or get the goods back.",
  "partly-shipped-unpaid":
    "Nobody pays for this order: the financing ended without a payment, and some goods have shipped. Ship nothing more. Ask the customer to pay another way, or get the goods back.",
  "rest-unpaid":
    "This financing ended without a payment, and {{due}} of the order is not paid. Ship only what is paid for, or ask the customer to pay another way.",
  "shipped-rest-unpaid":
    "All goods have left, this financing ended without a payment, and {{due}} of the order is not paid. Ask the customer to pay another way, or get goods back.",
  "rest-unsigned":
    "The customer has not signed for {{amount}} yet. Another payment covers all but {{due}} of the order: ship only what it pays for.",
  "rest-in-review":
    "The lender is still reviewing {{amount}}. Another payment covers all but {{due}} of the order: ship only what it pays for.",
  "shipped-rest-unsigned":
    "All goods have left, and the customer has not signed for {{amount}} yet. Another payment covers all but {{due}} of the order.",
  "shipped-rest-in-review":
    "All goods have left, and the lender is still reviewing {{amount}}. Another payment covers all but {{due}} of the order.",
  "held-by-other":
    "Ship nothing before you have looked at another financing of this order: its own message says why.",
  "ended-after-payout":
    "The service ended this after it had paid {{amount}} out. Ship nothing more before its portal shows whether it takes the money back.",
  "test-order": "Test order. Do not ship: nobody pays.",
  "test-order-shipped":
    "Test order. Nobody pays for this order, and goods have shipped. Ask the customer to pay another way, or get the goods back.",
  "test-paid-unshipped":
    "Test order. Do not ship: its payment of {{left}} is in test mode only. No real money comes.",
  "test-paid": "Test order: its payment of {{left}} is in test mode only. No real money comes.",
  "test-signed": "Signed in test mode: nobody pays for it in production.",
  "doubt-settle-repeats":
    "We requested {{sum}} and the answer was lost. We request it again after {{again}}, once; then you decide. Do not request it yourself. You may ship: the customer has signed.",
  "doubt-settle":
    "We requested {{sum}} and the answer was lost. We will not send it again: compare with the service's portal, then decide. You may ship: the customer has signed.",
  "doubt-settle-changed":
    "We requested {{sum}} and the answer was lost. The order or its financing changed since, so we do not request it again. Ship nothing before you have compared with the service's portal and decided.",
  "doubt-cancel":
    "Do not ship: we asked the service to end this financing of {{sum}} and the answer was lost. We ask again until it answers.",
  "doubt-refund":
    "Ship nothing for this refund: we sent a refund of {{sum}} and the answer was lost. We keep checking and will not send it again. Do not do it again either.",
  "doubt-replaced":
    "Ship nothing more: the service reads refunded, but its messages name another application, so perhaps only a part was refunded. Compare with the service's portal, then decide.",
  "doubt-create":
    "The shopper's application for {{sum}} has no answer. We will not send it again; the shopper can apply again. There is nothing to ship.",
  "in-review": "Do not ship yet: the lender is still reviewing. This changes when it is decided.",
  "shipped-in-review":
    "Ship nothing more: the lender is still reviewing. Goods have left already, and nobody pays for them if it is declined.",
  unsigned: "Do not ship yet: the customer has not signed.",
  "shipped-unsigned":
    "Ship nothing more: the customer has not signed. Goods have left already, and nobody pays for them until then.",
  "edited-more":
    "The customer signed for {{amount}}; {{due}} is due now. Request the payment first, then collect {{difference}}.",
  "edited-less":
    "The customer signed for {{amount}}; {{due}} is due now. Request the payment, then refund {{difference}}.",
  "edited-goods":
    "The {{amount}} that the customer signed for is what is due, but the order has other goods, another address or another payment, too. Decide about it first.",
  "edit-collect":
    "{{amount}} was requested as signed, and the order costs {{total}} now. Collect {{difference}} before you ship anything more.",
  "shipped-collect":
    "{{amount}} was requested as signed, and the order costs {{total}} now. Collect {{difference}}: all goods have left.",
  "ship-collect":
    "{{amount}} was requested as signed, and the order costs {{total}} now. Collect {{difference}}; until then ship only what is paid for.",
  "edit-refund":
    "The order costs {{total}} now, less than was paid for it. Refund {{difference}}, less any fee that you keep. You may ship what the order still has.",
  "shipped-refund":
    "The order costs {{total}} now, less than was paid for it. Refund {{difference}}, less any fee that you keep.",
  "refund-again":
    "Medusa counts {{difference}} as owed to the customer, and a part of this order was refunded or counted as not paid before. Refund only what that did not cover, and ship no refunded goods.",
  ship: "Approved and signed. Ship it; the payment is requested as you set it.",
  "ship-rest":
    "Approved and signed, and some goods have shipped. Ship the rest; the payment is requested as you set it.",
  "payment-follows": "Goods have shipped. {{left}} is requested automatically, as you set it.",
  "fulfill-first":
    "Goods have shipped. {{left}} is requested once you mark the lines that need no shipping as fulfilled.",
  "payment-on-delivery":
    "Goods have shipped. {{left}} is requested once you mark all of them as delivered. Lines that need no shipping may have to be fulfilled first.",
  "request-payment": "Goods have shipped, and the payment of {{left}} is not requested yet.",
  "request-failed":
    "Goods have shipped, but the payment request for {{left}} failed: you are not paid for them. Request it again.",
  "not-due":
    "Nothing is due from this financing: its order or its payment was cancelled, or it is paid another way. Do not request its payment, and ship nothing on its account.",
  "not-needed":
    "Another payment pays for this order. Nothing is due from this financing: do not request its payment.",
  "ship-payment-requested": "The payment of {{left}} is requested. Ship what has not left yet.",
  "payment-requested":
    "The payment of {{left}} is requested from the service. It is not paid out yet.",
  "ship-paid-out": "Paid out by the service: {{service}}. Ship what has not left yet.",
  "paid-out": "Paid out by the service: {{service}}.",
  "ship-partly-refunded":
    "{{left}} of {{amount}} stay financed; the rest was refunded or counted as not paid. Ship what was not refunded. It stays listed until all goods of the order have left.",
  "ship-other-refunded":
    "Another payment of this order was refunded; {{left}} stay financed here. Ship what was not refunded.",
  "partly-refunded":
    "{{left}} of {{amount}} stay financed; the rest was refunded or counted as not paid.",
  "refunded-unshipped": "Refunded in full. Do not ship: nothing is financed any more.",
  "refunded-here":
    "This financing was refunded in full. Ship only what another payment of the order pays for.",
  refunded: "Refunded in full. The financing has ended.",
  "paid-otherwise": "This financing has ended. Another payment pays for this order.",
  declined: "The financing was declined. Do not ship: nobody pays for this order.",
  "declined-order-cancelled": "The financing was declined, and the order is cancelled.",
  "declined-without-order": "The financing was declined. It pays for no order.",
  "cancelled-unshipped": "The service cancelled this. Do not ship: you will not be paid.",
  "ended-unshipped": "We ended this financing at the service. Do not ship: you will not be paid.",
  cancelled: "The financing is cancelled. Nothing is paid for it.",
  "expired-unshipped": "The customer did not sign in time. Do not ship: nobody pays.",
  expired: "The customer did not sign in time. The financing has ended.",
  unconfirmed:
    "The service has not confirmed this application. The shopper can apply again. There is nothing to ship.",
  "waiting-for-customer": "Waiting for the customer to finish the application.",
  "reviewed-without-order": "The lender is reviewing the application. There is no order yet.",
  "signed-without-order": "Approved and signed. The customer has not placed the order yet.",
  "needs-attention": "Do not ship yet: the service gives a status that does not fit.",
  "case-doubt": "A call to the service has no answer yet.",
  "case-answer": "The service's answer cannot be right: it is not known who pays {{amount}}.",
  "case-unknown-code": "The service reports a status that we do not know. Ask its support.",
  "case-amounts":
    "The service finances {{service}}, and this financing is for {{left}}. Ask the service why.",
  "case-tax-exempt": "The service finances {{service}} without taxes, not {{left}}.",
  "case-late-approval":
    "The customer signed for {{amount}}, and the purchase was changed. Nothing is charged.",
  "case-unneeded-loan": "The service paid out {{left}}, and no order needs it. Give it back.",
  "case-mismatch": "The service's status does not fit: you may not be paid {{left}}.",
  "case-order": "The order or its payment of {{amount}} did not go as it should.",
  "case-order-edit": "The order was changed after the customer signed for {{amount}}.",
  "case-unfulfilled": "{{left}} is requested once every line is fulfilled, or you say so.",
  "case-test-data": "Applied for in test mode: nobody pays for it in production.",
  "case-dead-payment": "Medusa cancelled the payment; the customer signed for {{amount}}.",
  "case-ledger": "Medusa's payments and refunds of this order do not add up.",
  "case-sign-again":
    "The customer has to sign a new contract over what remains, which is not paid until then.",
  "case-settle-again": "{{left}} has to be requested again, by a new contract.",
  "case-missing-refund": "The service refunded a part that Medusa does not show yet.",
  "case-refunded-elsewhere":
    "The service reads refunded, not by us: perhaps you will not keep {{left}}.",
  "case-cancel": "The service has not ended this financing of {{left}} yet.",
  "case-unused": "The customer signed for {{amount}} and has not placed the order.",
  "case-unsafe-link": "The service sent a link for the customer that is not safe.",
  "case-order-id": "The service did not take the order number.",
  "case-unwatched":
    "The status of this financing of {{left}} is not known: the service gives none, or it is not checked any more.",
  "case-lost-application": "The service has an application that we do not know.",
}

/** English, for screens and messages; Spanish is in order-message-words-es.ts. */
export const ENGLISH_MESSAGES: MessageWords = {
  goods: { ship: "", hold: "Do not ship yet. ", "hold-rest": "Ship nothing more. ", none: "" },
  messages: MESSAGES,
}

type Formats = { amount: (cents: number | null) => string; time: (at: Date | string) => string }

/** Formats a message for people. */
export function describeMessage(
  message: Message,
  { goods, messages }: MessageWords,
  { amount, time }: Formats
): string {
  const { again_at } = message
  const params: Record<string, string> = {
    amount: amount(message.amount),
    left: amount(message.left),
    refunded: amount(message.refunded),
    service: amount(message.service ?? message.left),
    total: amount(message.total),
    difference: amount(message.difference),
    due: amount(message.due),
    sum: amount(message.sum),
    again: again_at === null ? "" : time(again_at),
  }
  const start = /^(case|edited)-/.test(message.code) ? goods[message.goods] : ""
  return (
    start +
    messages[message.code].replace(/\{\{(\w+)\}\}/g, (_, name: string) => params[name] ?? "")
  )
}
