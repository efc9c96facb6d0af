type ChangeRow = { change_type?: string | null }

/** What core makes and confirms itself while it writes a refund down. */
const CREDIT_LINE = "credit_line"

/** For `query.graph`: the changes of an order that are neither confirmed nor given up. */
export function openChangesOf(orderId: string) {
  return {
    entity: "order_change",
    fields: ["id", "change_type"],
    filters: { order_id: orderId, status: ["pending", "requested"] },
  }
}

/** Whether somebody is changing the order: an edit, a return, a claim, an exchange or a transfer. */
export function isBeingChanged(changes: readonly unknown[]): boolean {
  return (changes as ChangeRow[]).some(({ change_type }) => change_type !== CREDIT_LINE)
}
