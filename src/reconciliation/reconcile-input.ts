/** Why a reconciliation runs. Only `return` says that the shopper is there. */
export type ReconcileCause = "postback" | "return" | "poll" | "store" | "person"

export type ReconcileApplicationInput = { application_id: string; cause: ReconcileCause }
