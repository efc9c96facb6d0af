/**
 * Why a person is asked to look at an application. Each cause stands for itself: a new one does not
 * push another one out, and each is taken back when what caused it is settled.
 */
export const ATTENTION_CAUSES = [
  /** It is not known whether one of our calls happened. */
  "doubt",
  /** The service's answer cannot be what was asked for. */
  "answer",
  /** Both sides' amounts differ. */
  "amounts",
  /** What stands in Medusa and what the service says do not go together. */
  "standing",
  /** The order could not be placed, authorized, captured or cancelled. */
  "order",
  /** A refund needs something from the customer, the merchant or the service's portal. */
  "refund",
  /** The service would not end it. */
  "cancel",
  /** Signed, and nobody uses it. */
  "unused",
  /** The service would not take the order's number. */
  "order-id",
  /** Nothing is looked at by itself any more. */
  "unwatched",
] as const

export type AttentionCause = (typeof ATTENTION_CAUSES)[number]
