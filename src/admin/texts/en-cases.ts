/** `amount`: financed; `service`: what the service reports; `call`, `sum`: the operation in doubt. */
export const cases = {
  doubt: {
    title: "{{call}} of {{sum}}: no answer",
    happened:
      "We sent this to the service and its answer was lost. It is not known whether it happened.",
    doing:
      "We keep checking. A payment request or a cancellation may be sent once more, unless the order or its amount changed; neither happens twice. Until the outcome is known, nothing else is sent for this purchase.",
    waiting:
      "Waiting is safe. Other payments, refunds and cancellations of this purchase wait until the outcome is known.",
  },
  answer: {
    title: "The service's answer cannot be right",
    happened: "The service answered for another application, or no longer answers for this one.",
    doing: "We keep asking. Until then nothing is shipped, charged or refunded automatically.",
    waiting: "The order waits. If it is not paid yet, its approval can expire.",
  },
  "unknown-code": {
    title: "Unknown status “{{code}}”",
    happened: "The service reports a status that we do not know. Ask its support what it means.",
    doing: "Until then nothing is shipped or charged automatically.",
    waiting: "The order waits. If it is not paid yet, its approval can expire.",
  },
  amounts: {
    title: "{{difference}} differ",
    happened:
      "The service finances {{service}}, and this financing is for {{amount}}. Do not ship.",
    doing: "No further payment is requested while the amounts differ.",
    waiting:
      "If the payment is requested already, the service may pay another amount. If not, the order waits and its approval can expire.",
  },
  "tax-exempt": {
    title: "Customer exempt from taxes",
    happened:
      "The service finances {{service}} without taxes; this financing is for {{amount}} with them. Do not ship.",
    doing: "No further payment is requested while the amounts differ.",
    waiting:
      "If the payment is requested already, the service may pay another amount. If not, the order waits and its approval can expire.",
  },
  "late-approval": {
    title: "Signed for a purchase that changed",
    happened:
      "The customer signed for {{amount}}, and the purchase was changed. Nothing is placed or paid on it.",
    doing:
      "Nothing is charged. Cancel the financing; then the customer checks out again, or you request financing again.",
    waiting: "Nothing is paid, and the credit that the customer signed for stays in use.",
  },
  "unneeded-loan": {
    title: "Paid out without an order",
    happened: "The service paid out {{service}}, and no order needs it.",
    doing: "Nothing is refunded automatically.",
    waiting: "The customer repays a loan for nothing. Decide today.",
  },
  mismatch: {
    title: "The service and the order disagree",
    happened:
      "The service's status is “{{status}}”, which does not fit the order. You may not be paid for it.",
    doing: "Nothing is shipped or charged automatically.",
    waiting:
      "You may not be paid, neither for goods that have left nor for goods that you ship now.",
  },
  order: {
    title: "The order cannot continue",
    happened:
      "The order could not be placed, paid, shipped or cancelled as it should. The service's status is “{{status}}”.",
    doing: "We keep checking the service and try again when something changes.",
    waiting:
      "If goods have left, you may not be paid for them. If not, the customer waits for the order.",
  },
  "order-edit": {
    title: "Order changed after signing",
    happened: "The customer signed for {{amount}}. The order or its other payments changed since.",
    doing:
      "No payment or refund is sent automatically. Once the payment is requested, collect or refund the difference on the order's page.",
    waiting:
      "If the payment is not requested yet, you are not paid, and the approval can expire. If it is, only the difference stays open.",
  },
  unfulfilled: {
    title: "Lines without shipping not fulfilled",
    happened: "Nothing is left to ship. Only lines that need no shipping are not fulfilled.",
    doing: "The payment is not requested until everything is fulfilled, or you say so.",
    waiting: "You are not paid until the payment is requested, and the approval can expire.",
  },
  "test-data": {
    title: "Applied for in test mode",
    happened: "This was applied for in test mode. Nobody pays for it in production.",
    doing: "Nothing is authorized or requested for it.",
    waiting: "Goods that you ship, or have shipped, are not paid for by the service.",
  },
  "dead-payment": {
    title: "Only a cancelled payment is left",
    happened: "Medusa cancelled the payment of this order, and the customer signed for {{amount}}.",
    doing: "Where the service allows it, the payment is authorized again automatically.",
    waiting: "You are not paid for this order, and the approval can expire.",
  },
  ledger: {
    title: "Medusa's records do not add up",
    happened: "Payments and refunds of this order in Medusa do not match each other.",
    doing: "What has only one reading is repaired automatically; this has more than one.",
    waiting: "Waiting moves no money, but Medusa's totals of this order are wrong until then.",
  },
  "sign-again": {
    title: "The customer has to sign again",
    happened:
      "After the refund the customer has to sign a new contract over what remains. The service has written to them.",
    doing: "The refund is recorded once they have signed.",
    waiting: "Until the customer signs, what remains of the order is not financed.",
  },
  "settle-again": {
    title: "Payment to be requested again",
    happened: "After the refund the service made a new contract, which has to be paid out again.",
    doing: "Nothing: request the payment when you agree with the amount.",
    waiting:
      "What remains may not be paid until its payment is requested, and the approval can expire.",
  },
  "missing-refund": {
    title: "Refund missing in Medusa",
    happened: "The service refunded this, and Medusa does not show it.",
    doing: "It is entered in Medusa as soon as Medusa can take it.",
    waiting: "Waiting moves no money, but Medusa shows too little as refunded.",
  },
  "refunded-elsewhere": {
    title: "Refunded in the service's portal",
    happened:
      "Somebody refunded this in the service's portal. Enter it here so that your books match.",
    doing: "Nothing is sent to the service.",
    waiting: "Waiting moves no money, but your books show too much as financed.",
  },
  cancel: {
    title: "The service has not cancelled it",
    happened: "The service refused to cancel this financing, or did not answer.",
    doing: "We try again.",
    waiting: "The customer's credit stays in use until it is cancelled.",
  },
  unused: {
    title: "Signed, without an order",
    happened: "The customer signed for {{amount}} and has not placed the order.",
    doing: "It is cancelled at the service when nobody uses it in time.",
    waiting: "The customer's credit stays in use until it is cancelled.",
  },
  "unsafe-link": {
    title: "The service's link is not safe",
    happened: "The service sent a link for the customer that leads to another place.",
    doing: "The link was given to nobody, and the application ends.",
    waiting: "Waiting costs nothing. The customer can apply again.",
  },
  "order-id": {
    title: "Order number not taken",
    happened:
      "The service did not take the order number. In its portal the order has another number.",
    doing: "Nothing else depends on it.",
    waiting: "Waiting costs nothing.",
  },
  unwatched: {
    title: "Status not known",
    happened:
      "The service has given no status for hours, there are no credentials to ask it with, or this has been open for so long that it is no longer checked.",
    doing:
      "While the service does not answer, we keep asking, and this case closes with its answer. Without credentials of its environment nobody asks: enter them. What is open for too long is checked when you check it.",
    waiting: "Until then a change at the service, such as a cancellation, stays unnoticed here.",
  },
  "lost-application": {
    title: "Application that this shop does not know",
    happened:
      "The service has an application that this database does not know: {{service}}, status “{{status}}”. Was a backup restored? Compare your records with the service's portal.",
    doing:
      "We keep checking its status. Nothing is placed, charged, cancelled or refunded until you decide.",
    waiting: "The customer may have signed and wait for goods. If it was paid out, they repay it.",
  },
}

