import { Alert } from "@medusajs/ui"
import type { Headline as Code } from "../../domain/order-headline"
import type { ApplicationFile } from "../server/answers"
import { useTexts } from "../texts/use-texts"
import { caseParams } from "./case-words"

type Variant = "error" | "success" | "warning" | "info"

const VARIANTS: Partial<Record<Code, Variant>> = {
  "shipped-unpaid": "error",
  "in-doubt": "warning",
  "in-review": "warning",
  "shipped-in-review": "error",
  unsigned: "warning",
  "shipped-unsigned": "error",
  "review-case": "warning",
  ship: "success",
  "paid-out": "success",
  declined: "error",
}

/** The one sentence that the panel of an order opens with: what is to be done, or how it stands. */
export function Headline({ file }: { file: ApplicationFile }) {
  const { t, word, amount } = useTexts()
  const open = file.review_cases.filter(({ acknowledged }) => acknowledged === null)
  const shown = open.find(({ operation }) => operation) ?? open[0]
  const about = shown ? caseParams(shown, { word, amount }) : {}
  const params = {
    ...about,
    amount: amount(file.financed_cents),
    left: amount(file.financed_cents - file.refunded_cents),
    refunded: amount(file.refunded_cents),
    state: lowered(t(`states.${file.state}`)),
    when: lowered(word("settings.choices.settle", file.settle)),
    case: shown ? word("cases", `${shown.cause}.title`, about) : "",
  }
  return (
    <Alert role="status" variant={VARIANTS[file.headline] ?? "info"} data-headline={file.headline}>
      {t(`headlines.${file.headline}`, params)}
    </Alert>
  )
}

/** As it stands in the middle of a sentence. */
const lowered = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)
