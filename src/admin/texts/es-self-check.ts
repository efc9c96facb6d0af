import type { selfCheck as english } from "./en-self-check"

export const selfCheck: typeof english = {
  title: "Autocomprobación",
  hint: "Si esta tienda está preparada para que la financiación funcione.",
  again: "Comprobar de nuevo",
  good_one: "{{count}} comprobación está bien",
  good_other: "{{count}} comprobaciones están bien",
  outcomes: { good: "Bien", warning: "Revísalo", bad: "Arréglalo" },
  postbackAddress: "Dirección para los mensajes del servicio",
  postbackHint: "Cada solicitud recibe una dirección propia como esta; no hay que registrar nada.",
  preApprovalAddress: "Dirección para los mensajes de preaprobaciones",
  preApprovalHint: "Regístrala en el servicio y no la compartas.",
  lastPostback: "Último mensaje del servicio",
  neverPostback: "todavía ninguno",
  copy: "Copiar",
  pending: "Sin terminar",
  failed: "Fallidos",
  checks: {
    "public-address": {
      title: "Direcciones públicas",
      good: "El servicio y los clientes que vuelven pueden alcanzarlas.",
      warning:
        "Solo funcionan en esta misma máquina o en su red privada. Pide a quien lleva tu servidor que defina backendUrl y storefrontUrl.",
      bad: "El servicio no puede alcanzarlas. Pide a quien lleva tu servidor que ponga en backendUrl y storefrontUrl direcciones https públicas.",
    },
    reachable: {
      title: "Este servidor desde fuera",
      good: "Responde en su propia dirección pública.",
      bad: "No responde en su dirección pública. Pide a quien lleva tu servidor que revise backendUrl, el proxy y el cortafuegos.",
    },
    home: {
      title: "La base de datos de la tienda",
      good: "Este servidor usa la base de datos de la tienda.",
      warning:
        "La dirección de este servidor no es la de la tienda, o no alcanza su propia dirección. No se bloquea nada. Pide a quien lleva tu servidor que revise backendUrl.",
      bad: "Esta base de datos puede ser una copia, así que la financiación está bloqueada.",
      locked:
        "Esta base de datos puede ser una copia, así que la financiación está bloqueada. Decídelo al principio de esta página.",
    },
    "provider-regions": {
      title: "Regiones con financiación",
      good: "El método de pago está activado.",
      bad: "Ninguna región lo ofrece: Configuración, Regiones, tu región de EE. UU., Editar, Proveedores de pago.",
    },
    currency: {
      title: "Moneda",
      good: "Todas las regiones con financiación venden en dólares.",
      warning:
        "Regiones con otra moneda ofrecen financiación, que allí siempre se niega. Desactívala.",
    },
    locking: {
      title: "Varios servidores",
      good: "Los bloqueos de Medusa son adecuados para su modo de trabajo.",
      warning:
        "Medusa funciona como servidor y trabajador con bloqueos en memoria y podría haber pedidos duplicados. Pide a quien lleva tu servidor un módulo de bloqueo con Redis o Postgres.",
    },
    secret: {
      title: "Secreto",
      good: "Firma las direcciones del plugin y protege lo guardado.",
      warning:
        "Aún se necesita un secreto anterior. Pide a quien lleva tu servidor que lo conserve hasta que nada lo use.",
    },
    credentials: {
      title: "Credenciales",
      good: "El servicio las acepta.",
      bad: "Nadie puede financiar nada: el servicio rechaza las del entorno en uso, no responde, o no hay ninguna. Prueba la conexión en los ajustes.",
      locked:
        "Nadie puede financiar nada: el servicio rechaza las que define la configuración del servidor, o no responde. Prueba la conexión; si las rechaza, pide a quien lleva tu servidor que las corrija en medusa-config.",
    },
    "other-environment": {
      title: "El otro entorno",
      good: "Allí no hay nada en curso. Estas son las solicitudes abiertas de cada uno:",
      warning:
        "Allí aún hay solicitudes abiertas. En producción las del modo de prueba no pagan nada: se cancelan, o aparecen en Requiere atención. Abiertas ahora:",
    },
    postbacks: {
      title: "Mensajes del servicio",
      good: "El servicio escribe a esta tienda.",
      warning:
        "Aún no ha llegado ninguno. Todo funciona sin ellos, solo más despacio. El servicio escribe cuando una solicitud cambia.",
    },
    "message-channels": {
      title: "Canales de los mensajes al equipo",
      good: "La tienda tiene un proveedor de notificaciones para cada uno.",
      warning:
        "La tienda no tiene proveedor de notificaciones para estos canales y no se envía nada por ellos. Pide a un desarrollador que añada uno en medusa-config:",
    },
    messages: {
      title: "Mensajes al equipo",
      good: "Todos los mensajes de la última semana se enviaron.",
      warning:
        "Puede que algunos mensajes de la última semana no hayan llegado, y no se envían de nuevo. Revisa el proveedor de notificaciones y envía una prueba más abajo.",
    },
  },
}
