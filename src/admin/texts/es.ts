import type { Texts } from "./en"
import { preApprovals } from "./es-pre-approvals"
import { selfCheck } from "./es-self-check"
import { schedule, settingFields } from "./es-setting-fields"
import { settings } from "./es-settings"
import { attention } from "./es-attention"
import * as cases from "./es-cases"
import * as orders from "./es-orders"
import * as overview from "./es-overview"
import { states } from "./es-words"

export const es: Texts = {
  ...cases,
  ...orders,
  ...overview,
  attention,
  states,
  preApprovals,
  settings,
  settingFields,
  schedule,
  selfCheck,
  menu: {
    home: "Financiación",
    applications: "Solicitudes",
    attention: "Requiere atención",
    preApprovals: "Preaprobaciones",
    payouts: "Pagos",
    settings: "Financiación",
  },
  page: {
    loading: "Cargando",
    failed: "No se pudo cargar.",
    again: "Intentar de nuevo",
    forbidden: "No tienes permiso para ver esto. Pídeselo a un administrador de la tienda.",
    signedOut: "Tu sesión ha terminado. Inicia sesión de nuevo para ver esto.",
  },
  outage: {
    causes: {
      "refused-credentials": "El servicio de financiación rechaza tus credenciales",
      unreachable: "No se puede contactar con el servicio de financiación",
    },
    since: "Desde",
    shoppers: "Clientes que no pudieron financiar su compra:",
    offersNothing: "No se ofrece financiación a ningún cliente hasta que vuelva a funcionar.",
    toDo: {
      "refused-credentials": "Corrige las credenciales, o pide otras nuevas al servicio.",
      locked:
        "Las define la configuración del servidor: pide a quien lleva tu servidor que las corrija en medusa-config.",
      unreachable: "Se vuelve a intentar cada minuto. Si continúa, pregunta al servicio.",
    },
    settings: "Ajustes",
  },
  home: {
    titles: {
      "possible-copy": "Esta base de datos puede ser una copia",
      copy: "Esta base de datos es una copia",
      alias: "La dirección de este servidor no es la de la tienda",
    },
    why: {
      "possible-copy":
        "La dirección de la tienda es {{home}}, que no da ninguna prueba, y la de este servidor es {{here}}.",
      copy: "En {{home}}, la dirección de la tienda, responde otra base de datos. La dirección de este servidor es {{here}}.",
      declared: "El personal declaró que esta base de datos es una copia de la de {{home}}.",
      alias:
        "La dirección de la tienda es {{home}}, y la de este servidor es {{here}}. Ambas usan esta base de datos.",
    },
    locked:
      "La financiación está bloqueada: no se envía nada al servicio, no se crea ni se autoriza ningún pedido, y ningún cliente recibe un correo.",
    decisions: { moved: "Esta tienda se ha mudado aquí", copy: "Esto es una copia" },
    sure: {
      moved:
        "Desde ahora {{here}} es la dirección de esta tienda, y la financiación funciona aquí. Asegúrate de que ningún otro servidor usa una base de datos anterior de esta tienda: dos tiendas que liquidan los mismos préstamos pierden dinero.",
      copy: "La financiación sigue bloqueada para esta base de datos, responda lo que responda en {{home}}.",
    },
    done: {
      moved: "Esta es ahora la dirección de la tienda.",
      copy: "Esta base de datos sigue bloqueada.",
    },
    changed: "Dirección de la tienda",
  },
  rights: {
    change: "Tu rol te permite ver esto y no cambiar nada. Pide más a quien administre la tienda.",
    settle: "Tu rol no permite capturar un pago. Pídelo a quien pueda hacerlo.",
    refund: "Tu rol no permite reembolsar. Pídelo a quien pueda hacerlo.",
    change_settings:
      "Tu rol te permite ver los ajustes y no cambiarlos. Pídelo a quien administre la tienda.",
    decide:
      "Tu rol no permite todas las decisiones de este caso. Pídelo a quien pueda capturar y reembolsar pagos.",
  },
  list: {
    subtitle: "Todas las solicitudes de financiación.",
    state: "Estado",
    export: "Exportar CSV",
    exportFailed: "No se pudo crear el archivo.",
    empty: "Aún no hay solicitudes",
    emptyHint: "Aparecerán aquí en cuanto un cliente elija la financiación.",
    nothingFound: "Sin resultados",
    nothingFoundHint:
      "Busca una parte de un nombre o correo, un número de pedido o un importe como 1467.64.",
    order: "Pedido",
    customer: "Cliente",
    applied: "Solicitado",
    refunded: "Reembolsado",
    message: "Qué significa",
    created: "Creada",
    noOrder: "Aún sin pedido",
    needsAttention: "Requiere atención",
  },
  many: {
    settle:
      "Solicitudes: {{count}}, en total {{total}}. Cada pago se solicita solo donde lo permite la página del pedido.",
    reconcile: "Solicitudes: {{count}}. El estado de cada una se consulta al servicio.",
    progress: "{{done}} de {{count}} hechas",
    start: "Empezar",
    continue: "Continuar",
    pause: "Pausar",
    close: "Cerrar",
    discard: "Descartar el resto",
    unfinished: "Continuar la última selección",
    select: "Seleccionar {{order}}",
    selectAll: "Seleccionar todas las de esta página",
    tooMany: "Selecciona como máximo {{most}} solicitudes.",
    outcomes: {
      done: "Hecho",
      unanswered: "Sin estado",
      skipped: "Omitida",
      failed: "Error",
      unknown: "No se sabe",
    },
  },
  payouts: {
    title: "Informe de pagos",
    zone: "Las fechas son de {{zone}}.",
    test: "Modo de prueba: no hay dinero real.",
    captured: "Capturado menos reembolsado en Medusa",
    capturedHint: "Pagos con financiación en este modo, según los registros de Medusa.",
    equal: "Lo mismo que en Medusa.",
    unequal: "Difiere de Medusa en {{amount}}. Elige días sueltos para encontrar el pedido.",
    refunded: "Reembolsado",
    total: "Suma",
    from: "Desde",
    to: "Hasta",
    requested: "Solicitado menos reembolsado",
    paidOut: "Pagado menos reembolsado",
    paidOutHint: "Según el día en que una consulta vio el pago por primera vez.",
    empty:
      "El servicio no indica fecha de abono, comisión ni referencia: esas columnas del archivo están vacías.",
    movements: "Movimientos",
    days: "Por día",
    date: "Fecha",
    event: "Movimiento",
    amount: "Importe",
    none: "No hubo movimientos en estos días",
    noneHint: "Elige otros días.",
    events: {
      requested: "Pago solicitado",
      "paid-out": "Pagado (visto por primera vez)",
      refunded: "Reembolso total",
      "partly-refunded": "Reembolso parcial",
      "refund-taken-back": "Reembolso retirado",
    },
  },
  file: {
    title: "Financiación",
    application: "Solicitud",
    none: "Este pedido no se paga con financiación.",
    english: "Detalles para soporte, en inglés",
    lender: "Entidad",
    amounts: "Importes",
    inMedusa: "En Medusa",
    atService: "En el servicio",
    differ: "El servicio y Medusa cuentan importes distintos.",
    taxExempt: "El servicio eximió a este cliente de impuestos.",
    timeline: "Qué ha pasado",
    noEvents: "Aún no ha pasado nada.",
    by: "por",
    portal: "Abrir en el servicio",
    other: "También financiado:",
  },
  actions: {
    reconcile: "Comprobar estado",
    reconciled: "Se ha comprobado el estado.",
    settle: "Solicitar pago",
    settleTitle: "¿Solicitar el pago de {{amount}} del pedido {{order}}?",
    settleText:
      "Se comunica al servicio que la mercancía ha salido, y este te paga. No se puede deshacer, solo reembolsar.",
    settleUnshipped: "Aún no se ha enviado nada de este pedido.",
    settled: "El pago está solicitado.",
    cancel: "Cancelar pedido",
    cancelTitle: "¿Cancelar el pedido {{order}} ({{amount}})?",
    cancelText:
      "El pedido se cancela en Medusa y su financiación termina en el servicio. No cobras. No se puede deshacer.",
    cancelled: "El pedido está cancelado.",
    keep: "Conservar el pedido",
    abort: "Volver",
  },
  link: {
    title: "Le toca al cliente",
    hint: "El cliente tiene algo que hacer en el servicio. Entrégale su enlace: nadie más debe tenerlo.",
  },
  address: {
    ask: "Comprobar la dirección",
    differs: "Rechazada, y la dirección no coincide.",
    silent: "El servicio no dice nada de la dirección. Dice:",
    words: "En sus palabras:",
  },
  picker: {
    products: "Buscar productos",
    categories: "Buscar categorías",
    "customer-groups": "Buscar grupos de clientes",
    customers: "Buscar clientes",
  },
  requests: {
    title: "Financiación de lo pendiente",
    ask: "Solicitar financiación",
    askAgain: "Volver a solicitar financiación",
    hint: "Pide al cliente que financie lo pendiente: obtienes un enlace para copiar o enviar.",
    made: "Ya se puede preguntar al cliente: copia o envía el enlace.",
    copy: "Copiar enlace",
    copied: "El enlace está copiado.",
    notCopied: "El navegador no permite copiar aquí.",
    send: { email: "Enviar por correo a {{to}}", sms: "Enviar por SMS" },
    over: {
      declined: "La entidad la rechazó. Pídela otra vez o acepta otro pago.",
      ended: "Esta petición ha terminado.",
    },
    signed: "Firmada: ya es un pedido.",
    toOrder: "Abrir el pedido",
    waiting: {
      sent: "Enviada. El cliente aún no ha terminado la solicitud.",
      unsent: "Aún sin enviar: copia o envía el enlace.",
    },
    sentBy: { email: "Enviado por correo", sms: "Enviado por SMS" },
    wasSent: "El enlace está en camino.",
    withdraw: "Retirar",
    withdrawTitle: "¿Retirar esta solicitud?",
    withdrawText: "La solicitud termina en el servicio. Puedes pedir otra.",
    withdrawn: "La solicitud está retirada.",
    outdated: "El pedido cambió desde entonces: pide la financiación otra vez.",
  },
  postbacks: {
    title: "Diagnóstico",
    one: "Un mensaje del servicio",
    subtitle: "Mensajes que nos envió el servicio. El estado real lo comprobamos siempre nosotros.",
    received: "Recibido",
    outcome: "Resultado",
    again: "Procesar de nuevo",
    processedAgain: "Procesado de nuevo.",
    empty: "Aún no hay mensajes",
    emptyHint: "El servicio envía uno cuando algo cambia. Todo funciona también sin ellos.",
    outcomes: { waiting: "En espera", processed: "Procesado", "put-aside": "Apartado" },
  },
}
