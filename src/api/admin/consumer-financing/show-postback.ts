import type { PostbackRecord } from "../../../modules/consumer-financing/records"
import type { ShownPostback } from "./shown"

/** Formats a postback for staff: its readable fields, never the body. */
export function showPostback(postback: PostbackRecord): ShownPostback {
  const { id, application_id, content_type, bytes, fields, validation, attempts } = postback
  return {
    id,
    application_id,
    received_at: postback.created_at,
    content_type,
    bytes,
    fields,
    outcome: outcomeOf(postback),
    validation,
    attempts,
    processed_at: postback.processed_at,
  }
}

function outcomeOf({ processed_at, validation }: PostbackRecord): ShownPostback["outcome"] {
  if (processed_at === null) return "waiting"
  return validation === "unreadable" ? "put-aside" : "processed"
}
