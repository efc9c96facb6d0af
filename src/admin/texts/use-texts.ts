import { useTranslation } from "react-i18next"

const NAMESPACE = "consumerFinancing"

/** Texts, amounts and moments in the language of whoever is signed in. */
export function useTexts() {
  const { t, i18n } = useTranslation(NAMESPACE)
  const money = new Intl.NumberFormat(i18n.language, { style: "currency", currency: "USD" })
  const moments = new Intl.DateTimeFormat(i18n.language, {
    dateStyle: "medium",
    timeStyle: "short",
  })
  return {
    t: (key: string): string => t(key),
    /** A word of the server in the reader's language, or as it came when it is new. */
    word: (room: string, word: string): string => t(`${room}.${word}`, { defaultValue: word }),
    /** Cents as an amount; a dash where nobody has looked yet. */
    amount: (cents: number | null): string => (cents === null ? "–" : money.format(cents / 100)),
    moment: (iso: string | null): string => (iso === null ? "–" : moments.format(new Date(iso))),
  }
}
