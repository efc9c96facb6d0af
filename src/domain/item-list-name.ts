/** What the service's interface calls the items of a partial refund: it names them in two ways. */
export const ITEM_LIST_NAMES = ["items", "applicationItems", "both"] as const
export type ItemListName = (typeof ITEM_LIST_NAMES)[number]
