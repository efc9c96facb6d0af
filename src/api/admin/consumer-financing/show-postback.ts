import type { PostbackRecord } from "../../../modules/consumer-financing/records"
import { pickFields } from "../../pick-fields"
import { type ShownPostback, shownPostback } from "./shown"

/** Formats a postback for staff: its readable fields, never the body. */
export function showPostback(postback: PostbackRecord): ShownPostback {
  return pickFields(shownPostback, {
    ...postback,
    received_at: postback.created_at,
    outcome: outcomeOf(postback),
  })
}

function outcomeOf({ processed_at, validation }: PostbackRecord): ShownPostback["outcome"] {
  if (processed_at === null) return "waiting"
  return validation === "unreadable" ? "put-aside" : "processed"
}
