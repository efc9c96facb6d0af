type Changed = { open_changes: readonly { change_type?: string | null }[] }

/** What core makes and confirms itself while it writes a refund down. */
const CREDIT_LINE = "credit_line"

/** Whether somebody is changing the order: an edit, a return, a claim, an exchange or a transfer. */
export function isBeingChanged({ open_changes }: Changed): boolean {
  return open_changes.some(({ change_type }) => change_type !== CREDIT_LINE)
}
