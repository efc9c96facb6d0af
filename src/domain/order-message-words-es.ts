import type { MessageWords } from "./order-message-words"

/** The message about an order's financing, in Spanish. */
export const SPANISH_MESSAGES: MessageWords = {
  goods: { ship: "", hold: "No envíes todavía. ", "hold-rest": "No envíes nada más. ", none: "" },
  messages: {
    "shipped-unpaid":
      "Nadie paga este pedido: se envió mercancía por {{due}} y la financiación terminó sin pago. Pide al cliente que pague de otra forma o recupera la mercancía.",
    "partly-shipped-unpaid":
      "Nadie paga este pedido: la financiación terminó sin pago y ya salió una parte de la mercancía. No envíes nada más. Pide al cliente que pague de otra forma o recupera la mercancía.",
    "rest-unpaid":
      "Esta financiación terminó sin pago y {{due}} del pedido está sin pagar. Envía solo lo que está pagado o pide al cliente que pague de otra forma.",
    "shipped-rest-unpaid":
      "Toda la mercancía ha salido, esta financiación terminó sin pago y {{due}} del pedido está sin pagar. Pide al cliente que pague de otra forma o recupera la mercancía.",
    "rest-unsigned":
      "El cliente aún no ha firmado por {{amount}}. Otro pago cubre todo el pedido menos {{due}}: envía solo lo que este paga.",
    "rest-in-review":
      "La financiera aún revisa {{amount}}. Otro pago cubre todo el pedido menos {{due}}: envía solo lo que este paga.",
    "shipped-rest-unsigned":
      "Toda la mercancía ha salido y el cliente aún no ha firmado por {{amount}}. Otro pago cubre todo el pedido menos {{due}}.",
    "shipped-rest-in-review":
      "Toda la mercancía ha salido y la financiera aún revisa {{amount}}. Otro pago cubre todo el pedido menos {{due}}.",
    "held-by-other":
      "No envíes nada antes de mirar otra financiación de este pedido: su propio mensaje dice por qué.",
    "ended-after-payout":
      "El servicio lo terminó después de abonar {{amount}}. No envíes nada más hasta que su portal muestre si retira el dinero.",
    "test-order": "Pedido de prueba. No envíes: nadie paga.",
    "test-order-shipped":
      "Pedido de prueba. Nadie paga este pedido y ya salió mercancía. Pide al cliente que pague de otra forma o recupera la mercancía.",
    "test-paid-unshipped":
      "Pedido de prueba. No envíes: su pago de {{left}} es solo de modo de prueba. No llega dinero real.",
    "test-paid":
      "Pedido de prueba: su pago de {{left}} es solo de modo de prueba. No llega dinero real.",
    "test-signed": "Firmada en modo de prueba: nadie la paga en producción.",
    "doubt-settle-repeats":
      "Solicitamos {{sum}} y se perdió la respuesta. Lo solicitamos otra vez después de las {{again}}, una sola vez; luego decides tú. No lo solicites tú. Puedes enviar: el cliente ha firmado.",
    "doubt-settle":
      "Solicitamos {{sum}} y se perdió la respuesta. No lo volveremos a enviar: compara con el portal del servicio y decide. Puedes enviar: el cliente ha firmado.",
    "doubt-settle-changed":
      "Solicitamos {{sum}} y se perdió la respuesta. El pedido o su financiación cambió después, así que no lo solicitamos otra vez. No envíes nada antes de comparar con el portal del servicio y decidir.",
    "doubt-cancel":
      "No envíes: pedimos al servicio que termine esta financiación de {{sum}} y se perdió la respuesta. Lo pedimos de nuevo hasta que responda.",
    "doubt-refund":
      "No envíes nada por este reembolso: enviamos un reembolso de {{sum}} y se perdió la respuesta. Seguimos comprobando y no lo volveremos a enviar. Tampoco lo repitas tú.",
    "doubt-replaced":
      "No envíes nada más: el servicio indica reembolsado, pero sus mensajes nombran otra solicitud; quizá solo se reembolsó una parte. Compara con el portal del servicio y decide.",
    "doubt-create":
      "La solicitud del cliente por {{sum}} no tiene respuesta. No la volveremos a enviar; el cliente puede solicitarla de nuevo. No hay nada que enviar.",
    "in-review":
      "No envíes todavía: la entidad aún lo revisa. Esta página cambia cuando se decida.",
    "shipped-in-review":
      "No envíes nada más: la entidad aún lo revisa. Ya salió mercancía y nadie la paga si se rechaza.",
    unsigned: "No envíes todavía: el cliente no ha firmado.",
    "shipped-unsigned":
      "No envíes nada más: el cliente no ha firmado. Ya salió mercancía y nadie la paga hasta entonces.",
    "edited-more":
      "El cliente firmó por {{amount}}; ahora se deben {{due}}. Solicita primero el pago y después cobra {{difference}}.",
    "edited-less":
      "El cliente firmó por {{amount}}; ahora se deben {{due}}. Solicita el pago y luego reembolsa {{difference}}.",
    "edited-goods":
      "Los {{amount}} que firmó el cliente son lo que se debe, pero el pedido tiene además otros artículos, otra dirección u otro pago. Decide primero sobre ello.",
    "edit-collect":
      "Se solicitaron {{amount}}, como se firmó, y el pedido cuesta ahora {{total}}. Cobra {{difference}} antes de enviar nada más.",
    "shipped-collect":
      "Se solicitaron {{amount}}, como se firmó, y el pedido cuesta ahora {{total}}. Cobra {{difference}}: todo se ha enviado ya.",
    "ship-collect":
      "Se solicitaron {{amount}}, como se firmó, y el pedido cuesta ahora {{total}}. Cobra {{difference}}; hasta entonces envía solo lo que está pagado.",
    "edit-refund":
      "El pedido cuesta ahora {{total}}, menos de lo que se pagó por él. Reembolsa {{difference}}, menos el cargo que te quedes. Puedes enviar lo que aún tiene el pedido.",
    "shipped-refund":
      "El pedido cuesta ahora {{total}}, menos de lo que se pagó por él. Reembolsa {{difference}}, menos el cargo que te quedes.",
    "refund-again":
      "Medusa cuenta {{difference}} a favor del cliente, y antes se reembolsó o se contó como no pagada una parte de este pedido. Reembolsa solo lo que eso no cubrió y no envíes lo reembolsado.",
    ship: "Aprobado y firmado. Envíalo; el pago se solicita según tus ajustes.",
    "ship-rest":
      "Aprobado y firmado, y ya salió una parte de la mercancía. Envía el resto; el pago se solicita según tus ajustes.",
    "payment-follows":
      "La mercancía se envió. El pago de {{left}} se solicita automáticamente, según tus ajustes.",
    "fulfill-first":
      "La mercancía se envió. El pago de {{left}} se solicita cuando marques como preparadas las líneas que no se envían.",
    "payment-on-delivery":
      "La mercancía se envió. El pago de {{left}} se solicita cuando la marques toda como entregada. Quizá falte preparar líneas que no se envían.",
    "request-payment": "La mercancía se envió y el pago de {{left}} aún no se ha solicitado.",
    "request-failed":
      "La mercancía se envió, pero la solicitud del pago de {{left}} falló: aún no te han pagado. Solicítalo de nuevo.",
    "not-due":
      "No se debe nada de esta financiación: su pedido o su pago se canceló, o lo paga otro pago. No solicites su pago ni envíes nada por ella.",
    "not-needed":
      "Otro pago paga este pedido. No se debe nada de esta financiación: no solicites su pago.",
    "ship-payment-requested":
      "El pago de {{left}} está solicitado al servicio. Envía lo que aún no ha salido.",
    "payment-requested":
      "El pago de {{left}} está solicitado al servicio. Todavía no se ha pagado.",
    "ship-paid-out": "Pagado por el servicio: {{service}}. Envía lo que aún no ha salido.",
    "paid-out": "Pagado por el servicio: {{service}}.",
    "ship-partly-refunded":
      "Siguen financiados {{left}} de {{amount}}; el resto se reembolsó o se contó como no pagado. Envía lo que no se reembolsó. Sigue en la lista hasta que salga toda la mercancía del pedido.",
    "ship-other-refunded":
      "Se reembolsó otro pago de este pedido; aquí siguen financiados {{left}}. Envía lo que no se reembolsó.",
    "partly-refunded":
      "Siguen financiados {{left}} de {{amount}}; el resto se reembolsó o se contó como no pagado.",
    "refunded-unshipped": "Reembolsado por completo. No envíes: ya no se financia nada.",
    "refunded-here":
      "Esta financiación se reembolsó por completo. Envía solo lo que paga otro pago del pedido.",
    refunded: "Reembolsado por completo. La financiación ha terminado.",
    "paid-otherwise": "Esta financiación ha terminado. Otro pago cubre este pedido.",
    declined: "La financiación fue rechazada. No envíes: nadie paga este pedido.",
    "declined-order-cancelled": "La financiación fue rechazada y el pedido está cancelado.",
    "declined-without-order": "La financiación fue rechazada. No paga ningún pedido.",
    "cancelled-unshipped": "El servicio lo canceló. No envíes: no te pagarán.",
    "ended-unshipped": "Terminamos esta financiación en el servicio. No envíes: no se te pagará.",
    cancelled: "La financiación está cancelada. No se paga nada por ella.",
    "expired-unshipped": "El cliente no firmó a tiempo. No envíes: nadie paga este pedido.",
    expired: "El cliente no firmó a tiempo. La financiación ha terminado.",
    unconfirmed:
      "El servicio no ha confirmado esta solicitud. El cliente puede solicitarla de nuevo. No hay nada que enviar.",
    "waiting-for-customer": "A la espera del cliente, que no ha terminado la solicitud.",
    "reviewed-without-order": "La entidad revisa la solicitud. Aún no hay pedido.",
    "signed-without-order": "Aprobado y firmado. El cliente aún no ha hecho el pedido.",
    "needs-attention": "No envíes todavía: el servicio indica un estado que no encaja.",
    "case-doubt": "Una llamada al servicio aún no tiene respuesta.",
    "case-answer":
      "La respuesta del servicio no puede ser correcta; no se sabe quién paga {{amount}}.",
    "case-unknown-code": "El servicio indica un estado que no conocemos. Pregunta a su soporte.",
    "case-amounts":
      "El servicio financia {{service}} y esta financiación es por {{left}}. Pregunta al servicio por qué.",
    "case-tax-exempt": "El servicio financia {{service}} sin impuestos, no {{left}}.",
    "case-late-approval":
      "El cliente firmó por {{amount}} y la compra cambió después. No se cobra nada.",
    "case-unneeded-loan": "El servicio pagó {{left}} y ningún pedido lo necesita. Devuélvelo.",
    "case-mismatch": "El estado del servicio no encaja con el pedido: quizá no te paguen {{left}}.",
    "case-order": "El pedido o su pago de {{amount}} no salió como debía.",
    "case-order-edit": "El pedido cambió después de que el cliente firmara por {{amount}}.",
    "case-unfulfilled":
      "El pago de {{left}} no se solicita hasta que todo esté preparado o tú lo digas.",
    "case-test-data": "Solicitada en modo de prueba: nadie la paga en producción.",
    "case-dead-payment": "Medusa canceló el pago de este pedido y el cliente firmó por {{amount}}.",
    "case-ledger": "Los pagos y reembolsos de este pedido en Medusa no cuadran entre sí.",
    "case-sign-again":
      "Tras el reembolso el cliente debe firmar un contrato nuevo por lo que queda. Hasta entonces no te lo pagan.",
    "case-settle-again":
      "{{left}} debe solicitarse de nuevo, por un contrato nuevo tras el reembolso.",
    "case-missing-refund": "El servicio reembolsó una parte que Medusa aún no muestra.",
    "case-refunded-elsewhere":
      "El servicio lo da por reembolsado, aunque no desde aquí: quizá no conserves {{left}}.",
    "case-cancel": "El servicio aún no ha terminado esta financiación de {{left}}.",
    "case-unused": "El cliente firmó por {{amount}} y no ha hecho el pedido.",
    "case-unsafe-link": "El servicio envió un enlace para el cliente que no es seguro.",
    "case-order-id": "El servicio no aceptó el número de pedido.",
    "case-unwatched":
      "No se conoce el estado de esta financiación de {{left}}: el servicio no lo da o ya no se comprueba.",
    "case-lost-application": "El servicio tiene una solicitud que esta tienda no conoce.",
  },
}
