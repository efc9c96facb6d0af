import type * as english from "./en-orders"

/** What the page of an order says of its financing, in Spanish. */
export const headlines: typeof english.headlines = {
  "shipped-unpaid":
    "Enviaste mercancía de este pedido y su financiación de {{amount}} fue {{state}}. Nadie paga este pedido. Pide al cliente otro pago o recupera la mercancía.",
  "in-doubt":
    "Pedimos esto al servicio y su respuesta se perdió: {{call}} de {{sum}}. Seguimos comprobándolo y no lo enviaremos otra vez. No lo repitas tú tampoco.",
  "in-review":
    "No envíes todavía: la entidad sigue revisando. Esta página cambia cuando se haya decidido.",
  "shipped-in-review":
    "No envíes nada más: la entidad sigue revisando. Ya ha salido mercancía y, si se rechaza, nadie la paga.",
  unsigned: "No envíes todavía: el cliente no ha firmado.",
  "shipped-unsigned":
    "No envíes nada más: el cliente no ha firmado. Ya ha salido mercancía y nadie la paga hasta entonces.",
  "review-case": "Decide esto primero: {{case}}.",
  ship: "Aprobada y firmada. Envía el pedido; cobras después del envío.",
  "payment-follows":
    "La mercancía ha salido. El pago se solicita automáticamente {{when}}; tarda unos segundos.",
  "request-payment": "La mercancía ha salido y el pago aún no se ha solicitado.",
  "not-due": "No envíes nada por esta financiación: su pedido está cancelado u otro pago lo cubre.",
  "payment-requested": "El pago de {{left}} está solicitado al servicio.",
  "paid-out": "Pagado por el servicio: {{left}}.",
  "partly-refunded":
    "Pagado y reembolsado en parte: {{refunded}} devueltos, {{left}} siguen financiados.",
  refunded: "Reembolsado por completo. La financiación ha terminado.",
  "paid-otherwise": "La financiación fue {{state}}. Otro pago cubre este pedido.",
  declined: "La financiación fue rechazada. No envíes: nadie paga este pedido.",
  "declined-order-cancelled": "La financiación fue rechazada y el pedido está cancelado.",
  "declined-without-order": "La financiación fue rechazada. No se hizo ningún pedido.",
  cancelled: "La financiación está cancelada. No se cobra nada por ella.",
  expired: "El cliente no firmó a tiempo. La financiación ha terminado.",
  "waiting-for-customer": "A la espera del cliente, que no ha terminado la solicitud.",
  "reviewed-without-order": "La entidad está revisando la solicitud. Aún no hay pedido.",
  "signed-without-order": "Aprobada y firmada. El cliente aún no ha hecho el pedido.",
}

export const obstacles: typeof english.obstacles = {
  "call-open": "Ahora no: una llamada anterior al servicio aún no tiene respuesta.",
  "case-open": "Decide primero lo que requiere atención.",
  "not-ready": "Solo se puede cobrar lo que el cliente ha firmado.",
  "paid-out": "Ya está pagado: reembólsalo primero y cancela después el pedido.",
  packed: "Cancela primero sus preparaciones o registra una devolución.",
  "other-open": "Otra financiación de este pedido aún no está resuelta.",
}

export const order: typeof english.order = {
  customer: "Cliente",
  expires: "Termina el",
  expiresHint: "si no ocurre nada hasta entonces",
  over: "terminado",
  shipped: "Enviada",
  payLink: "Copiar enlace de pago",
  collected: "Lo he cobrado por otra vía",
  collectedTitle: "¿Marcar el pedido {{order}} como pagado?",
  collectedText:
    "Medusa registra que recibiste {{amount}} por otra vía. No se envía nada al servicio de financiación.",
  collectedDone: "El pedido está marcado como pagado.",
  returned: "Registrar una devolución",
  refundLeft: "Reembolsar … de {{left}} restantes",
  captureHint: "«Solicitar pago» hace lo mismo que «Capturar pago» de Medusa.",
  details: "Detalles",
}

export const errors: typeof english.errors = {
  copy: "Copiar detalles para soporte",
  copied: "Los detalles están copiados.",
  unknown: "No ha funcionado.",
  invalid: "No se envió nada: falta algo que pide el servicio.",
  unreachable: "No se puede contactar con el servicio. No se envió nada. Inténtalo más tarde.",
  credentials: "El servicio rechaza tus credenciales. No se envió nada. Revisa los ajustes.",
  refused: "El servicio lo rechazó. No se cambió nada.",
  doubt:
    "El servicio no respondió con claridad. Puede que haya ocurrido: no lo repitas. Seguimos comprobándolo y está en Requiere atención.",
}

