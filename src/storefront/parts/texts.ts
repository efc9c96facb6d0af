import type { ShopperCode } from "../../domain/shopper-codes"
import type { CheckoutStep, FinancingApplication, FinancingState, PreApproval } from "../answers"
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
  // In a language that the shop does not speak: instead of its own sentences. Null to show those.
  messages: Record<ShopperCode, string> | null
  applications: Record<FinancingApplication["status"], string> | null
  preApprovals: Record<PreApproval["status"], string> | null
  reasons: Record<string, string> | null
  missing: Record<CheckoutStep, string> | null
  /** What is wrong with a field of a form, by code, with `{limit}`; and above all of them. */
  problems: Partial<Record<string, string>> | null
  correct: string | null
  /** Why a call was refused, by HTTP's status. */
  refused: Partial<Record<number, string>> | null
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
  messages: null,
  applications: null,
  preApprovals: null,
  reasons: null,
  missing: null,
  problems: null,
  correct: null,
  refused: null,
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
const AGAIN = "Vuelve a elegir la financiación u otro método de pago."

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
  messages: {
    "not-financed": `Esta compra no se puede financiar: su total no está entre los límites o la dirección es un apartado postal. ${OTHERWISE}`,
    "not-begun": `No se ha podido solicitar la financiación. No se ha cobrado nada. ${AGAIN}`,
    verifying: "Estamos comprobando tus datos.",
    "choose-offer": "Tu solicitud está aprobada. Elige una de tus ofertas.",
    sign: "Continúa en el servicio de financiación y firma allí tu contrato.",
    "sign-again":
      "Tu pedido ha cambiado y hay que firmar de nuevo su financiación: continúa en el servicio de financiación.",
    "link-sent":
      "El servicio de financiación te ha enviado un enlace al teléfono y al correo. Ábrelo para terminar tu compra.",
    "under-review": "Tu solicitud se está revisando. No se ha cobrado nada.",
    approved: "Tu financiación está aprobada y firmada.",
    "cart-changed":
      "Tu cesta ha cambiado desde que solicitaste la financiación. Vuelve a elegirla para lo que compras ahora.",
    "being-closed": "Esta solicitud se está cerrando. Vuelve a elegir el método de pago.",
    "on-hold":
      "La tienda tiene que revisar tu financiación antes de hacer el pedido y ya lo sabe. No se ha cobrado nada.",
    "order-on-hold": "La tienda tiene que revisar tu financiación y ya lo sabe.",
    declined: `La financiación no se ha aprobado. No se ha cobrado nada. ${OTHERWISE}`,
    "details-differ":
      "El servicio de financiación no ha podido comprobar tus datos. No se ha cobrado nada. Revísalos y vuelve a solicitarla, o elige otro método de pago.",
    cancelled: `Tu solicitud se ha cancelado. No se ha cobrado nada. ${AGAIN}`,
    expired: `Tu solicitud ha caducado porque no se firmó a tiempo. No se ha cobrado nada. ${AGAIN}`,
    refunded: "La financiación de este pedido se ha devuelto por completo.",
    "pre-approval-above-amount":
      "Esta compra supera tu preaprobación y necesita una nueva solicitud.",
    "pre-approval-expired":
      "Tu preaprobación ha caducado y esta compra necesita una nueva solicitud.",
    "pre-approval-not-accepted":
      "Tu preaprobación no se ha podido usar y esta compra necesita una nueva solicitud.",
  },
  applications: {
    verifying: "Estamos comprobando tus datos.",
    choose_offer: "Tu solicitud está aprobada. Elige una de tus ofertas.",
    sign: "Continúa en el servicio de financiación y firma allí tu contrato.",
    under_review: "Tu solicitud se está revisando. No se ha cobrado nada.",
    approved: "Tu financiación está aprobada y firmada.",
    declined: `La financiación no se ha aprobado. No se ha cobrado nada. ${OTHERWISE}`,
    not_available: `Esta compra no se puede financiar. No se ha cobrado nada. ${OTHERWISE}`,
    cart_changed: "Tu cesta ha cambiado desde tu solicitud. Solicítala de nuevo.",
    on_hold: "La tienda tiene que revisar tu financiación y ya lo sabe. No se ha cobrado nada.",
  },
  preApprovals: {
    unconfirmed:
      "No sabemos si tu solicitud ha llegado. Si recibes un enlace, ha llegado; si no, vuelve a pedirla más tarde.",
    apply: "Abre tu enlace del servicio de financiación y haz allí la solicitud.",
    under_review: "Tu solicitud se está revisando.",
    approved: "Tienes una preaprobación. Elige la financiación al pagar para usarla.",
    used: "Tu preaprobación se ha usado en una compra.",
    declined: "La preaprobación no se ha concedido. No se ha cobrado nada.",
    expired: "Tu preaprobación ha caducado. Puedes pedir otra.",
    not_available: "No hay ninguna preaprobación para ti por ahora.",
    on_hold: "La tienda tiene que revisar tu preaprobación.",
  },
  problems: {
    missing: "falta",
    kind: "no es del tipo correcto",
    "one-of": "tiene que ser una de las opciones",
    invalid: "no es válido",
    "ssn-digits": "tiene que tener nueve cifras, con o sin guiones",
    "ssn-never-given": "no es un número que exista",
    "calendar-day": "tiene que ser un día del calendario",
    "birth-date": "tiene que ser un día de hace entre 18 y 120 años",
    "past-day-year": "tiene que ser un día pasado, de hace un año como mucho",
    "past-day-years": "tiene que ser un día pasado, de hace {limit} años como mucho",
    "coming-day": "tiene que ser un día de hoy a dentro de un año",
    "too-long": "puede tener {limit} caracteres como mucho",
    "us-phone": "tiene que ser un teléfono de Estados Unidos",
    "us-state": "tiene que ser las dos letras de un estado",
    zip: "tiene que tener cinco cifras",
    "whole-dollars": "tiene que ser dólares enteros, solo con cifras",
    negative: "no puede ser negativo",
    "too-large": "es demasiado grande",
    "two-decimals": "puede tener dos decimales como mucho",
    email: "tiene que ser una dirección de correo",
    "after-issued": "tiene que ser posterior a la fecha de expedición",
    "payday-needed": "hace falta si cobras dos veces al mes",
    "payday-needless": "solo hace falta si cobras dos veces al mes",
  },
  correct: "Faltan algunos datos o no son válidos. Corrige los campos señalados.",
  refused: {
    400: `No se ha podido hacer. Revisa los datos de tu cesta. ${OTHERWISE}`,
    401: "Esta dirección de correo tiene una cuenta en esta tienda. Inicia sesión o usa otra dirección.",
    429: "Demasiados intentos. Espera un poco y vuelve a intentarlo.",
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
