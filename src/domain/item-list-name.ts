/** The interface's two names for the items of a partial refund. */
export const ITEM_LIST_NAMES = ["items", "applicationItems", "both"] as const
export type ItemListName = (typeof ITEM_LIST_NAMES)[number]
