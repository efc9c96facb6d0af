import { escapeHtml } from "./escape-html"

export const STAFF_LANGUAGES = ["en", "es"] as const
export type StaffLanguage = (typeof STAFF_LANGUAGES)[number]

/** Messages to staff; a shop's template finds the name in `what`. */
export const STAFF_MESSAGES = [
  "ready-to-ship",
  "needs-attention",
  "service-unavailable",
  "daily-digest",
  "test",
] as const
export type StaffMessageName = (typeof STAFF_MESSAGES)[number]

/** `amount` is in words, such as `$1,467.64`. */
export type StaffPurchase = {
  orderNumber: string | null
  customerName: string | null
  amount: string
}

/** The customer's name is its only personal data, and it contains no link or token. */
export type StaffText = { title: string; sentence: string; purchase: StaffPurchase | null }

export type OpenTasks = {
  ship: { count: number; amount: string }
  request: { count: number }
  balance: { count: number }
  decide: { count: number }
  isUnavailable: boolean
}

const ENGLISH = {
  order: "Order",
  open: "Open in the dashboard",
  titles: {
    "ready-to-ship": "Ready to ship",
    "needs-attention": "Decision needed",
    "daily-digest": "Financing: to do today",
    "refused-credentials": "Financing: credentials refused",
    unreachable: "Financing: the service does not answer",
    test: "Financing: test message",
  },
  testMode: " (test mode)",
  ship: "The customer has signed. Ship the order.",
  outage: {
    "refused-credentials":
      "The service refuses the shop's credentials, so shoppers are not offered financing. Enter the right ones in the settings.",
    unreachable:
      "The service cannot be reached, so shoppers are not offered financing. It is tested every minute.",
  },
  tasks: {
    ship: "To ship",
    request: "Payments to request",
    balance: "To refund or collect",
    decide: "Decisions needed",
    unavailable: "Shoppers are not offered financing: the service cannot be used.",
  },
  test: "Messages about consumer financing arrive here.",
}

const SPANISH: typeof ENGLISH = {
  order: "Pedido",
  open: "Abrir en el panel",
  titles: {
    "ready-to-ship": "Listo para enviar",
    "needs-attention": "Hace falta una decisión",
    "daily-digest": "Financiación: tareas de hoy",
    "refused-credentials": "Financiación: credenciales rechazadas",
    unreachable: "Financiación: el servicio no responde",
    test: "Financiación: mensaje de prueba",
  },
  testMode: " (modo de prueba)",
  ship: "El cliente ha firmado. Envía el pedido.",
  outage: {
    "refused-credentials":
      "El servicio rechaza las credenciales de la tienda y no se ofrece financiación a los clientes. Introduce las correctas en los ajustes.",
    unreachable:
      "No se puede acceder al servicio y no se ofrece financiación a los clientes. Se prueba cada minuto.",
  },
  tasks: {
    ship: "Por enviar",
    request: "Pagos por solicitar",
    balance: "Por reembolsar o cobrar",
    decide: "Decisiones pendientes",
    unavailable: "No se ofrece financiación a los clientes: el servicio no se puede usar.",
  },
  test: "Los mensajes sobre la financiación llegan aquí.",
}

/** The titles and sentences of messages to staff. Texts of review cases are in order-message-words.ts. */
export const STAFF_WORDS = { en: ENGLISH, es: SPANISH } satisfies Record<StaffLanguage, unknown>

/** Returns the digest's sentence; null when there is nothing to do. */
export function describeTasks(
  { ship, request, balance, decide, isUnavailable }: OpenTasks,
  language: StaffLanguage
): string | null {
  const { tasks } = STAFF_WORDS[language]
  const parts = [
    ...(ship.count > 0 ? [`${tasks.ship}: ${ship.count} (${ship.amount}).`] : []),
    ...(request.count > 0 ? [`${tasks.request}: ${request.count}.`] : []),
    ...(balance.count > 0 ? [`${tasks.balance}: ${balance.count}.`] : []),
    ...(decide.count > 0 ? [`${tasks.decide}: ${decide.count}.`] : []),
    ...(isUnavailable ? [tasks.unavailable] : []),
  ]
  return parts.length > 0 ? parts.join(" ") : null
}

const linesOf = ({ sentence, purchase }: StaffText, language: StaffLanguage): string[] => {
  if (purchase === null) return [sentence]
  const { orderNumber, customerName, amount } = purchase
  const order = orderNumber && `${STAFF_WORDS[language].order} ${orderNumber}`
  return [[order, customerName, amount].filter(Boolean).join(" · "), sentence]
}

/**
 * Formats a message for the dashboard's bell: plain text without a link, and without the customer's name, because
 * Medusa's own provider of the bell logs it.
 */
export function formatForBell({ title, sentence, purchase }: StaffText, language: StaffLanguage) {
  const unnamed = purchase && { ...purchase, customerName: null }
  const lines = linesOf({ title, sentence, purchase: unnamed }, language)
  return { title, description: lines.join("\n") }
}

/** Formats a message as an email with one link, to the page at `url`. */
export function formatAsEmail(text: StaffText, url: string, language: StaffLanguage) {
  const { open, order } = STAFF_WORDS[language]
  const number = text.purchase?.orderNumber
  const lines = linesOf(text, language)
  const link = `<a href="${escapeHtml(url)}">${escapeHtml(open)}</a>`
  return {
    subject: number ? `${text.title}: ${order.toLowerCase()} ${number}` : text.title,
    text: [...lines, `${open}: ${url}`].join("\n\n"),
    html: [...lines.map(escapeHtml), link].map((line) => `<p>${line}</p>`).join("\n"),
  }
}
