import { preApprovals } from "./en-pre-approvals"
import { selfCheck } from "./en-self-check"
import { schedule, settingFields } from "./en-setting-fields"
import { settings } from "./en-settings"
import { attention } from "./en-attention"
import * as cases from "./en-cases"
import * as orders from "./en-orders"
import * as overview from "./en-overview"
import { states } from "./en-words"

export const en = {
  ...cases,
  ...orders,
  ...overview,
  attention,
  states,
  preApprovals,
  settings,
  settingFields,
  schedule,
  selfCheck,
  menu: {
    home: "Consumer financing",
    applications: "Applications",
    attention: "Needs attention",
    preApprovals: "Pre-approvals",
    payouts: "Payouts",
    settings: "Consumer financing",
  },
  page: {
    loading: "Loading",
    failed: "This could not be loaded.",
    again: "Try again",
    forbidden: "You do not have the right to see this. Ask an administrator of the shop for it.",
    signedOut: "You are signed out. Sign in again to see this.",
  },
  outage: {
    causes: {
      "refused-credentials": "The financing service refuses your credentials",
      unreachable: "The financing service cannot be reached",
    },
    since: "Since",
    shoppers: "Shoppers who could not finance their purchase:",
    offersNothing: "No shopper is offered financing until it works again.",
    toDo: {
      "refused-credentials": "Correct the credentials, or ask the service for new ones.",
      locked:
        "The server's configuration sets them: ask whoever runs your server to correct them in medusa-config.",
      unreachable: "It is asked again every minute. If it lasts, ask the service.",
    },
    settings: "Settings",
  },
  home: {
    titles: {
      "possible-copy": "This database may be a copy",
      copy: "This database is a copy",
      alias: "This server's address is not the shop's",
    },
    why: {
      "possible-copy":
        "The shop is at home at {{home}}, which gives no proof, and this server's address is {{here}}.",
      copy: "Another database answers at {{home}}, where the shop is at home. This server's address is {{here}}.",
      declared: "Staff declared this database a copy of the one at {{home}}.",
      alias:
        "The shop is at home at {{home}}, and this server's address is {{here}}. Both use this database.",
    },
    locked:
      "Financing is locked: nothing is sent to the financing service, no order is placed or authorized, and no customer gets an email.",
    decisions: { moved: "This shop has moved here", copy: "This is a copy" },
    sure: {
      moved:
        "{{here}} becomes the address of this shop, and financing works here. Make sure that no other server uses an older database of this shop: two shops that settle the same loans lose money.",
      copy: "Financing stays locked for this database, whatever answers at {{home}}.",
    },
    done: { moved: "This is the shop's address now.", copy: "This database stays locked." },
    changed: "Address of the shop",
  },
  rights: {
    change:
      "Your role lets you see this and change nothing. Ask an administrator of the shop for more.",
    settle: "Your role does not allow capturing a payment. Ask somebody who may.",
    refund: "Your role does not allow refunding. Ask somebody who may.",
    change_settings:
      "Your role lets you see the settings and change none. Ask an administrator of the shop.",
    decide:
      "Your role does not allow every decision here. Ask somebody who may capture and refund payments.",
  },
  list: {
    subtitle: "Every application for financing.",
    state: "State",
    export: "Export CSV",
    exportFailed: "The file could not be made.",
    empty: "No application yet",
    emptyHint: "It shows up here as soon as a shopper chooses financing.",
    nothingFound: "Nothing matches",
    nothingFoundHint:
      "Search for a part of a name or e-mail, an order number, or an amount such as 1467.64.",
    order: "Order",
    customer: "Customer",
    applied: "Applied for",
    refunded: "Refunded",
    message: "What it means",
    created: "Created",
    noOrder: "No order yet",
    needsAttention: "Needs attention",
  },
  many: {
    settle:
      "Applications: {{count}}, together {{total}}. Each payment is requested only where the order's own page offers it.",
    reconcile: "Applications: {{count}}. Each status is read from the service.",
    progress: "{{done}} of {{count}} done",
    start: "Start",
    continue: "Continue",
    pause: "Pause",
    close: "Close",
    discard: "Discard the rest",
    unfinished: "Continue the last selection",
    select: "Select {{order}}",
    selectAll: "Select all on this page",
    tooMany: "Select at most {{most}} applications.",
    outcomes: {
      done: "Done",
      unanswered: "No status",
      skipped: "Skipped",
      failed: "Failed",
      unknown: "Not known",
    },
  },
  payouts: {
    title: "Payout report",
    zone: "Dates are in {{zone}}.",
    test: "Test mode: no real money.",
    openCases_one: "{{count}} review case is open, and may change these sums.",
    openCases_other: "{{count}} review cases are open; some may change these sums.",
    captured: "Captured minus refunded in Medusa",
    capturedHint: "Payments by financing in this mode, by Medusa's own records.",
    equal: "The same as in Medusa.",
    unequal: "Differs from Medusa by {{amount}}. Choose single days to find the order.",
    refunded: "Refunded",
    total: "Sum",
    from: "From",
    to: "To",
    requested: "Requested minus refunded",
    paidOut: "Paid out minus refunded",
    paidOutHint: "By the day on which a status check first saw the payout.",
    empty:
      "The financing service names no deposit date, fee or reference: the file's columns for them are empty. A partial refund is one line, also where the service takes the whole sum back and pays the rest again.",
    movements: "Movements",
    days: "By day",
    date: "Date",
    event: "Event",
    amount: "Amount",
    none: "No money moved on these days",
    noneHint: "Choose other days.",
    events: {
      requested: "Payment requested",
      "paid-out": "Paid out (first seen)",
      refunded: "Refunded in full",
      "partly-refunded": "Refunded in part",
      "not-paid": "Counted as not paid",
      "refund-taken-back": "Refund taken back",
    },
  },
  file: {
    title: "Consumer financing",
    application: "Application",
    none: "This order is not paid by financing.",
    english: "Details for support",
    lender: "Lender",
    amounts: "Amounts",
    inMedusa: "In Medusa",
    atService: "At the service",
    differ: "The service and Medusa count different amounts.",
    taxExempt: "The service exempted this customer from taxes.",
    timeline: "What happened",
    noEvents: "Nothing has happened yet.",
    by: "by",
    portal: "Open at the service",
    other: "Another financing:",
  },
  actions: {
    reconcile: "Check status",
    reconciled: "The status was checked.",
    settle: "Request payment",
    settleTitle: "Request payment of {{amount}} for order {{order}}?",
    settleText:
      "The service is told that the goods have shipped, and pays you. It cannot be undone, only refunded.",
    settleUnshipped: "Nothing of this order has shipped yet.",
    settled: "The payment is requested.",
    cancel: "Cancel order",
    cancelTitle: "Cancel order {{order}} ({{amount}})?",
    cancelText:
      "The order is cancelled in Medusa and its financing ends at the service. You are not paid. It cannot be undone.",
    cancelled: "The order is cancelled.",
    keep: "Keep order",
    abort: "Cancel",
  },
  link: {
    title: "The customer's turn",
    hint: "The customer has something to do at the service. Hand them their link: nobody else may have it.",
  },
  address: {
    ask: "Check the address",
    differs: "Declined, and the address does not match.",
    silent: "The service says nothing about the address. It says:",
    words: "In its words:",
  },
  picker: {
    products: "Search for products",
    categories: "Search for categories",
    "customer-groups": "Search for customer groups",
    customers: "Search for customers",
  },
  requests: {
    title: "Financing of what is due",
    ask: "Request financing",
    askAgain: "Request financing again",
    hint: "Ask the customer to finance what is due: you get a link to copy, or to send.",
    made: "The customer can be asked now: copy or send the link.",
    copy: "Copy link",
    copied: "The link is copied.",
    notCopied: "The browser does not allow copying here.",
    send: { email: "Send by e-mail to {{to}}", sms: "Send by text" },
    over: {
      declined: "The lender declined it. Ask again, or take another payment.",
      ended: "This request is over.",
    },
    signed: "Signed: this is an order now.",
    toOrder: "Open the order",
    waiting: {
      sent: "Sent. The customer has not finished the application yet.",
      unsent: "Not sent yet: copy or send the link.",
    },
    sentBy: { email: "Sent by e-mail", sms: "Sent by text" },
    wasSent: "The link is on its way.",
    withdraw: "Withdraw",
    withdrawTitle: "Withdraw this request?",
    withdrawText: "Its application is ended at the service. You can ask for a new one.",
    withdrawn: "The request is withdrawn.",
    outdated: "The order was changed since: request financing again.",
    decide: "Decision needed: see Needs attention",
  },
  postbacks: {
    title: "Diagnostics",
    one: "A message from the service",
    subtitle: "Messages the service sent us. We always check the real status ourselves.",
    received: "Received",
    outcome: "Outcome",
    again: "Process again",
    processedAgain: "Processed again.",
    empty: "No message yet",
    emptyHint: "The service sends one when something changes. Everything works without them, too.",
    outcomes: { waiting: "Waiting", processed: "Processed", "put-aside": "Put aside" },
  },
}

export type Texts = typeof en
