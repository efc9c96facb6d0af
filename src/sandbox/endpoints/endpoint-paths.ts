/** The 15 calls of the contract ("Endpoint list"), by their names in the control API and the call log. */
export const ENDPOINT_PATHS = {
  requestToken: { method: "POST", path: "/uaa/oauth/token" },
  createOrder: { method: "POST", path: "/application/ecommerce/orders" },
  createVirtualCart: { method: "POST", path: "/ecommerce/application/create/cart" },
  createFullApplication: { method: "POST", path: "/ecommerce/application/create" },
  selectOffer: { method: "GET", path: "/ecommerce/application/:token/offers/select/:offerId" },
  createPreApproval: { method: "POST", path: "/ecommerce/application/pre-approval/send" },
  updateCartAndSend: { method: "POST", path: "/ecommerce/application/:token/cart/update/send" },
  getStatus: { method: "GET", path: "/ecommerce/application/:token/status" },
  getAddressStatus: { method: "POST", path: "/ecommerce/application/:token/address/status" },
  settle: { method: "POST", path: "/ecommerce/application/:token/settle" },
  cancel: { method: "POST", path: "/ecommerce/application/:token/cancel" },
  refund: { method: "POST", path: "/ecommerce/application/:token/refund" },
  partialRefund: { method: "POST", path: "/ecommerce/application/:token/partial/refund" },
  updateOrderId: { method: "POST", path: "/ecommerce/application/:token/update/order/id" },
  validatePostback: { method: "POST", path: "/application-validation/validateipn" },
} as const

export type EndpointName = keyof typeof ENDPOINT_PATHS

export const ENDPOINT_NAMES = Object.keys(ENDPOINT_PATHS) as [EndpointName, ...EndpointName[]]

/** Calls without a bearer token. */
export const WITHOUT_TOKEN: ReadonlySet<EndpointName> = new Set([
  "requestToken",
  "validatePostback",
])
