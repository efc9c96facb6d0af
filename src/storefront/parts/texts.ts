import type { CheckoutStep, FinancingState } from "../answers"
import type { FieldKey, FieldOption } from "./application-fields"

/** What the parts say of themselves. `{from}`, `{to}`, `{amount}`, `{months}`, `{date}` are filled in. */
export type Texts = {
  testMode: string
  /** Beside a price, by which limits there are. */
  lineBetween: string
  lineFrom: string
  lineTo: string
  line: string
  continue: string
  working: string
  resume: string
  chooseAnother: string
  tryAgain: string
  close: string
  dialogTitle: string
  openInWindow: string
  failed: string
  titles: Record<FinancingState | "ordered", string>
  /** In a language that the shop does not speak: instead of its own sentences. Null to show those. */
  standings: Record<FinancingState, string> | null
  reasons: Record<string, string> | null
  missing: Record<CheckoutStep, string> | null
  offers: {
    legend: string
    term: string
    lease: string
    loan: string
    perMonth: string
    months: string
    residual: string
    loanRate: string
    choose: string
    chosen: string
    sign: string
  }
  application: {
    groups: Record<"personal" | "employment" | "residence", string>
    fields: Record<FieldKey, string>
    options: Record<FieldOption, string>
    pick: string
    apply: string
  }
  preApproval: {
    title: string
    intro: string
    firstName: string
    lastName: string
    email: string
    phone: string
    ask: string
    upTo: string
    until: string
    apply: string
  }
}

export const EN: Texts = {
  testMode: "Test mode",
  lineBetween: "Financing from {from} to {to}",
  lineFrom: "Financing from {from}",
  lineTo: "Financing up to {to}",
  line: "Financing available",
  continue: "Continue to financing",
  working: "One moment…",
  resume: "Continue your application",
  chooseAnother: "Choose another payment method",
  tryAgain: "Try again",
  close: "Close",
  dialogTitle: "Apply for financing",
  openInWindow: "Open in this window instead",
  failed: "Financing is not available right now. Please try again in a moment.",
  titles: {
    created: "Your application is being checked",
    "awaiting-customer": "Your application is waiting for you",
    "under-review": "Your application is under review",
    "ready-to-settle": "You are approved",
    settling: "You are approved",
    funded: "You are approved",
    "partly-refunded": "Partly refunded",
    refunded: "Refunded",
    declined: "Not approved",
    cancelled: "Application cancelled",
    expired: "Application expired",
    "needs-attention": "The shop is checking your financing",
    ordered: "Your order is placed",
  },
  standings: null,
  reasons: null,
  missing: null,
  offers: {
    legend: "Choose your plan",
    term: "Term",
    lease: "Lease",
    loan: "Loan",
    perMonth: "{amount} a month",
    months: "{months} months",
    residual: "Value when the lease ends",
    loanRate: "Yearly rate of the loan",
    choose: "Choose this plan",
    chosen: "Chosen",
    sign: "Continue to sign",
  },
  application: {
    groups: { personal: "About you", employment: "Your income", residence: "Your home" },
    fields: {
      ssn: "Social security number",
      birth_date: "Date of birth",
      cell_phone: "Mobile phone",
      pay_cycle: "How often are you paid?",
      next_pay_date: "Next payday",
      previous_pay_date: "Last payday",
      monthly_income: "Monthly income, whole dollars",
      employer_name: "Employer",
      rent_or_own: "Do you rent or own?",
      monthly_cost: "Monthly rent or mortgage, dollars",
      years: "Years at this address",
    },
    options: {
      weekly: "Every week",
      biweekly: "Every two weeks",
      twice_per_month: "Twice a month",
      monthly: "Every month",
      rent: "Rent",
      own: "Own",
      other: "Other",
    },
    pick: "Please choose",
    apply: "Apply",
  },
  preApproval: {
    title: "See what you can spend",
    intro: "Ask for a pre-approval. You are sent a link to apply.",
    firstName: "First name",
    lastName: "Last name",
    email: "E-mail",
    phone: "Mobile phone",
    ask: "Get pre-approved",
    upTo: "Approved up to {amount}",
    until: "Valid until {date}",
    apply: "Go on with your application",
  },
}

const OTHERWISE = "Elige otro método de pago."

