/** Movements of money in the payout report. */
export const PAYOUT_EVENTS = [
  "requested",
  "paid-out",
  "refunded",
  "partly-refunded",
  "not-paid",
  "refund-taken-back",
] as const
export type PayoutEventName = (typeof PAYOUT_EVENTS)[number]
