import fc from "fast-check"
import type { ApplicationView, Behaviour, FaultInput } from "../../../src/sandbox"
import type { CartOptions } from "../../../tooling/clients/shop-client"
import { type OpeningStep, OPENINGS } from "./openings"
import { type Flow, FLOWS } from "./flows"

/** A fault on one call of this history's applications. */
export type PlannedFault = Pick<FaultInput, "operation" | "kind" | "when" | "status"> & {
  /** Number of the call per application; for creates, the number of the application. */
  nth: number
  /** Whether the service executes the failed call later. */
  isExecutedLater: boolean
}

export const POSTBACK_MODES = ["normal", "lost", "hold", "duplicate", "delay", "reverse"] as const
export type PostbackMode = (typeof POSTBACK_MODES)[number]

/** Everything that is drawn before a history starts: the purchase and its faults. */
export type Plan = {
  flow: Flow
  cart: CartOptions
  /** The purchase that staff ask a customer to finance. */
  requested: RequestedPurchase
  /** Opening steps, so that many histories reach the money operations. */
  opening: readonly OpeningStep[]
  postbacks: PostbackMode
  behaviour: Partial<Behaviour>
  faults: PlannedFault[]
}

const CARTS: CartOptions[] = [
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

/** A draft, or a paid and then edited order with an amount due. */
export type RequestedPurchase =
  "a draft of one sofa" | "a draft of two sofas" | "an order with a rest"

const REQUESTED_PURCHASES: RequestedPurchase[] = [
  "a draft of one sofa",
  "a draft of one sofa",
  "a draft of two sofas",
  "an order with a rest",
]

const errorAnswer = fc.constantFrom<Behaviour["secondSettle"][]>(
  "ok",
  "400",
  "404",
  "409",
  "422",
  "500"
)

/** Service behaviour that the interface does not specify. */
const behaviour: fc.Arbitrary<Partial<Behaviour>> = fc.record(
  {
    statusAfterSettle: fc.constantFrom("C", "L", "S"),
    fundDelaySeconds: fc.constantFrom(0, 3_600),
    statusAfterCancel: fc.constantFrom("O", "U"),
    statusAfterRefund: fc.constantFrom("T", "O"),
    errorBody: fc.constantFrom("spring", "empty", "html"),
    secondSettle: errorAnswer,
    settleWhenNotReady: errorAnswer,
    secondCancel: errorAnswer,
    cancelWhenFunded: errorAnswer,
    secondRefund: errorAnswer,
    refundWhenNotFunded: errorAnswer,
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

/** Calls that create an application. Faults match them by order id. */
export const CREATE_OPERATIONS: readonly Operation[] = [
  "createOrder",
  "createVirtualCart",
  "createFullApplication",
]

const COMMON_OPERATIONS = [
  "settle",
  "cancel",
  "refund",
  "partialRefund",
  "getStatus",
  "updateOrderId",
  "validatePostback",
] as const

type Operation = FaultInput["operation"]

/** Calls specific to one flow. */
const OPERATIONS_BY_FLOW: Record<Flow, readonly Operation[]> = {
  hosted: ["createOrder"],
  full: ["createFullApplication", "createFullApplication", "selectOffer", "createOrder"],
  request: ["createVirtualCart", "createVirtualCart"],
  "pre-approval": ["createPreApproval", "updateCartAndSend", "updateCartAndSend", "createOrder"],
}

/** Fault kinds without a timeout, which is drawn rarely because it takes a whole deadline. */
const FAULT_KINDS = [
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

const createFaultArbitrary = (flow: Flow): fc.Arbitrary<PlannedFault> =>
  fc.record({
    operation: fc.constantFrom<Operation>(...COMMON_OPERATIONS, ...OPERATIONS_BY_FLOW[flow]),
    kind: fc.oneof(
      { weight: 30, arbitrary: fc.constantFrom(...FAULT_KINDS) },
      { weight: 1, arbitrary: fc.constant("timeout" as const) }
    ),
    when: fc.constantFrom("after", "before"),
    status: fc.constantFrom(500, 502, 503, 504, 429, 404, 409, 400),
    // Most calls occur once.
    nth: fc.oneof({ weight: 2, arbitrary: fc.constant(1) }, fc.integer({ min: 1, max: 4 })),
    isExecutedLater: fc.boolean(),
  })

const listOpenings = (flow: Flow): (readonly OpeningStep[])[] =>
  Object.values<readonly OpeningStep[]>(OPENINGS[flow])

const createPlanArbitrary = (flow: Flow): fc.Arbitrary<Plan> =>
  fc.record({
    flow: fc.constant(flow),
    cart: fc.constantFrom(...CARTS),
    requested: fc.constantFrom(...REQUESTED_PURCHASES),
    opening: fc.constantFrom(...listOpenings(flow)),
    postbacks: fc.constantFrom(...POSTBACK_MODES),
    behaviour: fc.oneof(fc.constant({}), behaviour),
    faults: fc.array(createFaultArbitrary(flow), { maxLength: 5, size: "max" }),
  })

export const PLANS = Object.fromEntries(
  FLOWS.map((flow) => [flow, createPlanArbitrary(flow)])
) as Record<Flow, fc.Arbitrary<Plan>>

const CREATE_OPERATION_BY_KIND: Partial<Record<ApplicationView["kind"], Operation>> = {
  hosted: "createOrder",
  "virtual-cart": "createVirtualCart",
  full: "createFullApplication",
}

/**
 * Whether a create takes effect but is answered with a 4xx, or with a 401 that leads to a second create. The plugin
 * learns of the application only from a postback.
 */
export function isDeniedCreate({ operation, kind, when, status }: PlannedFault): boolean {
  const isRefusal = kind === "unauthorized" || (kind === "status" && (status ?? 500) < 500)
  return CREATE_OPERATIONS.includes(operation) && isRefusal && when === "after"
}

/** Whether attaching a cart is refused although it may take effect, at once or later. */
export function isRefusedAttachment({ operation, kind }: PlannedFault): boolean {
  return operation === "updateCartAndSend" && (kind === "status" || kind === "unauthorized")
}

/** Whether the service may have created the application and denied it. */
export function isDenied(
  { faults }: Pick<Plan, "faults">,
  { kind, originalOrderId }: Pick<ApplicationView, "kind" | "originalOrderId">
): boolean {
  return faults
    .filter(isDeniedCreate)
    .some(
      ({ operation, nth }) =>
        operation === CREATE_OPERATION_BY_KIND[kind] && originalOrderId.endsWith(`-${nth}`)
    )
}

/** Whether a 4xx answers a call with a postback's token, so that the token appears not to exist. */
export function hasRefusedCheck({ faults }: Pick<Plan, "faults">): boolean {
  return faults.some(
    ({ operation, kind, status }) =>
      (operation === "getStatus" || operation === "validatePostback") &&
      kind === "status" &&
      (status ?? 500) < 500
  )
}

const ORDINALS = ["", "first", "second", "third", "fourth"]

const describeItems = ({ items = [{ handle: "harbor-sofa", quantity: 1 }] }: CartOptions): string =>
  items.map(({ handle, quantity }) => `${quantity} × ${handle}`).join(", ")

export function describePlan({ flow, cart, requested, ...rest }: Plan): string[] {
  const { postbacks, behaviour, faults } = rest
  const purchase = flow === "request" ? requested : `a cart of ${describeItems(cart)}`
  const faultLines = faults.map(({ operation, kind, when, status, nth, isExecutedLater }) => {
    const what = kind === "status" ? `HTTP ${status}` : kind
    const later = isExecutedLater && when === "before" ? ", and is carried out later" : ""
    return `the ${ORDINALS[nth]} ${operation} meets ${what} ${when} it takes effect${later}`
  })
  const behaviourLines = Object.entries(behaviour).map(
    ([name, value]) => `${name} = ${String(value)}`
  )
  return [
    `the flow is ${flow}`,
    purchase,
    `postbacks: ${postbacks}`,
    ...behaviourLines,
    ...faultLines,
  ]
}
