import { z } from "@medusajs/framework/zod"

/** `ok` answers as if it had worked and changes nothing; a number refuses with that HTTP status. */
const verdict = z.enum(["ok", "400", "404", "409", "422", "500"])
export type Verdict = z.infer<typeof verdict>

/** Everything the contract marks "not shown", as parameters with the most likely default. */
export const behaviourSchema = z.strictObject({
  /**
   * Status after a settle. `S`: stays S until `fundDelaySeconds` passed (0: until funded by hand). Any other
   * word than C and L: a code that nobody knows, for a loan that is settled all the same.
   */
  statusAfterSettle: z.string().min(1).default("C"),
  /** Seconds on the virtual clock between a settle and its funding; the status is S until then. */
  fundDelaySeconds: z.number().min(0).default(0),
  statusAfterCancel: z.string().min(1).default("O"),
  statusAfterRefund: z.string().min(1).default("T"),
  /** A settle on an application that was settled or funded. */
  secondSettle: verdict.default("ok"),
  /** A settle on anything but S. */
  settleWhenNotReady: verdict.default("409"),
  /** A cancel on an application that was cancelled. */
  secondCancel: verdict.default("ok"),
  /** A cancel on an application that was funded or refunded. */
  cancelWhenFunded: verdict.default("409"),
  /** A refund, full or partial, on an application that was refunded or replaced. */
  secondRefund: verdict.default("409"),
  /** A refund, full or partial, on an application neither settled nor funded. */
  refundWhenNotFunded: verdict.default("409"),
  /** What a token reads that a partial refund replaced. */
  oldTokenAfterPartialRefund: z.enum(["T", "404", "follows"]).default("T"),
  /** What a partial refund answers. It is carried out in every case. */
  partialRefundAnswer: z
    .enum(["code", "ok", "null-token", "no-token", "same-token", "unknown-code", "S", "B"])
    .default("code"),
  /** The order id of the new application: the one last set, or the one it was created with. */
  orderIdAfterPartialRefund: z.enum(["carried", "original"]).default("carried"),
  /** Name of the item list in a partial refund (the contract gives both). */
  partialRefundItemsName: z.enum(["items", "applicationItems", "both"]).default("items"),
  /** Whether refunds and partial refunds through the API send a postback ("None stated"). */
  postbackOnRefund: z.boolean().default(false),
  errorBody: z.enum(["spring", "empty", "html"]).default("spring"),
  unknownTokenStatus: z.number().int().min(400).max(599).default(404),
  postbackEncoding: z.enum(["form", "json"]).default("form"),
  /** `minimal` sends the uuid alone, all that the contract promises. */
  postbackFields: z.enum(["full", "minimal"]).default("full"),
  /** `before-answer` delivers a call's postback while that very call still waits. */
  postbackTiming: z.enum(["after-answer", "before-answer"]).default("after-answer"),
  /** Codes for which Validate postback may say VERIFIED_PT. */
  acceptedStatuses: z.array(z.string()).default(["S", "W", "M", "C", "L", "U", "X", "O", "T"]),
  /** Validate postback for a token nobody knows. */
  validateUnknownToken: z.enum(["NOT_FOUND_PT", "INCOMPLETE_PT"]).default("NOT_FOUND_PT"),
  /** Whether Σ(price × quantity) + shipping + taxes − discount must equal loanAmount. */
  checkSums: z.boolean().default(true),
  /** `opaque`: with slashes, dots, `%`, spaces and letters beyond ASCII. */
  tokenFormat: z.enum(["uuid", "hex", "opaque"]).default("uuid"),
  /** Whether the address that the service has on file is the one that the shop sent (endpoint 9). */
  addressOnFile: z.enum(["as-sent", "another"]).default("as-sent"),
  lender: z.string().default("Sandbox Lending"),
  /** Whether magic last names and amounts select an outcome. */
  magic: z.boolean().default(true),
  /** Milliseconds until a magic outcome takes effect. */
  magicDelayMs: z.number().min(0).default(250),
  /** Seconds that the last name Slow takes. */
  slowSeconds: z.number().min(0).default(20),
})

export type Behaviour = z.infer<typeof behaviourSchema>

/** Completes a behaviour with defaults; throws a ZodError that names an unknown key or value. */
export function parseBehaviour(given: Partial<Behaviour>): Behaviour {
  return behaviourSchema.parse(given)
}

/** Settable while the simulator runs. Amounts in integer cents. */
export interface Settings {
  behaviour: Behaviour
  minAmount: number
  maxAmount: number
}

/** The rows of docs/assumptions.md that a switch touches. Empty where it only drives the simulator. */
export const ASSUMPTIONS_OF_SWITCH: Record<keyof Behaviour, readonly string[]> = {
  statusAfterSettle: ["status-code-C", "status-code-L"],
  fundDelaySeconds: ["settle-repeat", "status-code-S"],
  statusAfterCancel: ["status-code-O"],
  statusAfterRefund: ["status-code-T"],
  secondSettle: ["second-settle"],
  settleWhenNotReady: ["refusal-changes-nothing", "server-error-in-doubt"],
  secondCancel: ["second-cancel"],
  cancelWhenFunded: ["refusal-changes-nothing", "server-error-in-doubt"],
  secondRefund: ["refusal-changes-nothing", "server-error-in-doubt"],
  refundWhenNotFunded: ["refusal-changes-nothing", "server-error-in-doubt"],
  oldTokenAfterPartialRefund: ["replaced-token"],
  partialRefundAnswer: ["partial-refund-answer", "status-code-B", "sign-again-address"],
  orderIdAfterPartialRefund: ["order-id-again"],
  partialRefundItemsName: ["partial-refund-items"],
  postbackOnRefund: ["postback-delivery"],
  errorBody: ["error-body"],
  unknownTokenStatus: ["unknown-token"],
  postbackEncoding: ["postback-body"],
  postbackFields: ["postback-body"],
  postbackTiming: ["postback-delivery"],
  acceptedStatuses: ["signed-validation"],
  validateUnknownToken: ["unknown-validation"],
  checkSums: ["balanced-cart"],
  tokenFormat: ["opaque-token"],
  addressOnFile: ["address-status"],
  lender: ["undecisive-fields"],
  magic: [],
  magicDelayMs: [],
  slowSeconds: [],
}
