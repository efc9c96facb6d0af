/**
 * When the plugin settles automatically (the contract: settle means that the order has shipped): the option
 * `settle`. `subscribers/reconcile-when-order-progresses.ts` wakes it; `medusa/read-order-facts.ts` reads the lines
 * (`translation/order-progress.ts`), calls `isSettleDue`, and ignores it for an edited order; `next-action.ts` then
 * settles an authorized order whose status is S. A capture by staff settles in any case.
 */
export const SETTLE_WHEN = ["on-full-shipment", "on-shipment", "on-delivery", "manual"] as const

export type SettleWhen = (typeof SETTLE_WHEN)[number]

/** The progress of one order line in units. Returned units still count as shipped. */
export type LineProgress = {
  title: string
  /** The ordered quantity, which an order edit may have lowered to 0. */
  quantity: number
  fulfilled: number
  shipped: number
  delivered: number
  requiresShipping: boolean
}

/** Picked up, or delivered without a shipment: it has left the shop. */
const countShipped = ({ shipped, delivered }: LineProgress) => Math.max(shipped, delivered)

const isProvided = ({ quantity, fulfilled, delivered }: LineProgress) =>
  Math.max(fulfilled, delivered) >= quantity

const EVERY_LINE: Record<"on-full-shipment" | "on-delivery", (line: LineProgress) => boolean> = {
  "on-full-shipment": (line) =>
    line.requiresShipping ? countShipped(line) >= line.quantity : isProvided(line),
  "on-delivery": (line) =>
    line.requiresShipping ? line.delivered >= line.quantity : isProvided(line),
}

/** Whether the order counts as shipped under the setting. */
export function isSettleDue(lines: readonly LineProgress[], when: SettleWhen): boolean {
  const ordered = lines.filter(({ quantity }) => quantity > 0)
  if (when === "manual" || ordered.length === 0) {
    return false
  }
  if (when === "on-shipment") {
    const shipping = ordered.filter(({ requiresShipping }) => requiresShipping)
    return shipping.length > 0
      ? shipping.some((line) => countShipped(line) > 0)
      : ordered.some(({ fulfilled, delivered }) => Math.max(fulfilled, delivered) > 0)
  }
  return ordered.every(EVERY_LINE[when])
}

/**
 * Finds the only lines that keep an order from counting as shipped after its goods have left: lines without shipping,
 * such as a warranty, that are not marked as fulfilled. Empty while goods are still to leave.
 */
export function findUnfulfilled(
  lines: readonly LineProgress[],
  when: SettleWhen
): readonly LineProgress[] {
  if (when === "manual" || isSettleDue(lines, when)) {
    return []
  }
  const ordered = lines.filter(({ quantity }) => quantity > 0)
  const isStillInShop = (line: LineProgress) =>
    line.requiresShipping && (when === "on-shipment" || !EVERY_LINE[when](line))
  return ordered.some(isStillInShop)
    ? []
    : ordered.filter((line) => !line.requiresShipping && !isProvided(line))
}
