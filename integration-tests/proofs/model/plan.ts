import fc from "fast-check"
import type { Behaviour, FaultInput } from "../../../src/sandbox"
import type { CartWish } from "../../store/shop-client"

/** A fault that strikes one call of this history's applications. */
export type PlannedFault = Pick<FaultInput, "operation" | "kind" | "when" | "status"> & {
  /** Which call of each application; of creates, which application. */
  nth: number
  /** A call that seems to have failed is carried out later. */
  late: boolean
}

export const POSTBACK_MODES = ["normal", "lost", "hold", "duplicate", "delay", "reverse"] as const
export type PostbackMode = (typeof POSTBACK_MODES)[number]

/** Steps that a history may begin with: what most purchases look like. */
export const OPENINGS = {
  nothing: [],
  applied: ["choose"],
  signed: ["choose", "sign"],
  "under review": ["choose", "review", "complete"],
  paid: ["choose", "sign", "complete"],
  captured: ["choose", "sign", "complete", "capture"],
} as const
export type Opening = keyof typeof OPENINGS

/** What is drawn before a history begins: the cart, and what will go wrong around it. */
export type Plan = {
  cart: CartWish
  /** How the history begins, so that many of them come to the money. */
  opening: Opening
  postbacks: PostbackMode
  behaviour: Partial<Behaviour>
  faults: PlannedFault[]
}

const CARTS: CartWish[] = [
  {},
  { items: [{ handle: "walnut-desk", quantity: 3 }], address: { province: "OR" } },
  { items: [{ handle: "harbor-sofa", quantity: 1 }], promotionCodes: ["SAVE10"] },
  {
    items: [
      { handle: "television-55", quantity: 1 },
      { handle: "protection-plan", quantity: 1 },
      { handle: "reading-lamp", quantity: 2 },
    ],
    delivery: "white-glove",
  },
]

const verdict = fc.constantFrom<Behaviour["secondSettle"][]>(
  "ok",
  "400",
  "404",
  "409",
  "422",
  "500"
)

/** What the interface leaves open, mostly as is likely, sometimes not. */
const behaviour: fc.Arbitrary<Partial<Behaviour>> = fc.record(
  {
    statusAfterSettle: fc.constantFrom("C", "L", "S"),
    fundDelaySeconds: fc.constantFrom(0, 3_600),
    secondSettle: verdict,
    settleWhenNotReady: verdict,
    secondCancel: verdict,
    cancelWhenFunded: verdict,
    secondRefund: verdict,
    refundWhenNotFunded: verdict,
    oldTokenAfterPartialRefund: fc.constantFrom("T", "404", "follows"),
    partialRefundAnswer: fc.constantFrom(
      "code",
      "ok",
      "null-token",
      "no-token",
      "same-token",
      "unknown-code",
      "S",
      "B"
    ),
    orderIdAfterPartialRefund: fc.constantFrom("carried", "original"),
    postbackOnRefund: fc.boolean(),
    postbackEncoding: fc.constantFrom("form", "json"),
    postbackFields: fc.constantFrom("full", "minimal"),
    postbackTiming: fc.constantFrom("after-answer", "before-answer"),
    acceptedStatuses: fc.constantFrom(["S", "W", "M", "C", "L", "U", "X", "O", "T"], ["S", "W"]),
  },
  { requiredKeys: [] }
)

const STRUCK = [
  "settle",
  "cancel",
  "refund",
  "partialRefund",
  "createOrder",
  "getStatus",
  "updateOrderId",
  "validatePostback",
] as const

/** Answers that are lost quickly are drawn most: a time-out costs a history its whole deadline. */
const KINDS = [
  "reset",
  "mid-body",
  "status",
  "garbage",
  "truncated",
  "empty",
  "mid-headers",
  "unauthorized",
  "wrong-content-type",
  "redirect",
] as const

const fault: fc.Arbitrary<PlannedFault> = fc.record({
  operation: fc.constantFrom(...STRUCK),
  kind: fc.oneof(
    { weight: 30, arbitrary: fc.constantFrom(...KINDS) },
    { weight: 1, arbitrary: fc.constant("timeout" as const) }
  ),
  when: fc.constantFrom("after", "before"),
  status: fc.constantFrom(500, 502, 503, 504, 429, 404, 409, 400),
  nth: fc.integer({ min: 1, max: 4 }),
  late: fc.boolean(),
})

const openings = Object.keys(OPENINGS) as Opening[]

export const plans: fc.Arbitrary<Plan> = fc.record({
  cart: fc.constantFrom(...CARTS),
  opening: fc.constantFrom(...openings),
  postbacks: fc.constantFrom(...POSTBACK_MODES),
  behaviour: fc.oneof(fc.constant({}), behaviour),
  faults: fc.array(fault, { maxLength: 5, size: "max" }),
})

const ORDINALS = ["", "first", "second", "third", "fourth"]

export function describePlan({ cart, postbacks, behaviour, faults }: Plan): string[] {
  const goods = (cart.items ?? [{ handle: "harbor-sofa", quantity: 1 }])
    .map(({ handle, quantity }) => `${quantity} × ${handle}`)
    .join(", ")
  const struck = faults.map(({ operation, kind, when, status, nth, late }) => {
    const what = kind === "status" ? `HTTP ${status}` : kind
    const later = late && when === "before" ? ", and is carried out later" : ""
    return `the ${ORDINALS[nth]} ${operation} meets ${what} ${when} it takes effect${later}`
  })
  const odd = Object.entries(behaviour).map(([name, value]) => `${name} = ${String(value)}`)
  return [`a cart of ${goods}`, `postbacks: ${postbacks}`, ...odd, ...struck]
}
