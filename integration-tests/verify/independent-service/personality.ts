/** The answer to a repeated call, which the contract leaves open. `ok` accepts it and changes nothing. */
export type RepeatAnswer = "ok" | 400 | 404 | 409 | 422

export type Personality = {
  codes: {
    created: string
    settled: string
    cancelled: string
    refunded: string
    declined: string
    partlyRefunded: string
  }
  secondSettle: RepeatAnswer
  secondCancel: RepeatAnswer
  secondRefund: RepeatAnswer
  settleTooEarly: Exclude<RepeatAnswer, "ok">
  /** The answer to a refund before a settle, and to a cancel after it. */
  invalidTransition: Exclude<RepeatAnswer, "ok">
  unknownToken: Exclude<RepeatAnswer, "ok">
  /** The field with the items of a partial refund. */
  itemsName: "items" | "applicationItems" | "either"
  canChangeOrderIdAgain: boolean
  /** The status of a replaced token. */
  oldToken: "refunded" | "unknown" | "new application"
  virtualCartNeedsAddress: boolean
  checksSums: boolean
  postbacks: { encoding: "form" | "json"; hasDetails: boolean }
}

/** Codes of the contract or, where it shows none, of services with the same interface. */
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
  invalidTransition: 409,
  unknownToken: 404,
  itemsName: "items",
  canChangeOrderIdAgain: true,
  oldToken: "refunded",
  virtualCartNeedsAddress: false,
  checksSums: true,
  postbacks: { encoding: "form", hasDetails: true },
}

/** Refuses every repeated call, reads `applicationItems`, and keeps the first order id. */
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

/** Uses codes that the contract does not show. */
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
  invalidTransition: 400,
  unknownToken: 400,
  itemsName: "either",
  oldToken: "new application",
  checksSums: false,
}
