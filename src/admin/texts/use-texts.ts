import { useDate } from "@medusajs/dashboard/hooks"
import { getLocaleAmount } from "@medusajs/dashboard/lib"
import { useTranslation } from "react-i18next"
import type { Message } from "../../domain/order-message"
import { describeMessage, ENGLISH_MESSAGES } from "../../domain/order-message-words"
import { SPANISH_MESSAGES } from "../../domain/order-message-words-es"

const NAMESPACE = "consumerFinancing"

export type Params = Record<string, string | number>

/** Texts, amounts and moments in the language of whoever is signed in, formatted as Medusa's own pages do. */
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
    /** A word of the server in the reader's language, or as it came when it is new. */
    word: (room: string, word: string, params: Params = {}): string =>
      t(`${room}.${word}`, { defaultValue: word, ...params }),
    /** Cents as an amount; a dash where nobody has looked yet. */
    amount,
    /** The one message about an order's financing. */
    say: (message: Message): string =>
      describeMessage(message, language === "es" ? SPANISH_MESSAGES : ENGLISH_MESSAGES, {
        amount,
        time,
      }),
    moment: (iso: string | null): string =>
      iso === null ? "–" : getFullDate({ date: iso, includeTime: true }),
    day: (at: Date | string): string => getFullDate({ date: at }),
    /** How long ago, as people say it. */
    ago: (iso: string): string => getRelativeDate(iso),
  }
}
