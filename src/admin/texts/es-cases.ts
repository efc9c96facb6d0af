import type * as english from "./en-cases"

export const cases: typeof english.cases = {
  doubt: {
    title: "{{call}} de {{sum}}: sin respuesta",
    happened: "Lo enviamos al servicio y su respuesta se perdió. No se sabe si llegó a hacerse.",
    doing:
      "Seguimos comprobándolo. Una solicitud de pago o una cancelación puede enviarse otra vez, salvo que cambie el pedido o su importe; ninguna ocurre dos veces. Hasta que se sepa, no se envía nada más de esta compra.",
    waiting:
      "Puedes esperar. Los demás pagos, reembolsos y cancelaciones de esta compra esperan hasta que se sepa.",
  },
  answer: {
    title: "La respuesta del servicio no puede ser correcta",
    happened: "El servicio respondió por otra solicitud, o ya no responde por esta.",
    doing:
      "Seguimos preguntando. Hasta entonces no se envía, cobra ni reembolsa nada automáticamente.",
    waiting: "El pedido espera. Si aún no está pagado, su aprobación puede vencer.",
  },
  "unknown-code": {
    title: "Estado desconocido «{{code}}»",
    happened: "El servicio indica un estado que no conocemos. Pregunta a su soporte qué significa.",
    doing: "Hasta entonces no se envía ni se cobra nada automáticamente.",
    waiting: "El pedido espera. Si aún no está pagado, su aprobación puede vencer.",
  },
  amounts: {
    title: "Diferencia de {{difference}}",
    happened: "El servicio financia {{service}}, y esta financiación es de {{amount}}. No envíes.",
    doing: "No se solicita ningún otro pago mientras los importes difieran.",
    waiting:
      "Si ya se solicitó el pago, el servicio puede pagar otro importe. Si no, el pedido espera y su aprobación puede vencer.",
  },
  "tax-exempt": {
    title: "Cliente exento de impuestos",
    happened:
      "El servicio financia {{service}} sin impuestos; esta financiación es de {{amount}} con ellos. No envíes.",
    doing: "No se solicita ningún otro pago mientras los importes difieran.",
    waiting:
      "Si ya se solicitó el pago, el servicio puede pagar otro importe. Si no, el pedido espera y su aprobación puede vencer.",
  },
  "late-approval": {
    title: "Firmada para una compra que cambió",
    happened:
      "El cliente firmó por {{amount}} y la compra cambió después. No se hace ni se paga nada con esta financiación.",
    doing:
      "No se cobra nada. Cancela la financiación; después el cliente vuelve a comprar o tú solicitas de nuevo la financiación.",
    waiting: "No se paga nada, y el crédito que firmó el cliente sigue comprometido.",
  },
  "unneeded-loan": {
    title: "Pagada sin pedido",
    happened: "El servicio pagó {{service}} y ningún pedido lo necesita.",
    doing: "No se reembolsa nada automáticamente.",
    waiting: "El cliente paga un préstamo a cambio de nada. Decide hoy.",
  },
  mismatch: {
    title: "El servicio y el pedido no coinciden",
    happened:
      "El estado del servicio es «{{status}}» y no encaja con el pedido. Puede que no lo cobres.",
    doing: "No se envía ni se cobra nada automáticamente.",
    waiting: "Puede que no cobres ni lo que ya salió ni lo que envíes ahora.",
  },
  order: {
    title: "El pedido no puede continuar",
    happened:
      "El pedido no se pudo hacer, cobrar, enviar o cancelar como debía. El estado del servicio es «{{status}}».",
    doing: "Seguimos comprobando el servicio y lo intentamos de nuevo cuando algo cambie.",
    waiting: "Si ya salió mercancía, puede que no la cobres. Si no, el cliente espera el pedido.",
  },
  "order-edit": {
    title: "Pedido cambiado después de firmar",
    happened: "El cliente firmó por {{amount}}. El pedido o sus otros pagos cambiaron después.",
    doing:
      "No se envía ningún pago ni reembolso automáticamente. Una vez solicitado el pago, cobra o reembolsa la diferencia en la página del pedido.",
    waiting:
      "Si aún no se ha solicitado el pago, no cobras, y la aprobación puede vencer. Si ya se solicitó, solo queda pendiente la diferencia.",
  },
  unfulfilled: {
    title: "Líneas sin envío por preparar",
    happened: "No queda nada por enviar. Solo faltan líneas que no necesitan envío.",
    doing: "El pago no se solicita hasta que todo esté preparado o tú lo digas.",
    waiting: "No cobras hasta que se solicite el pago, y la aprobación puede vencer.",
  },
  "test-data": {
    title: "Solicitada en modo de prueba",
    happened: "Se solicitó en modo de prueba. En producción nadie paga por ella.",
    doing: "No se autoriza ni se solicita nada por ella.",
    waiting: "El servicio no paga la mercancía que envíes o hayas enviado.",
  },
  "dead-payment": {
    title: "Solo queda un pago cancelado",
    happened: "Medusa canceló el pago de este pedido y el cliente firmó por {{amount}}.",
    doing: "Si el servicio lo permite, el pago se autoriza de nuevo automáticamente.",
    waiting: "No cobras este pedido, y la aprobación puede vencer.",
  },
  ledger: {
    title: "Los registros de Medusa no cuadran",
    happened: "Los pagos y reembolsos de este pedido en Medusa no coinciden entre sí.",
    doing: "Lo que tiene una sola lectura se corrige automáticamente; esto tiene más de una.",
    waiting:
      "Esperar no mueve dinero, pero los totales de este pedido en Medusa no son correctos hasta entonces.",
  },
  "sign-again": {
    title: "El cliente tiene que firmar otra vez",
    happened:
      "Tras el reembolso el cliente tiene que firmar un contrato nuevo por lo que queda. El servicio le ha escrito.",
    doing: "El reembolso se registra cuando haya firmado.",
    waiting: "Hasta que el cliente firme, lo que queda del pedido no está financiado.",
  },
  "settle-again": {
    title: "Pago por solicitar otra vez",
    happened: "Tras el reembolso el servicio hizo un contrato nuevo, que hay que cobrar otra vez.",
    doing: "Nada: solicita el pago cuando estés de acuerdo con el importe.",
    waiting:
      "Puede que no cobres lo que queda hasta que se solicite su pago, y la aprobación puede vencer.",
  },
  "missing-refund": {
    title: "Falta un reembolso en Medusa",
    happened: "El servicio lo reembolsó y Medusa no lo muestra.",
    doing: "Se registra en Medusa en cuanto Medusa pueda aceptarlo.",
    waiting: "Esperar no mueve dinero, pero Medusa muestra menos reembolsado de lo real.",
  },
  "refunded-elsewhere": {
    title: "Reembolsada en el portal del servicio",
    happened:
      "Alguien la reembolsó en el portal del servicio. Regístralo aquí para que tus libros coincidan.",
    doing: "No se envía nada al servicio.",
    waiting: "Esperar no mueve dinero, pero tus libros muestran más financiado de lo real.",
  },
  cancel: {
    title: "El servicio no la ha cancelado",
    happened: "El servicio se negó a cancelar esta financiación o no respondió.",
    doing: "Lo intentamos otra vez.",
    waiting: "El crédito del cliente sigue comprometido hasta que se cancele.",
  },
  unused: {
    title: "Firmada, sin pedido",
    happened: "El cliente firmó por {{amount}} y no ha hecho el pedido.",
    doing: "Se cancela en el servicio si nadie la usa a tiempo.",
    waiting: "El crédito del cliente sigue comprometido hasta que se cancele.",
  },
  "unsafe-link": {
    title: "El enlace del servicio no es seguro",
    happened: "El servicio envió un enlace para el cliente que lleva a otro sitio.",
    doing: "El enlace no se dio a nadie y la solicitud termina.",
    waiting: "Esperar no cuesta nada. El cliente puede solicitarla de nuevo.",
  },
  "order-id": {
    title: "Número de pedido no aceptado",
    happened:
      "El servicio no aceptó el número de pedido. En su portal el pedido tiene otro número.",
    doing: "Nada más depende de ello.",
    waiting: "Esperar no cuesta nada.",
  },
  unwatched: {
    title: "Estado desconocido",
    happened:
      "El servicio no da ningún estado desde hace horas, no hay credenciales para preguntarle o lleva abierta tanto tiempo que ya no se comprueba.",
    doing:
      "Mientras el servicio no responde, seguimos preguntando, y el caso se cierra con su respuesta. Sin credenciales de su entorno nadie pregunta: introdúcelas. Lo que lleva demasiado tiempo abierto se comprueba cuando tú lo pides.",
    waiting:
      "Hasta entonces, un cambio en el servicio, como una cancelación, pasa aquí inadvertido.",
  },
  "lost-application": {
    title: "Solicitud que esta tienda no conoce",
    happened:
      "El servicio tiene una solicitud que esta base de datos no conoce: {{service}}, estado «{{status}}». ¿Se restauró una copia de seguridad? Compara tus registros con el portal del servicio.",
    doing:
      "Seguimos comprobando su estado. No se hace ningún pedido, cobro, cancelación ni reembolso hasta que decidas.",
    waiting:
      "Puede que el cliente haya firmado y espere la mercancía. Si se pagó, devuelve el préstamo.",
  },
}