export const happenings: typeof english.happenings = {
  "request-made": "Se pidió al cliente que financiara el pedido",
  "request-sent": "Se envió el enlace al cliente",
  "request-withdrawn": "Se retiró la petición",
  "offer-selected": "El cliente eligió una oferta",
  "refund-asked": "Se envió un reembolso al servicio",
  "refund-recorded": "El reembolso se registró en Medusa",
  "ledger-repaired": "Se completó un registro incompleto de Medusa",
  created: "El cliente hizo la solicitud",
  refused: "El servicio no aceptó la solicitud",
  "session-adopted": "El cliente continuó",
  "link-copied": "Se copió el enlace del cliente",
  "link-sent": "Se volvió a enviar el enlace al cliente",
  superseded: "Una solicitud nueva ocupó su lugar",
  "shopper-returned": "El cliente volvió a la tienda",
  "shopper-walked-away": "El cliente abandonó la solicitud",
  "postbacks-received": "El servicio envió un mensaje",
  "postbacks-put-aside": "Un mensaje del servicio no se pudo leer",
  "postback-processed-again": "Un mensaje del servicio se procesó otra vez",
  "status-changed": "El estado cambió",
  "consent-given": "El cliente aceptó las condiciones del prestamista",
  "customer-must-sign-again": "El cliente tiene que firmar un contrato nuevo",
  "order-placed": "Se hizo el pedido",
  "order-not-placed": "No se pudo hacer el pedido",
  "order-authorized": "El pedido quedó autorizado",
  "order-cancelled": "El pedido se canceló",
  "order-id-told": "Se comunicó al servicio el número de pedido",
  "capture-wanted": "Pago solicitado en Medusa",
  "refund-wanted": "Reembolso solicitado en Medusa",
  "order-cancel-wanted": "Cancelación solicitada",
  "shipment-wanted": "Marcado como enviado",
  "reconcile-wanted": "Estado comprobado",
  "address-asked": "Dirección comprobada",
  settled: "Pago solicitado al servicio",
  "capture-recorded": "El pago se capturó en Medusa",
  "partly-refunded": "Reembolsado en parte",
  refunded: "Reembolsado por completo",
  "cancellation-requested": "Cancelación solicitada",
  cancelled: "La financiación se canceló",
  "lost-token-found": "Se encontró la respuesta perdida",
  "doubt-resolved": "Se indicó cómo terminó la llamada",
  "needs-attention": "Requiere atención",
  "review-case-cleared": "Aviso resuelto",
  "review-case-resolved": "Decidido",
  "review-case-not-resolved": "Una decisión no se pudo llevar a cabo",
  "too-many-applications": "Más solicitudes de lo habitual en la tienda",
}

export const amountsOfHappenings: typeof english.amountsOfHappenings = {
  "request-made": "Se pidió al cliente que financiara {{amount}}",
  "refund-asked": "Se envió al servicio un reembolso de {{amount}}",
  "refund-recorded": "El reembolso de {{amount}} se registró en Medusa",
  created: "El cliente solicitó {{amount}}",
  "capture-wanted": "Pago de {{amount}} solicitado en Medusa",
  "refund-wanted": "Reembolso de {{amount}} solicitado en Medusa",
  settled: "Pago de {{amount}} solicitado al servicio",
  "partly-refunded": "Reembolsados {{amount}}; {{left}} siguen financiados",
  refunded: "Reembolsados {{amount}}; la financiación ha terminado",
}

export const statuses: typeof english.statuses = {
  P: "Se inició la solicitud",
  Z: "Se está verificando al cliente",
  R: "Preaprobada",
  A: "Aprobada: el cliente aún tiene que firmar",
  W: "La entidad la está revisando",
  M: "La entidad da su aprobación final",
  S: "La entidad la aprobó y el cliente firmó",
  C: "El servicio la pagó",
  L: "Otra entidad la pagó",
  X: "Rechazada: los datos del cliente no coinciden",
  U: "La entidad la rechazó",
  O: "El servicio la canceló",
  T: "El servicio la reembolsó",
  B: "El cliente tiene que firmar un contrato nuevo",
  unknown: "El servicio indica un estado que aquí no se conoce",
}

export const fieldErrors: typeof english.fieldErrors = {
  missing: "Rellena este campo.",
  number: "Escribe un número, como 300.",
  more: "Debe ser más de {{bound}}.",
  least: "Debe ser {{bound}} o más.",
  most: "Debe ser {{bound}} o menos.",
  aboveMaximum: "Debe ser menor que el total máximo.",
  belowMinimum: "Debe ser mayor que el total mínimo.",
  state: "Usa las dos letras de un estado de EE. UU., por ejemplo CA.",
  email: "Escribe un correo electrónico.",
  phone: "Escribe un teléfono de EE. UU. de diez cifras.",
}
