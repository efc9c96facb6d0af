/** Held while a request is made, withdrawn, or authorized for an order: one of these at a time. */
export const requestLease = (orderId: string) => `request:${orderId}`
