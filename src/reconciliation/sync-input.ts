/** Why a sync runs. Only `return` says that the shopper is there. */
export type SyncCause = "postback" | "return" | "poll" | "store" | "person"

export type SyncApplicationInput = { application_id: string; cause: SyncCause }
