import type { CartFinancing } from "../answers"
import type { Problem } from "../client"
import type { Result } from "../result"
import { fillPlaceholders, type Texts } from "./texts"

/** Gets the message for a field's problem from the texts, or else the shop's own message. */
export const wordOf = ({ code, limit, message }: Problem, { problems }: Texts): string =>
  fillPlaceholders((code !== undefined && problems?.[code]) || message, { limit: limit ?? "" })

export type Refusal = Extract<Result<unknown>, { ok: false }>

/** Gets the reason for a refused call: the shop's message, or the text for its HTTP status plus the message's URL. */
export function refusedIn({ message, status }: Refusal, { refused, failed }: Texts): string {
  if (!refused) return message
  const [page] = /https?:\/\/\S+$/.exec(message) ?? []
  return [refused[status ?? 0] ?? failed, page].filter(Boolean).join(" ")
}

/** Gets the message for the financing's status from the texts, or else the shop's own message. */
export const getStatusMessage = (
  { message, message_code }: Pick<CartFinancing, "message" | "message_code">,
  { messages }: Texts
): string | null => (message_code !== null && messages?.[message_code]) || message
