import type * as english from "./en-attention"

/** The list of review cases, and the form of a decision, in Spanish. */
export const attention: typeof english.attention = {
  title: "Requiere atención",
  subtitle: "Lo que solo una persona puede decidir.",
  case: "Qué ha pasado",
  atRisk: "Financiado",
  age: "Desde",
  open: "Por decidir",
  known: "Dejado como está",
  which: "Mostrar",
  empty: "Nada te necesita",
  emptyHint: "Todos los pedidos financiados coinciden con el servicio.",
  emptyUnsure:
    "No se puede comprobar si todos los pedidos coinciden mientras el servicio no se pueda usar.",
  emptyKnown: "No se dejó nada como está.",
  gone: "Este caso está resuelto.",
  knownBy: "Dejado como está por {{who}}, {{when}}",
  happened: "Qué ha pasado",
  doing: "Qué hacemos ya",
  can: "Qué puedes hacer",
  decide: "Decidir",
  note: "Por qué",
  noteHint: "Se guarda con tu nombre, para quien lo lea después.",
  token: "Número de solicitud en el portal del servicio",
  tokenNeeded:
    "Necesario: el reembolso creó una solicitud nueva. Su número está en su página del portal.",
  tokenHint:
    "Solo si el portal muestra una solicitud nueva. Su número está en su página del portal.",
  amount: "Cuánto",
  amountHint: "En dólares. Ya está todo el importe; cámbialo para una parte.",
  amountWrong: "Escribe un importe como 120.50, con punto para los centavos.",
  decided: "Hecho: {{what}}.",
  back: "Volver",
  closing: "{{what}}: hecho. Este caso se cierra en un momento.",
  checked: "Se ha comprobado el estado.",
  banner_one: "{{count}} pedido financiado te necesita",
  banner_other: "{{count}} pedidos financiados te necesitan",
  view: "Ver detalles",
}
