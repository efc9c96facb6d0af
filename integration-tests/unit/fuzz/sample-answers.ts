import type { EndpointName } from "../../../src/financing-api"
import { TOKEN } from "../financing-api/sample-bodies"
import { CANARY } from "./odd-values"

const url = "https://apply.example/a?app=1&auth=2"
const ok = { status: "ok", message: "application settled" }
const offer = {
  id: 7,
  overallTerm: 36,
  leaseTerm: 12,
  loanTerm: 24,
  loanRate: 9.99,
  residualPercent: 40,
  moneyFactor: 0.0021,
  offerType: "LEASELOAN",
  leasePayment: 31.4,
  loanPayment: 25.15,
  residualPayment: 440,
  contractUrl: "https://sign.example/7",
}
const creations = [
  { token: TOKEN, url },
  { token: null, url: "https://apply.example/why" },
  { token: "", url: "https://apply.example/why" },
  { url: "https://apply.example/why" },
  { token: "../a b/%2F?é#..", url: null },
]

/** Valid answers: the interface's examples and its permitted variants. */
export const SAMPLE_ANSWERS: Record<EndpointName, readonly unknown[]> = {
  requestToken: [
    {
      access_token: "an-access-token",
      token_type: "Bearer",
      expires_in: 18_000,
      refresh_token: "a-refresh-token",
      refresh_expires_in: 432_000,
      scope: "openid profile email",
    },
    { access_token: "an-access-token", expires_in: "300" },
    { access_token: "an-access-token", token_type: null, scope: ["openid"], expires_in: null },
  ],
  createOrder: creations,
  createVirtualCart: creations,
  createFullApplication: [
    {
      applicationToken: TOKEN,
      orderId: "cart_1-1",
      loanAmount: 1099.98,
      status: "A",
      offers: [offer, { ...offer, id: 8, contractUrl: null }],
    },
    { applicationToken: TOKEN, orderId: "cart_1-1", loanAmount: "1099.98", status: "U" },
    { applicationToken: null, orderId: "cart_1-1", loanAmount: 99.98, status: "O" },
    { applicationToken: "", url: "https://apply.example/why" },
    {
      applicationToken: TOKEN,
      orderId: 7,
      loanAmount: "1,099.98",
      status: ["A"],
      offers: [{ ...offer, loanRate: "9.9%" }, { ...offer, id: undefined }, null],
    },
  ],
  selectOffer: [
    {
      offerId: "7",
      contractUrl: "https://sign.example/7",
      accessToken: "x",
      offerType: "LEASELOAN",
    },
    { offerId: 7, contractUrl: "https://sign.example/7" },
    { offerId: [7], contractUrl: "https://sign.example/7", offerType: 1 },
  ],
  createPreApproval: creations,
  updateCartAndSend: [{ ...ok, token: TOKEN, loanAmount: 549.99, taxExempt: false }, ok],
  getStatus: [
    {
      status: "S",
      message: "Ready to Settle",
      token: TOKEN,
      maxApprovalAmount: 5000,
      loanAmount: 1099.98,
      lender: "A Lender",
      taxExempt: false,
    },
    { status: "W", token: TOKEN, loanAmount: "1099.98", taxExempt: "true", lender: "" },
    {
      status: "S",
      token: TOKEN,
      loanAmount: "1099.98",
      taxExempt: "yes",
      lender: 7,
      maxApprovalAmount: "5,000.00",
      message: { en: "Ready" },
    },
  ],
  getAddressStatus: [{ status: "U", message: "declined", token: TOKEN }],
  settle: [ok, { status: "ok" }, { status: "OK", message: 200 }],
  cancel: [ok, { status: "ok", message: null }],
  refund: [ok],
  partialRefund: [
    { status: "C", message: "refunded", token: "8f14e45fceea167a5a36dedd4bea2543" },
    { status: "B", message: "", token: "8f14e45fceea167a5a36dedd4bea2543" },
    { status: "ok", message: "cancelled", token: null },
    { status: "Ok", message: [], token: 12 },
  ],
  updateOrderId: [ok],
  validatePostback: ["VERIFIED_PT", "INCOMPLETE_PT", "NOT_FOUND_PT", '\uFEFF"VERIFIED_PT"\r\n'],
}

/** Error bodies of comparable services. Some quote the request. */
export const SAMPLE_ERRORS: readonly unknown[] = [
  {
    timestamp: "2026-01-02T03:04:05Z",
    status: 409,
    error: "Conflict",
    message: `no such ssn: ${CANARY}`,
    path: "/application/ecommerce/orders",
  },
  { error: "invalid_grant", error_description: CANARY },
  { error: "main_street" },
  { error: "Ada_Lovelace", message: "Bearer bearer-canary-token" },
  { error: CANARY },
]
