import type { settings as english } from "./en-settings"

export const settings: typeof english = {
  title: "Financiación",
  edit: "Editar",
  save: "Guardar",
  saved: "Guardado.",
  discardTitle: "¿Salir sin guardar?",
  discardText: "Se pierde lo que has cambiado aquí.",
  discard: "Salir",
  stay: "Seguir editando",
  locked: "Fijado en medusa-config",
  lockedHint: "Está fijado en medusa-config y solo se puede cambiar allí.",
  emptyHint: "Déjalo vacío para el valor por defecto:",
  none: "ninguno",
  yes: "Sí",
  no: "No",
  hours: "horas",
  days: "días",
  notReady:
    "La financiación aún no se ofrece: introduce las credenciales del entorno en uso. Hasta entonces se pide amablemente a los clientes que paguen de otra forma.",
  environment: {
    title: "Entorno y credenciales",
    hint: "Dónde se crean las solicitudes nuevas. Cada solicitud se queda en el entorno en que se creó.",
    inUse: "En uso",
    staging: "Modo de prueba",
    production: "Producción",
    stagingBadge: "Modo de prueba: sin préstamos reales",
    productionBadge: "Producción: préstamos reales",
    toProduction: "Cambiar a producción",
    toStaging: "Cambiar a modo de prueba",
    toProductionTitle: "¿Cambiar a producción?",
    toProductionText:
      "Los clientes solicitarán préstamos reales. Lo solicitado en modo de prueba ya no paga nada: no lo envíes. Se cancela, aparece en Requiere atención o se muestra como pedido de prueba.",
    toStagingTitle: "¿Cambiar a modo de prueba?",
    toStagingText:
      "Nadie recibirá un préstamo real: los clientes solicitan en modo de prueba. Los préstamos de producción se quedan allí y se atienden como antes.",
    stillOpen: "Aún abiertas donde estás ahora:",
    needsCredentials: "Introduce primero sus credenciales.",
    productionRefused:
      "Sigue en modo de prueba: la prueba de conexión de producción falló. Revisa sus credenciales.",
    stagingRefused:
      "Sigue en producción: la prueba de conexión del modo de prueba falló. Revisa sus credenciales.",
    switched: "Las solicitudes nuevas se crean ahora en el otro entorno.",
  },
  credentials: {
    hint: "Tal como el servicio las emitió para este entorno. Lo guardado no se vuelve a mostrar.",
    enter: "Introducir credenciales",
    change: "Cambiar credenciales",
    remove: "Quitar",
    more: "Cambiar o quitar credenciales",
    removeTitle: "¿Quitar estas credenciales?",
    removeText:
      "Las solicitudes de este entorno ya no se podrán cobrar, cancelar ni reembolsar desde aquí, hasta que vuelvas a introducirlas.",
    removed: "Las credenciales se han quitado.",
    notSet: "sin definir",
    unreadable:
      "Guardadas, pero ya no se pueden leer con el secreto de esta tienda: introdúcelas de nuevo.",
    keep: "Déjalo vacío para conservar lo guardado.",
    baseUrl: "Dirección",
    baseUrlHint:
      "La dirección de la API de tu carta de bienvenida, p. ej. https://api.example.com/api/v1. Si la cambias, introduce de nuevo las otras tres.",
    username: "Usuario de la API",
    password: "Contraseña de la API",
    signature: "Firma de la API",
    signatureHint: "Id y secreto del cliente, ya codificados en base64.",
    saved: "Las credenciales están guardadas.",
    changed: "Cambiadas",
  },
  connection: {
    test: "Probar la conexión",
    connected: "Conectado.",
    "wrong-credentials": "Credenciales incorrectas, o credenciales del otro entorno.",
    unreachable:
      "Nada responde en esta dirección. Compruébala, y que este servidor pueda alcanzarla.",
    "unexpected-answer":
      "Algo responde en esta dirección, pero no es el servicio de financiación. Comprueba la ruta.",
    "not-set": "No hay credenciales que probar.",
  },
  checkout: {
    title: "Proceso de compra",
    hint: "Lo que se dice a los clientes, y qué carritos se pueden financiar.",
  },
  orders: { title: "Pedidos y dinero", hint: "Lo que ocurre automáticamente, y cuándo." },
  notifications: {
    title: "Notificaciones",
    hint: "Lo que se envía con el proveedor de notificaciones de tu tienda.",
  },
  testMessage: {
    send: "Enviar una prueba",
    bell: "Campana del panel",
    sent: "enviado.",
    "already-sent": "ya enviado.",
    "no-provider": "la tienda no tiene proveedor de notificaciones para este canal.",
    failed: "el proveedor de notificaciones lo rechazó. Revisa la dirección y el proveedor.",
  },
  expert: { title: "Avanzado", hint: "En la mayoría de las tiendas están bien así." },
  changes: {
    title: "Cambios recientes",
    none: "Aún no se ha cambiado nada aquí.",
    credentials: "Credenciales de la API cambiadas ({{where}})",
  },
  choices: {
    settle: {
      "on-full-shipment": "Cuando se ha enviado todo",
      "on-shipment": "Cuando se ha enviado lo primero",
      "on-delivery": "Cuando todo está entregado",
      manual: "Solo cuando alguien captura",
    },
    staff_language: { en: "Inglés", es: "Español" },
    on_decline: { cancel: "Cancelar el pedido", flag: "Preguntar a una persona" },
    on_late_approval: {
      hold: "Retenerla y preguntar a una persona",
      cancel: "Cancelar la solicitud",
    },
    loan_rate_unit: {
      percent: "Por ciento (9,9)",
      fraction: "Fracción (0,099)",
      hidden: "Desconocida: no mostrar el tipo",
    },
    partial_refund_items: {
      items: "Como items",
      applicationItems: "Como applicationItems",
      both: "Con los dos nombres",
    },
  },
}
