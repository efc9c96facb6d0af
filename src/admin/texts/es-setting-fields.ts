import type { schedule as englishSchedule, settingFields as english } from "./en-setting-fields"

export const settingFields: typeof english = {
  environment: { label: "Entorno", hint: "Dónde se crean las solicitudes nuevas." },
  checkout_title: { label: "Título", hint: "El nombre del método de pago al comprar." },
  checkout_description: { label: "Descripción", hint: "Una o dos frases debajo del título." },
  minimum_amount: {
    label: "Total mínimo",
    hint: "En dólares, con envío e impuestos. Por debajo no se ofrece financiación.",
  },
  maximum_amount: {
    label: "Total máximo",
    hint: "En dólares, con envío e impuestos. Por encima no se ofrece financiación.",
  },
  excluded_product_ids: {
    label: "Productos sin financiación",
    hint: "A un carrito con uno de ellos no se le ofrece financiación.",
  },
  excluded_category_ids: {
    label: "Categorías sin financiación",
    hint: "Lo mismo para todos sus productos y los de sus subcategorías.",
  },
  excluded_customer_group_ids: {
    label: "Grupos de clientes sin financiación",
    hint: "A sus clientes no se les ofrece financiación.",
  },
  excluded_states: {
    label: "Estados sin financiación",
    hint: "Dos letras cada uno, como CA, NY. A los clientes que viven allí no se les ofrece financiación.",
  },
  exclude_gift_cards: {
    label: "Tarjetas regalo sin financiación",
    hint: "A un carrito que contiene una tarjeta regalo no se le ofrece financiación. La que paga una parte no cuenta.",
  },
  full_application_enabled: {
    label: "Formulario de solicitud propio",
    hint: "Los clientes solicitan en tu tienda y no en la página del servicio. Trae números de la seguridad social a tu servidor.",
  },
  loan_rate_unit: {
    label: "Unidad del tipo del préstamo",
    hint: "Cómo escribe el servicio el tipo de una oferta. Pregúntale antes: una unidad equivocada muestra un tipo equivocado.",
  },
  pre_approval_enabled: {
    label: "Preaprobaciones",
    hint: "Los clientes pueden preguntar cuánto pueden financiar antes de tener un carrito.",
  },
  pre_approval_valid_days: {
    label: "Las preaprobaciones se pueden usar durante",
    hint: "Días desde la aprobación.",
  },
  pre_approval_suppress_notification: {
    label: "Que el servicio no escriba a los clientes",
    hint: "El servicio no escribe nada al cliente; tu tienda muestra el enlace.",
  },
  settle: {
    label: "Solicitar el pago automáticamente",
    hint: "Se comunica al servicio que la mercancía ha salido, y este te paga. También puedes solicitarlo en cualquier momento.",
  },
  on_decline: {
    label: "Cuando se rechaza un pedido",
    hint: "Un pedido hecho mientras el servicio aún lo revisaba.",
  },
  on_late_approval: {
    label: "Cuando una aprobación llega tarde",
    hint: "El carrito ha cambiado desde entonces, o su pedido se canceló.",
  },
  unsigned_hours: {
    label: "Las solicitudes sin firmar caducan tras",
    hint: "Horas desde que se creó la solicitud.",
  },
  unused_hours: {
    label: "Las firmadas sin pedido caducan tras",
    hint: "Horas desde la firma.",
  },
  declined_hours: {
    label: "Un rechazo se repite durante",
    hint: "Horas en las que un carrito sin cambios recibe la misma respuesta sin consultar al servicio, salvo que el cliente pida volver a solicitarla.",
  },
  return_hours: {
    label: "Los clientes que vuelven ven su pedido durante",
    hint: "Horas desde que se hizo. Después, la vuelta desde el servicio lleva a la página de inicio de la tienda.",
  },
  unfulfilled_hours: {
    label: "Preguntar por envíos sin pago solicitado tras",
    hint: "Horas desde que salió la mercancía, si solo falta preparar una línea sin envío.",
  },
  order_id_prefix: {
    label: "Prefijo de los números de pedido",
    hint: "Va delante del número que se comunica al servicio, como TIENDA-.",
  },
  portal_url: {
    label: "Enlace al portal del servicio",
    hint: "Su dirección, con {token} en lugar del número de solicitud. Los pedidos tendrán un enlace a ella.",
  },
  own_postbacks: {
    label: "Mensajes sobre lo que hacemos nosotros",
    hint: "Si el servicio también escribe cuando solicitamos un pago o cancelamos.",
  },
  partial_refund_items: {
    label: "Nombre de los artículos de un reembolso parcial",
    hint: "Cámbialo solo si el servicio pide otro.",
  },
  polling_at_once: {
    label: "Comprobaciones en paralelo",
    hint: "Solicitudes por las que un servidor pregunta al servicio al mismo tiempo.",
  },
  polling_calls_per_minute: {
    label: "Llamadas por minuto",
    hint: "De las comprobaciones programadas, de todos los servidores juntos.",
  },
  polling_schedule: {
    label: "Calendario de comprobaciones",
    hint: "Cada cuánto se comprueba una solicitud abierta si el servicio no escribe, paso a paso.",
  },
  staff_to: {
    label: "Enviar los mensajes al equipo a",
    hint: "Un correo, o lo que use tu canal. Sin él, los mensajes solo aparecen en la campana del panel.",
  },
  staff_channel: {
    label: "Canal de los mensajes al equipo",
    hint: "Como email o slack, tal como lo llama tu proveedor de notificaciones.",
  },
  time_zone: {
    label: "Zona horaria de tus días",
    hint: "Por ejemplo America/New_York: en ella empiezan los días del informe de pagos, del resumen, de los archivos y del resumen diario. Sin ella, en la del servidor.",
  },
  staff_language: {
    label: "Idioma de los mensajes al equipo",
    hint: "Todos los reciben en este idioma, en la campana y por correo.",
  },
  message_ready_to_ship: {
    label: "Mensaje: listo para enviar",
    hint: "El cliente ha firmado y el pedido se puede enviar.",
  },
  message_decision_needed: {
    label: "Mensaje: hace falta una decisión",
    hint: "Se abrió un caso que una persona debe decidir.",
  },
  message_service_unavailable: {
    label: "Mensaje: financiación no disponible",
    hint: "El servicio rechaza las credenciales de la tienda, o no responde.",
  },
  message_daily_digest: {
    label: "Mensaje: resumen diario",
    hint: "Cada mañana, lo que hay por hacer. No se envía nada cuando no hay nada que hacer.",
  },
  template_staff: {
    label: "Plantilla para el equipo",
    hint: "Su nombre o id en tu proveedor de notificaciones.",
  },
  template_request: {
    label: "Plantilla para pedir financiación",
    hint: "Contiene el enlace del cliente.",
  },
  template_link: {
    label: "Plantilla del enlace para continuar",
    hint: "Contiene el enlace del cliente.",
  },
}

export const schedule: typeof englishSchedule = {
  every: "Cada (segundos)",
  lasting: "Durante (segundos)",
  step: "Paso",
  add: "Añadir un paso",
  remove: "Quitar el paso",
  steps: "pasos",
  until: "hasta",
}