export const ES: Texts = {
  testMode: "Modo de prueba",
  lineBetween: "Financiación de {from} a {to}",
  lineFrom: "Financiación desde {from}",
  lineTo: "Financiación hasta {to}",
  line: "Financiación disponible",
  continue: "Continuar con la financiación",
  working: "Un momento…",
  resume: "Continuar tu solicitud",
  chooseAnother: "Elegir otro método de pago",
  tryAgain: "Intentar de nuevo",
  close: "Cerrar",
  dialogTitle: "Solicitar financiación",
  openInWindow: "Abrir en esta ventana",
  failed: "La financiación no está disponible ahora. Inténtalo de nuevo en un momento.",
  titles: {
    created: "Estamos comprobando tu solicitud",
    "awaiting-customer": "Tu solicitud te espera",
    "under-review": "Tu solicitud está en revisión",
    "ready-to-settle": "Solicitud aprobada",
    settling: "Solicitud aprobada",
    funded: "Solicitud aprobada",
    "partly-refunded": "Reembolso parcial",
    refunded: "Reembolsado",
    declined: "No aprobada",
    cancelled: "Solicitud cancelada",
    expired: "Solicitud caducada",
    "needs-attention": "La tienda está revisando tu financiación",
    ordered: "Tu pedido está hecho",
  },
  standings: {
    created: "Estamos comprobando tus datos.",
    "awaiting-customer": "Continúa en el servicio de financiación para terminar y firmar.",
    "under-review": "Tu solicitud se está revisando. No se ha cobrado nada.",
    "ready-to-settle": "Tu financiación está aprobada y firmada.",
    settling: "Tu financiación está aprobada y firmada.",
    funded: "Tu financiación está aprobada y firmada.",
    "partly-refunded": "Se ha devuelto una parte de este pedido.",
    refunded: "La financiación de este pedido se ha devuelto por completo.",
    declined: `La financiación no se ha aprobado. No se ha cobrado nada. ${OTHERWISE}`,
    cancelled:
      "Tu solicitud se ha cancelado. No se ha cobrado nada. Vuelve a elegir la financiación u otro método de pago.",
    expired:
      "Tu solicitud ha caducado porque no se firmó a tiempo. No se ha cobrado nada. Vuelve a elegir la financiación u otro método de pago.",
    "needs-attention": "La tienda tiene que revisar tu financiación y ya lo sabe.",
  },
  reasons: {
    "not-set-up": `La financiación no está disponible en esta tienda por ahora. ${OTHERWISE}`,
    "service-unavailable": `La financiación no está disponible ahora mismo. ${OTHERWISE}`,
    "excluded-sales-channel": `La financiación no está disponible en esta tienda. ${OTHERWISE}`,
    currency: "Solo se financian compras en dólares estadounidenses.",
    "below-minimum": `El total es demasiado bajo para financiarlo. ${OTHERWISE}`,
    "above-maximum": `El total es demasiado alto para financiarlo. ${OTHERWISE}`,
    "excluded-product": `Algo de esta compra no se puede financiar. ${OTHERWISE}`,
    "excluded-gift-card": "Las tarjetas de regalo no se pueden financiar.",
    "excluded-customer-group": `La financiación no está disponible para tu cuenta. ${OTHERWISE}`,
    "excluded-state": `La financiación no está disponible en tu estado. ${OTHERWISE}`,
    abroad: "Solo se financian compras con dirección en Estados Unidos.",
    "nothing-due": "No queda nada que financiar.",
  },
  missing: {
    items: "Añade algo a tu cesta.",
    email: "Indica tu correo electrónico.",
    shipping_address: "Completa tu dirección de envío.",
    billing_address: "Completa tu dirección de facturación.",
    shipping_method: "Elige primero un método de envío.",
  },
  offers: {
    legend: "Elige tu plan",
    term: "Plazo",
    lease: "Alquiler",
    loan: "Préstamo",
    perMonth: "{amount} al mes",
    months: "{months} meses",
    residual: "Valor al terminar el alquiler",
    loanRate: "Tipo anual del préstamo",
    choose: "Elegir este plan",
    chosen: "Elegido",
    sign: "Continuar para firmar",
  },
  application: {
    groups: { personal: "Sobre ti", employment: "Tus ingresos", residence: "Tu vivienda" },
    fields: {
      ssn: "Número de seguro social",
      birth_date: "Fecha de nacimiento",
      cell_phone: "Teléfono móvil",
      pay_cycle: "¿Cada cuánto cobras?",
      next_pay_date: "Próximo día de cobro",
      previous_pay_date: "Último día de cobro",
      monthly_income: "Ingresos al mes, en dólares enteros",
      employer_name: "Empresa",
      rent_or_own: "¿Alquilas o es tuya?",
      monthly_cost: "Alquiler o hipoteca al mes, en dólares",
      years: "Años en esta dirección",
    },
    options: {
      weekly: "Cada semana",
      biweekly: "Cada dos semanas",
      twice_per_month: "Dos veces al mes",
      monthly: "Cada mes",
      rent: "Alquilada",
      own: "Propia",
      other: "Otra",
    },
    pick: "Elige",
    apply: "Solicitar",
  },
  preApproval: {
    title: "Descubre cuánto puedes gastar",
    intro: "Pide una preaprobación. Recibirás un enlace para solicitarla.",
    firstName: "Nombre",
    lastName: "Apellidos",
    email: "Correo electrónico",
    phone: "Teléfono móvil",
    ask: "Pedir preaprobación",
    upTo: "Aprobado hasta {amount}",
    until: "Válido hasta el {date}",
    apply: "Continuar tu solicitud",
  },
}

/** Fills `{names}` in. */
export const fill = (text: string, values: Record<string, string>): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