export const shortTitles: typeof english.shortTitles = {
  doubt: "Sin respuesta del servicio",
  "unknown-code": "Estado desconocido",
  amounts: "Los importes difieren",
}

export const decisions: typeof english.decisions = {
  "check-again": {
    label: "Comprobar otra vez",
    title: "Comprobar otra vez",
    effect: "Preguntamos ahora al servicio por el estado. No se mueve dinero ni mercancía.",
  },
  "confirm-it-happened": {
    label: "El portal lo muestra",
    title: "¿Lo muestra el portal: {{call}} de {{sum}}?",
    effect: "Se registra aquí como hecho. No se envía nada al servicio.",
  },
  "confirm-it-did-not": {
    label: "El portal no lo muestra",
    title: "¿Falta en el portal: {{call}} de {{sum}}?",
    effect:
      "Se registra que no se hizo y se puede intentar otra vez. Si al final sí se hizo, el dinero puede moverse dos veces.",
  },
  "place-order": {
    label: "Crear el pedido",
    title: "¿Crear el pedido de {{purchase}} ({{amount}})?",
    effect: "El carrito se convierte en un pedido de {{amount}}. Lo envías y cobras después.",
  },
  settle: {
    label: "Solicitar pago",
    title: "¿Solicitar el pago de {{left}} de {{purchase}}?",
    effect:
      "Se comunica al servicio que la mercancía ha salido y te paga {{left}}. Solo un reembolso lo deshace.",
  },
  refund: {
    label: "Reembolsar",
    title: "¿Reembolsar {{purchase}} ({{left}})?",
    effect:
      "El servicio te retira {{left}} y el cliente no debe nada. La mercancía se queda donde está.",
  },
  "record-refund": {
    label: "Registrar el reembolso",
    title: "¿Registrar un reembolso de {{purchase}}?",
    effect:
      "Medusa registra el reembolso para que tus libros coincidan. No se envía nada ni se mueve dinero.",
  },
  "end-application": {
    label: "Cancelar la financiación",
    title: "¿Cancelar la financiación de {{purchase}} ({{amount}})?",
    effect: "El servicio termina la financiación. El cliente no debe nada y tú no cobras.",
  },
  "cancel-order": {
    label: "Cancelar el pedido {{purchase}}",
    title: "¿Cancelar el pedido {{purchase}} ({{amount}})?",
    effect:
      "Medusa cancela el pedido y el servicio termina la financiación. No cobras y se reembolsan los demás pagos cobrados del pedido. La mercancía que ha salido no se reclama.",
  },
  acknowledge: {
    label: "Dejarlo como está",
    title: "¿Dejar como está el caso de {{purchase}}?",
    effect:
      "El caso sale de esta lista, con tu motivo. Vuelve cuando algo cambie. No se mueve dinero.",
  },
}

export const missing: typeof english.missing = {
  happened:
    "El servicio financia {{service}} y Medusa ha capturado {{left}}: {{difference}} no llegarán. Pregunta al servicio por qué antes de hacer nada.",
  "record-refund": {
    label: "Contar {{difference}} como no cobrados",
    title: "¿Contar {{difference}} de {{purchase}} como no cobrados?",
    effect:
      "Medusa anota {{difference}} como reembolsados, para que tus libros coincidan con lo que cobras. No se envía nada ni se mueve dinero. Lo que el cliente te deba de ello se cobra fuera de este pedido.",
  },
}

export const operations: typeof english.operations = {
  create: "Solicitud",
  "select-offer": "Elección de una oferta",
  settle: "Petición de pago",
  cancel: "Cancelación",
  refund: "Reembolso",
  "partial-refund": "Reembolso",
  "update-order-id": "Número de pedido",
}