/** Titles without parameters. */
export const shortTitles = {
  doubt: "No answer from the service",
  "unknown-code": "Unknown status",
  amounts: "Amounts differ",
}

/** `purchase`: the order's number, or else the customer. */
export const decisions = {
  "check-again": {
    label: "Check again",
    title: "Check again",
    effect: "We ask the service for the status now. No money moves, and no goods.",
  },
  "confirm-it-happened": {
    label: "The portal shows it",
    title: "Does the portal show it: {{call}} of {{sum}}?",
    effect: "It is recorded here as done. Nothing is sent to the service.",
  },
  "confirm-it-did-not": {
    label: "The portal does not show it",
    title: "Is it missing in the portal: {{call}} of {{sum}}?",
    effect:
      "It is recorded that it did not happen, and can be tried again. If it did happen after all, money may move twice.",
  },
  "place-order": {
    label: "Place the order",
    title: "Place the order of {{purchase}} ({{amount}})?",
    effect: "The cart becomes an order over {{amount}}. You ship it, and are paid after shipping.",
  },
  settle: {
    label: "Request payment",
    title: "Request payment of {{left}} for {{purchase}}?",
    effect:
      "The service is told that the order has shipped, and pays you {{left}}. Only a refund can take it back.",
  },
  refund: {
    label: "Refund",
    title: "Refund {{purchase}} ({{left}})?",
    effect:
      "The service takes {{left}} back from you, and the customer owes nothing. Goods stay where they are.",
  },
  "record-refund": {
    label: "Record the refund",
    title: "Record a refund of {{purchase}}?",
    effect:
      "Medusa records the refund, so that your books match. Nothing is sent, and no money moves.",
  },
  "end-application": {
    label: "Cancel the financing",
    title: "Cancel the financing of {{purchase}} ({{amount}})?",
    effect: "The service ends the financing. The customer owes nothing, and you are not paid.",
  },
  "cancel-order": {
    label: "Cancel order {{purchase}}",
    title: "Cancel order {{purchase}} ({{amount}})?",
    effect:
      "Medusa cancels the order and the service ends the financing. You are not paid, and other captured payments of the order are refunded. Goods that have left are not called back.",
  },
  acknowledge: {
    label: "Leave it as it is",
    title: "Leave the case of {{purchase}} as it is?",
    effect:
      "The case leaves this list, with your reason. It comes back when something changes. No money moves.",
  },
}

/** Used when the service finances less than Medusa captured. */
export const missing = {
  happened:
    "The service finances {{service}}, and Medusa has captured {{left}}: {{difference}} will not come. Ask the service why, before you do anything about it.",
  "record-refund": {
    label: "Count {{difference}} as not paid",
    title: "Count {{difference}} of {{purchase}} as not paid?",
    effect:
      "Medusa notes {{difference}} as refunded, so that your books match what you are paid. Nothing is sent, and no money moves. What the customer owes you of it is collected outside of this order.",
  },
}

export const operations = {
  create: "Application",
  "select-offer": "Choice of an offer",
  settle: "Payment request",
  cancel: "Cancellation",
  refund: "Refund",
  "partial-refund": "Refund",
  "update-order-id": "Order number",
}
