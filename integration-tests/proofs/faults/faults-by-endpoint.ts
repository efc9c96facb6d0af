import type { EndpointName } from "../../../src/financing-api"
import {
  createAlteredAnswer,
  createReplacedAnswer,
  type CallFault,
  CHANGING_CALL_FAULTS,
  READING_CALL_FAULTS,
} from "./call-faults"

/** Answers to an order action without `ok`, which do not confirm it. */
const NOT_OK_ANSWERS: CallFault[] = [
  createAlteredAnswer("no-status", { status: null }),
  createAlteredAnswer("status-error", { status: "error" }),
  { ...createAlteredAnswer("status-in-capitals", { status: "OK" }), isUnderstood: true },
]

/** Answers to a create without a usable token or URL. */
const UNUSABLE_CREATE_ANSWERS: CallFault[] = [
  // An empty token with a URL means that nothing was created.
  { ...createAlteredAnswer("empty-token", { token: "" }), denies: true },
  createAlteredAnswer("token-as-number", { token: 42 }),
  { ...createAlteredAnswer("no-url", { url: null }), isUnderstood: true },
  { ...createAlteredAnswer("script-as-url", { url: "javascript:alert(1)" }), isUnderstood: true },
]

/** The faults of each endpoint of the service. */
export const FAULTS_BY_ENDPOINT: Record<EndpointName, CallFault[]> = {
  requestToken: [
    ...READING_CALL_FAULTS,
    createAlteredAnswer("no-access-token", { access_token: null }),
    createAlteredAnswer("no-lifetime", { expires_in: null }),
    createAlteredAnswer("negative-lifetime", { expires_in: -1 }),
  ],
  createOrder: [
    ...CHANGING_CALL_FAULTS,
    ...UNUSABLE_CREATE_ANSWERS,
    {
      name: "null-token",
      point: "before",
      fault: {
        kind: "garbage",
        nth: 1,
        body: JSON.stringify({ token: null, url: "http://localhost/why" }),
      },
    },
  ],
  createVirtualCart: [...CHANGING_CALL_FAULTS, ...UNUSABLE_CREATE_ANSWERS],
  createFullApplication: [
    ...CHANGING_CALL_FAULTS,
    createAlteredAnswer("empty-token", { applicationToken: "" }),
    { ...createAlteredAnswer("offers-as-text", { offers: "none" }), isUnderstood: true },
  ],
  selectOffer: [...CHANGING_CALL_FAULTS, createAlteredAnswer("no-url", { contractUrl: null })],
  createPreApproval: [...CHANGING_CALL_FAULTS, ...UNUSABLE_CREATE_ANSWERS],
  updateCartAndSend: [...CHANGING_CALL_FAULTS, ...NOT_OK_ANSWERS],
  getStatus: [
    ...READING_CALL_FAULTS,
    ...[1, 1_000].flatMap((count) => {
      const often = count === 1 ? "" : "-lasting"
      return [
        createAlteredAnswer(`unknown-code${often}`, { status: "Q" }, count),
        createAlteredAnswer(`no-code${often}`, { status: null }, count),
        createAlteredAnswer(`other-token${often}`, { token: "another-application" }, count),
        createAlteredAnswer(`no-token${often}`, { token: null }, count),
        createAlteredAnswer(`other-amount${often}`, { loanAmount: 1.5 }, count),
        createAlteredAnswer(`no-amount${often}`, { loanAmount: null }, count),
        createAlteredAnswer(`tax-exempt${often}`, { taxExempt: true }, count),
      ]
    }),
  ],
  getAddressStatus: [...READING_CALL_FAULTS, createAlteredAnswer("no-code", { status: null })],
  settle: [...CHANGING_CALL_FAULTS, ...NOT_OK_ANSWERS],
  cancel: [...CHANGING_CALL_FAULTS, ...NOT_OK_ANSWERS],
  refund: [...CHANGING_CALL_FAULTS, ...NOT_OK_ANSWERS],
  partialRefund: [
    ...CHANGING_CALL_FAULTS,
    createAlteredAnswer("null-token", { token: null }),
    createAlteredAnswer("empty-token", { token: "" }),
    createAlteredAnswer("same-token", { token: "{token}" }),
    createAlteredAnswer("unknown-code", { status: "Q" }),
    createAlteredAnswer("no-status", { status: null }),
    createAlteredAnswer("has-to-be-signed", { status: "B" }),
    createAlteredAnswer("old-ok", { status: "ok" }),
    createAlteredAnswer("has-to-be-settled", { status: "S" }),
  ],
  updateOrderId: [...CHANGING_CALL_FAULTS, ...NOT_OK_ANSWERS],
  validatePostback: [
    ...READING_CALL_FAULTS,
    ...[1, 1_000].flatMap((count) => {
      const often = count === 1 ? "" : "-lasting"
      return [
        createReplacedAnswer(`incomplete${often}`, "INCOMPLETE_PT", count),
        createReplacedAnswer(`not-found${often}`, "NOT_FOUND_PT", count),
        createReplacedAnswer(`lower-case${often}`, "verified_pt", count),
        createReplacedAnswer(`both-words${often}`, "VERIFIED_PT INCOMPLETE_PT", count),
      ]
    }),
  ],
}
