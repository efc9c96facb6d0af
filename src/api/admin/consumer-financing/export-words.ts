import type { PayoutEventName } from "../../../domain/payout-event"
import type { ApplicationState } from "../../../domain/application-state"

// Texts of the exported file in the language of the person who saves it.

export const LANGUAGES = ["en", "es"] as const
type Language = (typeof LANGUAGES)[number]

const ENGLISH = {
  /** In the order of the columns. */
  heads: {
    order: "Order",
    customer: "Customer",
    email: "E-mail",
    state: "State",
    applied: "Applied on ({{zone}})",
    shipped: "Shipped on ({{zone}})",
    requested: "Payment requested on ({{zone}})",
    paidOut: "Paid out, first seen on ({{zone}})",
    financed: "Applied for (USD)",
    paid: "Paid out (USD)",
    refunded: "Refunded (USD)",
    net: "Net (USD)",
    lender: "Lender",
    environment: "Environment",
    application: "Application",
  },
  states: {
    created: "Started",
    "awaiting-customer": "Waiting for the customer",
    "under-review": "Under review",
    "ready-to-settle": "Signed",
    settling: "Payment requested",
    funded: "Paid out",
    "partly-refunded": "Partly refunded",
    refunded: "Refunded",
    declined: "Declined",
    cancelled: "Cancelled",
    expired: "Expired",
    "needs-attention": "Needs attention",
  } satisfies Record<ApplicationState, string>,
  environments: { staging: "Test mode", production: "Production" },
}

export type ExportColumn = keyof typeof ENGLISH.heads

export const EXPORT_WORDS: Record<Language, typeof ENGLISH> = {
  en: ENGLISH,
  es: {
    heads: {
      order: "Pedido",
      customer: "Cliente",
      email: "Correo",
      state: "Estado",
      applied: "Solicitado el ({{zone}})",
      shipped: "Enviado el ({{zone}})",
      requested: "Pago solicitado el ({{zone}})",
      paidOut: "Pagado, visto por primera vez el ({{zone}})",
      financed: "Solicitado (USD)",
      paid: "Pagado (USD)",
      refunded: "Reembolsado (USD)",
      net: "Neto (USD)",
      lender: "Entidad",
      environment: "Entorno",
      application: "Solicitud",
    },
    states: {
      created: "Iniciada",
      "awaiting-customer": "A la espera del cliente",
      "under-review": "En revisión",
      "ready-to-settle": "Firmada",
      settling: "Pago solicitado",
      funded: "Pagada",
      "partly-refunded": "Reembolsada en parte",
      refunded: "Reembolsada",
      declined: "Rechazada",
      cancelled: "Cancelada",
      expired: "Caducada",
      "needs-attention": "Requiere atención",
    },
    environments: { staging: "Modo de prueba", production: "Producción" },
  },
}

const ENGLISH_PAYOUTS = {
  heads: {
    date: "Date ({{zone}})",
    event: "Event",
    order: "Order",
    customer: "Customer",
    application: "Application",
    amount: "Amount (USD)",
    deposited: "Deposited on",
    fee: "Fee (USD)",
    reference: "Reference of the deposit",
  },
  events: {
    requested: "Payment requested",
    "paid-out": "Paid out (first seen)",
    refunded: "Refunded in full",
    "partly-refunded": "Refunded in part",
    "not-paid": "Counted as not paid",
    "refund-taken-back": "Refund taken back",
  } satisfies Record<PayoutEventName, string>,
}

export const PAYOUT_WORDS: Record<Language, typeof ENGLISH_PAYOUTS> = {
  en: ENGLISH_PAYOUTS,
  es: {
    heads: {
      date: "Fecha ({{zone}})",
      event: "Movimiento",
      order: "Pedido",
      customer: "Cliente",
      application: "Solicitud",
      amount: "Importe (USD)",
      deposited: "Abonado el",
      fee: "Comisión (USD)",
      reference: "Referencia del abono",
    },
    events: {
      requested: "Pago solicitado",
      "paid-out": "Pagado (visto por primera vez)",
      refunded: "Reembolso total",
      "partly-refunded": "Reembolso parcial",
      "not-paid": "Contado como no pagado",
      "refund-taken-back": "Reembolso retirado",
    },
  },
}
