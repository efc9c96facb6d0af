import type { EndpointName } from "../../../src/financing-api"
import { altered, answered, type Ill, OF_CHANGING_CALLS, OF_READING_CALLS } from "./ills"

/** Answers to an order action without `ok`, which do not confirm it. */
const NOT_OK: Ill[] = [
  altered("no-status", { status: null }),
  altered("status-error", { status: "error" }),
  { ...altered("status-in-capitals", { status: "OK" }), understood: true },
]

/** Answers to a create without a usable token or URL. */
const ODD_CREATIONS: Ill[] = [
  // An empty token with a URL means that nothing was created.
  { ...altered("empty-token", { token: "" }), denies: true },
  altered("token-as-number", { token: 42 }),
  { ...altered("no-url", { url: null }), understood: true },
  { ...altered("script-as-url", { url: "javascript:alert(1)" }), understood: true },
]

/** The faults of each endpoint of the service. */
export const ILLS: Record<EndpointName, Ill[]> = {
  requestToken: [
    ...OF_READING_CALLS,
    altered("no-access-token", { access_token: null }),
    altered("no-lifetime", { expires_in: null }),
    altered("negative-lifetime", { expires_in: -1 }),
  ],
  createOrder: [
    ...OF_CHANGING_CALLS,
    ...ODD_CREATIONS,
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
  createVirtualCart: [...OF_CHANGING_CALLS, ...ODD_CREATIONS],
  createFullApplication: [
    ...OF_CHANGING_CALLS,
    altered("empty-token", { applicationToken: "" }),
    { ...altered("offers-as-text", { offers: "none" }), understood: true },
  ],
  selectOffer: [...OF_CHANGING_CALLS, altered("no-url", { contractUrl: null })],
  createPreApproval: [...OF_CHANGING_CALLS, ...ODD_CREATIONS],
  updateCartAndSend: [...OF_CHANGING_CALLS, ...NOT_OK],
  getStatus: [
    ...OF_READING_CALLS,
    ...[1, 1_000].flatMap((count) => {
      const often = count === 1 ? "" : "-lasting"
      return [
        altered(`unknown-code${often}`, { status: "Q" }, count),
        altered(`no-code${often}`, { status: null }, count),
        altered(`other-token${often}`, { token: "another-application" }, count),
        altered(`no-token${often}`, { token: null }, count),
        altered(`other-amount${often}`, { loanAmount: 1.5 }, count),
        altered(`no-amount${often}`, { loanAmount: null }, count),
        altered(`tax-exempt${often}`, { taxExempt: true }, count),
      ]
    }),
  ],
  getAddressStatus: [...OF_READING_CALLS, altered("no-code", { status: null })],
  settle: [...OF_CHANGING_CALLS, ...NOT_OK],
  cancel: [...OF_CHANGING_CALLS, ...NOT_OK],
  refund: [...OF_CHANGING_CALLS, ...NOT_OK],
  partialRefund: [
    ...OF_CHANGING_CALLS,
    altered("null-token", { token: null }),
    altered("empty-token", { token: "" }),
    altered("same-token", { token: "{token}" }),
    altered("unknown-code", { status: "Q" }),
    altered("no-status", { status: null }),
    altered("has-to-be-signed", { status: "B" }),
    altered("old-ok", { status: "ok" }),
    altered("has-to-be-settled", { status: "S" }),
  ],
  updateOrderId: [...OF_CHANGING_CALLS, ...NOT_OK],
  validatePostback: [
    ...OF_READING_CALLS,
    ...[1, 1_000].flatMap((count) => {
      const often = count === 1 ? "" : "-lasting"
      return [
        answered(`incomplete${often}`, "INCOMPLETE_PT", count),
        answered(`not-found${often}`, "NOT_FOUND_PT", count),
        answered(`lower-case${often}`, "verified_pt", count),
        answered(`both-words${often}`, "VERIFIED_PT INCOMPLETE_PT", count),
      ]
    }),
  ],
}
