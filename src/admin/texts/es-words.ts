import type * as english from "./en-words"

export const states: typeof english.states = {
  created: "Iniciada",
  "awaiting-customer": "A la espera del cliente",
  "under-review": "En revisión",
  "ready-to-settle": "Lista para enviar",
  settling: "Pago solicitado",
  funded: "Pagada",
  "partly-refunded": "Reembolsada en parte",
  refunded: "Reembolsada",
  declined: "Rechazada",
  cancelled: "Cancelada",
  expired: "Caducada",
  "needs-attention": "Requiere atención",
}
