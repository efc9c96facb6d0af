import { useDate } from "@medusajs/dashboard/hooks"
import { getLocaleAmount } from "@medusajs/dashboard/lib"
import { useTranslation } from "react-i18next"
import type { Message } from "../../domain/order-message"
import { describeMessage, ENGLISH_MESSAGES } from "../../domain/order-message-words"
import { SPANISH_MESSAGES } from "../../domain/order-message-words-es"

const NAMESPACE = "consumerFinancing"

export type Params = Record<string, string | number>

/** Texts, amounts and dates in the user's language, in Medusa's formats. */
export function useTexts() {
  const { t, i18n } = useTranslation(NAMESPACE)
  const language = i18n.language.startsWith("es") ? ("es" as const) : ("en" as const)
  const { getFullDate, getRelativeDate } = useDate()
  const amount = (cents: number | null): string =>
    cents === null ? "–" : getLocaleAmount(cents / 100, "usd")
  const time = (at: Date | string): string =>
    new Date(at).toLocaleTimeString(language, { hour: "2-digit", minute: "2-digit" })
  return {
    language,
    t: (key: string, params: Params = {}): string => t(key, params),
    /** Returns the text of a server code, or the code itself if it has no text. */
    word: (group: string, word: string, params: Params = {}): string =>
      t(`${group}.${word}`, { defaultValue: word, ...params }),
    /** Formats cents; a dash if null. */
    amount,
    say: (message: Message): string =>
      describeMessage(message, language === "es" ? SPANISH_MESSAGES : ENGLISH_MESSAGES, {
        amount,
        time,
      }),
    moment: (iso: string | null): string =>
      iso === null ? "–" : getFullDate({ date: iso, includeTime: true }),
    day: (at: Date | string): string => getFullDate({ date: at }),
    ago: (iso: string): string => getRelativeDate(iso),
  }
}
