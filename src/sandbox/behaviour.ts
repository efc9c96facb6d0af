import { z } from "@medusajs/framework/zod"

/** `ok` answers success without changing anything. A number refuses with that HTTP status. */
const verdictSchema = z.enum(["ok", "400", "404", "409", "422", "500"])
export type Verdict = z.infer<typeof verdictSchema>

/** Settings for everything that the contract marks "not shown", with the most likely defaults. */
export const behaviourSchema = z.strictObject({
  /**
   * Status after a settle. `S` keeps the status until `fundDelaySeconds` pass (0: until funded through the portal).
   * Values other than C and L simulate an undocumented code on a settled loan.
   */
  statusAfterSettle: z.string().min(1).default("C"),
  /** Seconds on the virtual clock between a settle and its funding; the status is S until then. */
  fundDelaySeconds: z.number().min(0).default(0),
  statusAfterCancel: z.string().min(1).default("O"),
  statusAfterRefund: z.string().min(1).default("T"),
  /** Answer to a settle of a settled or funded application. */
  secondSettle: verdictSchema.default("ok"),
  /** Answer to a settle in any status other than S. */
  settleWhenNotReady: verdictSchema.default("409"),
  /** Answer to a cancel of a cancelled application. */
  secondCancel: verdictSchema.default("ok"),
  /** Answer to a cancel of a funded or refunded application. */
  cancelWhenFunded: verdictSchema.default("409"),
  /** Answer to a full or partial refund of a refunded or replaced application. */
  secondRefund: verdictSchema.default("409"),
  /** Answer to a full or partial refund of an application that is neither settled nor funded. */
  refundWhenNotFunded: verdictSchema.default("409"),
  /** Status of a token after a partial refund replaces it. `follows` returns the new token's status. */
  oldTokenAfterPartialRefund: z.enum(["T", "404", "follows"]).default("T"),
  /** Answer to a partial refund. The refund happens in every case. */
  partialRefundAnswer: z
    .enum(["code", "ok", "null-token", "no-token", "same-token", "unknown-code", "S", "B"])
    .default("code"),
  /** Order id of the new application: `carried` keeps the last one set, `original` the one at creation. */
  orderIdAfterPartialRefund: z.enum(["carried", "original"]).default("carried"),
  /** Accepted name of the item list in a partial refund (the contract shows both). */
  partialRefundItemsName: z.enum(["items", "applicationItems", "both"]).default("items"),
  /** Whether refunds through the API, full or partial, send a postback ("None stated"). */
  postbackOnRefund: z.boolean().default(false),
  errorBody: z.enum(["spring", "empty", "html"]).default("spring"),
  unknownTokenStatus: z.number().int().min(400).max(599).default(404),
  postbackEncoding: z.enum(["form", "json"]).default("form"),
  /** `minimal` sends only the uuid, the one field that the contract guarantees. */
  postbackFields: z.enum(["full", "minimal"]).default("full"),
  /** `before-answer` delivers the postback of a call before the call is answered. */
  postbackTiming: z.enum(["after-answer", "before-answer"]).default("after-answer"),
  /** Status codes for which Validate postback can answer VERIFIED_PT. */
  acceptedStatuses: z.array(z.string()).default(["S", "W", "M", "C", "L", "U", "X", "O", "T"]),
  /** Answer of Validate postback for an unknown token. */
  validateUnknownToken: z.enum(["NOT_FOUND_PT", "INCOMPLETE_PT"]).default("NOT_FOUND_PT"),
  /** Whether Σ(price × quantity) + shipping + taxes − discount must equal loanAmount. */
  checkSums: z.boolean().default(true),
  /** `opaque`: with slashes, dots, `%`, spaces and letters beyond ASCII. */
  tokenFormat: z.enum(["uuid", "hex", "opaque"]).default("uuid"),
  /** Whether the address on file equals the address that the store sent (endpoint 9). */
  addressOnFile: z.enum(["as-sent", "another"]).default("as-sent"),
  lender: z.string().default("Sandbox Lending"),
  /** Whether magic last names and amounts trigger an outcome. */
  magic: z.boolean().default(true),
  /** Milliseconds until a magic outcome takes effect. */
  magicDelayMs: z.number().min(0).default(250),
  /** Seconds that an application with the last name Slow stays in status Z. */
  slowSeconds: z.number().min(0).default(20),
})

export type Behaviour = z.infer<typeof behaviourSchema>

/** Fills in the defaults of a behaviour. @throws ZodError naming an unknown key or value */
export function parseBehaviour(input: Partial<Behaviour>): Behaviour {
  return behaviourSchema.parse(input)
}

/** Settings that can change while the simulator runs. Amounts in integer cents. */
export interface Settings {
  behaviour: Behaviour
  minAmount: number
  maxAmount: number
}

/** Rows of docs/assumptions.md that each switch exercises. Empty for switches that only drive the simulator. */
export const SWITCH_ASSUMPTIONS: Record<keyof Behaviour, readonly string[]> = {
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
