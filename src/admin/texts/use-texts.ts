import { useDate } from "@medusajs/dashboard/hooks"
import { getLocaleAmount } from "@medusajs/dashboard/lib"
import { useTranslation } from "react-i18next"

const NAMESPACE = "consumerFinancing"

export type Params = Record<string, string | number>

/** Texts, amounts and moments in the language of whoever is signed in, formatted as Medusa's own pages do. */
export function useTexts() {
  const { t } = useTranslation(NAMESPACE)
  const { getFullDate, getRelativeDate } = useDate()
  return {
    t: (key: string, params: Params = {}): string => t(key, params),
    /** A word of the server in the reader's language, or as it came when it is new. */
    word: (room: string, word: string, params: Params = {}): string =>
      t(`${room}.${word}`, { defaultValue: word, ...params }),
    /** Cents as an amount; a dash where nobody has looked yet. */
    amount: (cents: number | null): string =>
      cents === null ? "–" : getLocaleAmount(cents / 100, "usd"),
    moment: (iso: string | null): string =>
      iso === null ? "–" : getFullDate({ date: iso, includeTime: true }),
    /** How long ago, as people say it. */
    ago: (iso: string): string => getRelativeDate(iso),
  }
}
