import type { CartFinancing } from "../answers"
import type { Problem } from "../client"
import type { Result } from "../result"
import { fill, type Texts } from "./texts"

/** What is wrong with a field: in the language of the texts, else as the shop said it. */
export const wordOf = ({ code, limit, message }: Problem, { problems }: Texts): string =>
  fill((code !== undefined && problems?.[code]) || message, { limit: limit ?? "" })

export type Refusal = Extract<Result<unknown>, { ok: false }>

/** Why a call was refused. In a language that the shop does not speak, by HTTP's status and the page that explains it. */
export function refusedIn({ message, status }: Refusal, { refused, failed }: Texts): string {
  if (!refused) return message
  const [page] = /https?:\/\/\S+$/.exec(message) ?? []
  return [refused[status ?? 0] ?? failed, page].filter(Boolean).join(" ")
}

/** How it stands, in the language of the texts, else as the shop said it. */
export const sentenceOf = (
  { message, message_code }: Pick<CartFinancing, "message" | "message_code">,
  { messages }: Texts
): string | null => (message_code !== null && messages?.[message_code]) || message
