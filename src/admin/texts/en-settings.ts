import type { LoanRateUnit } from "../../domain/offer"
import type { SettleWhen } from "../../domain/settle-when"
import type { StaffLanguage } from "../../domain/staff-message"

export const settings = {
  title: "Consumer financing",
  edit: "Edit",
  save: "Save",
  saved: "Saved.",
  discardTitle: "Leave without saving?",
  discardText: "What you changed here is lost.",
  discard: "Leave",
  stay: "Keep editing",
  locked: "Set in medusa-config",
  lockedHint: "Set in medusa-config, and can only be changed there.",
  emptyHint: "Leave it empty for the default:",
  none: "none",
  yes: "Yes",
  no: "No",
  hours: "hours",
  days: "days",
  notReady:
    "Financing is not offered yet: enter the credentials of the environment that is in use. Until then shoppers are told politely to pay another way.",
  environment: {
    title: "Environment and credentials",
    hint: "Where new applications are made. Each application stays in the environment it was made in.",
    inUse: "In use",
    staging: "Test mode",
    production: "Production",
    stagingBadge: "Test mode: no real loans",
    productionBadge: "Production: real loans",
    toProduction: "Switch to production",
    toStaging: "Switch to test mode",
    toProductionTitle: "Switch to production?",
    toProductionText:
      "Shoppers apply for real loans then. What was applied for in test mode pays for nothing any more: do not ship it. It is ended, listed under Needs attention, or shown as a test order.",
    toStagingTitle: "Switch to test mode?",
    toStagingText:
      "Nobody gets a real loan then: shoppers apply in test mode. Loans that were made in production stay there, and are served as before.",
    stillOpen: "Still open where you are now:",
    needsCredentials: "Enter its credentials first.",
    productionRefused:
      "Still in test mode: the connection test of production failed. Check its credentials.",
    stagingRefused:
      "Still in production: the connection test of test mode failed. Check its credentials.",
    switched: "New applications are made in the other environment now.",
  },
  credentials: {
    hint: "As the service issued them for this environment. What is stored is never shown again.",
    enter: "Enter credentials",
    change: "Change credentials",
    remove: "Remove",
    more: "Change or remove credentials",
    removeTitle: "Remove these credentials?",
    removeText:
      "Applications of this environment can no longer be settled, cancelled or refunded from here, until you enter the credentials again.",
    removed: "The credentials are removed.",
    notSet: "not set",
    unreadable: "Stored, but not readable with this shop's secret any more: enter them again.",
    keep: "Leave it empty to keep what is stored.",
    baseUrl: "Address",
    baseUrlHint:
      "The API address from your welcome letter, e.g. https://api.example.com/api/v1. If you change it, enter the other three again.",
    username: "API username",
    password: "API password",
    signature: "API signature",
    signatureHint: "Client id and secret, already base64 encoded.",
    saved: "The credentials are saved.",
    changed: "Changed",
  },
  connection: {
    test: "Test connection",
    connected: "Connected.",
    "wrong-credentials": "Wrong credentials, or credentials of the other environment.",
    unreachable: "Nothing answers at this address. Check it, and that this server may reach it.",
    "unexpected-answer":
      "Something answers at this address, but not the financing service. Check the path.",
    "not-set": "There are no credentials to test.",
  },
  checkout: {
    title: "Checkout",
    hint: "What shoppers are told, and which carts can be financed.",
  },
  orders: { title: "Orders and money", hint: "What happens automatically, and when." },
  notifications: {
    title: "Notifications",
    hint: "What is sent through your shop's notification provider.",
  },
  testMessage: {
    send: "Send a test",
    bell: "Bell of the dashboard",
    sent: "sent.",
    "already-sent": "already sent.",
    "no-provider": "the shop has no notification provider for it.",
    failed: "the notification provider refused it. Check the address and the provider.",
  },
  expert: { title: "Expert", hint: "Good as they are in most shops." },
  changes: {
    title: "Recent changes",
    none: "Nothing was changed here yet.",
    credentials: "API credentials changed ({{where}})",
  },
  choices: {
    settle: {
      "on-full-shipment": "When everything has shipped",
      "on-shipment": "When the first goods have shipped",
      "on-delivery": "When everything is delivered",
      manual: "Only when somebody captures",
    } satisfies Record<SettleWhen, string>,
    staff_language: { en: "English", es: "Spanish" } satisfies Record<StaffLanguage, string>,
    on_decline: { cancel: "Cancel the order", flag: "Ask a person" },
    on_late_approval: { hold: "Hold it, and ask a person", cancel: "Cancel the application" },
    loan_rate_unit: {
      percent: "Percent (9.9)",
      fraction: "Fraction (0.099)",
      hidden: "Not known: show no rate",
    } satisfies Record<LoanRateUnit, string>,
    partial_refund_items: {
      items: "As items",
      applicationItems: "As applicationItems",
      both: "By both names",
    },
  },
}
