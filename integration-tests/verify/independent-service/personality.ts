/** How this service answers what the contract leaves open. An HTTP status refuses; `ok` accepts and changes nothing. */
export type Repeated = "ok" | 400 | 404 | 409 | 422

export type Personality = {
  codes: {
    created: string
    settled: string
    cancelled: string
    refunded: string
    declined: string
    partlyRefunded: string
  }
  secondSettle: Repeated
  secondCancel: Repeated
  secondRefund: Repeated
  settleTooEarly: Exclude<Repeated, "ok">
  /** A refund of what was not settled, and a cancellation of what was. */
  wrongWay: Exclude<Repeated, "ok">
  unknownToken: Exclude<Repeated, "ok">
  /** The list that a partial refund reads. */
  itemsName: "items" | "applicationItems" | "either"
  canChangeOrderIdAgain: boolean
  /** What a replaced token reads. */
  oldToken: "refunded" | "unknown" | "new application"
  virtualCartNeedsAddress: boolean
  checksSums: boolean
  postbacks: { encoding: "form" | "json"; hasDetails: boolean }
}

/** Codes of the contract, of services with the same interface where it shows none, and no surprise. */
export const PLAIN: Personality = {
  codes: {
    created: "P",
    settled: "C",
    cancelled: "O",
    refunded: "T",
    declined: "U",
    partlyRefunded: "C",
  },
  secondSettle: "ok",
  secondCancel: "ok",
  secondRefund: 409,
  settleTooEarly: 409,
  wrongWay: 409,
  unknownToken: 404,
  itemsName: "items",
  canChangeOrderIdAgain: true,
  oldToken: "refunded",
  virtualCartNeedsAddress: false,
  checksSums: true,
  postbacks: { encoding: "form", hasDetails: true },
}

/** Refuses every repeat, reads the other list, and keeps the first order id. */
export const STRICT: Personality = {
  ...PLAIN,
  secondSettle: 422,
  secondCancel: 422,
  itemsName: "applicationItems",
  canChangeOrderIdAgain: false,
  oldToken: "unknown",
  virtualCartNeedsAddress: true,
  postbacks: { encoding: "json", hasDetails: false },
}

/** Has codes that the contract does not show. */
export const FOREIGN: Personality = {
  ...PLAIN,
  codes: {
    created: "NEW",
    settled: "FN",
    cancelled: "CX",
    refunded: "RF",
    declined: "DN",
    partlyRefunded: "FN",
  },
  secondRefund: "ok",
  settleTooEarly: 422,
  wrongWay: 400,
  unknownToken: 400,
  itemsName: "either",
  oldToken: "new application",
  checksSums: false,
}
