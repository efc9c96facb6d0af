import { Button, Input, Prompt, RadioGroup, Text, Textarea, toast } from "@medusajs/ui"
import { useState } from "react"
import type { Goods } from "../../domain/order-message"
import type { ReviewCase } from "../queries/api-types"
import { type Decision, useDecide } from "../queries/review-cases"
import { useTexts } from "../texts/use-texts"
import { capturedOf, caseParams, decisionText, missingOf } from "./review-case-text"
import { amountOf, isIrreversible, tokenOf } from "./decision-rules"
import { Field } from "./field"
import { Problem } from "./submit-error"
import { readCents } from "./parse-cents"
import { useReturnFocus } from "./use-dialog-focus"

type Props = {
  reviewCase: ReviewCase
  action: string
  close: () => void
  /** Called with the label of the decision. */
  onDecided: (label: string, isSettled: boolean) => void
}

/** Messages that concern goods none of which has shipped. */
const UNSHIPPED: readonly Goods[] = ["ship", "hold"]

const dollars = (cents: number | null): string => (cents === null ? "" : (cents / 100).toFixed(2))

/** Asks once more, with whose order and how much money it is about, and for what has to be known. */
export function DecisionDialog({ reviewCase, action, close, onDecided }: Props) {
  const { t, word, amount } = useTexts()
  // The values at opening: the list behind the dialog keeps refreshing.
  const [initial] = useState(() => amountOf(action, reviewCase))
  const [leftCents] = useState(() => capturedOf(reviewCase))
  // Under the token that is known, a part that the portal refunded reads like all of it: nothing is chosen yet.
  const [asksScope] = useState(() => action === "record-refund" && missingOf(reviewCase) === 0)
  const [scope, setScope] = useState<"all" | "part" | null>(null)
  const [typed, setTyped] = useState(asksScope ? "" : dollars(initial))
  const [note, setNote] = useState("")
  const [token, setToken] = useState("")
  const decide = useDecide()
  const asksAmount = initial !== null && (!asksScope || scope === "part")
  const asksToken = asksScope ? scope === "part" : tokenOf(action, reviewCase) === "needed"
  const cents = asksAmount ? readCents(typed) : asksScope ? initial : undefined
  const focusFirst = useReturnFocus()
  const params = caseParams(reviewCase, { word, amount })
  const label = t(decisionText(reviewCase, action, "label"), params)
  const isSettleUnshipped = action === "settle" && UNSHIPPED.includes(reviewCase.message.goods)
  const isAll = action === "refund" && cents === initial

  const send = (): void => {
    const sum = typeof cents === "number" && !isAll ? { cents } : {}
    const decision: Decision = {
      id: reviewCase.id,
      action,
      note,
      ...sum,
      ...("cents" in sum && action === "refund" ? { left_cents: leftCents } : {}),
      ...(asksToken && token.trim() !== "" ? { token: token.trim() } : {}),
    }
    // Also where the case is settled by then, and this dialog gone with it. `Problem` shows what failed.
    void decide.mutateAsync(decision).then(
      ({ resolution }) => {
        toast.success(t("attention.decided", { what: label }))
        onDecided(label, resolution.settled)
        close()
      },
      () => undefined
    )
  }

  const isReady =
    note.trim() !== "" &&
    cents !== null &&
    (!asksScope || scope !== null) &&
    (!asksToken || token.trim() !== "")
  return (
    <Prompt open onOpenChange={(open) => !open && close()}>
      <Prompt.Content>
        <Prompt.Header>
          <Prompt.Title>{t(decisionText(reviewCase, action, "title"), params)}</Prompt.Title>
          <Prompt.Description>
            {isSettleUnshipped && `${t("actions.settleUnshipped")} `}
            {t(decisionText(reviewCase, action, "effect"), params)}
          </Prompt.Description>
        </Prompt.Header>
        <div ref={focusFirst} className="flex flex-col gap-4 px-6 pt-4">
          {asksScope && (
            <RadioGroup
              aria-label={t("attention.scope")}
              value={scope ?? ""}
              onValueChange={(chosen) => setScope(chosen === "all" ? "all" : "part")}
            >
              {(["all", "part"] as const).map((one) => (
                <label key={one} className="flex items-center gap-2">
                  <RadioGroup.Item value={one} />
                  <Text size="small">{t(`attention.${one}`, { amount: amount(initial) })}</Text>
                </label>
              ))}
            </RadioGroup>
          )}
          {asksAmount && (
            <Field
              label={t("attention.amount")}
              hint={t(asksScope ? "attention.partHint" : "attention.amountHint")}
              error={cents === null && typed !== "" ? t("attention.amountWrong") : undefined}
            >
              {(id, hintId) => (
                <Input
                  id={id}
                  aria-describedby={hintId}
                  inputMode="decimal"
                  value={typed}
                  onChange={(event) => setTyped(event.target.value)}
                />
              )}
            </Field>
          )}
          {asksToken && (
            <Field label={t("attention.token")} hint={t("attention.tokenNeeded")}>
              {(id, hintId) => (
                <Input
                  id={id}
                  aria-describedby={hintId}
                  value={token}
                  onChange={(event) => setToken(event.target.value)}
                />
              )}
            </Field>
          )}
          <Field label={t("attention.note")} hint={t("attention.noteHint")}>
            {(id, hintId) => (
              <Textarea
                id={id}
                aria-describedby={hintId}
                value={note}
                maxLength={500}
                onChange={(event) => setNote(event.target.value)}
              />
            )}
          </Field>
          <Problem error={decide.error} />
        </div>
        <Prompt.Footer>
          <Button size="small" variant="secondary" onClick={close}>
            {t("attention.back")}
          </Button>
          <Button
            size="small"
            variant={isIrreversible(action) ? "danger" : "primary"}
            onClick={send}
            isLoading={decide.isPending}
            disabled={!isReady}
          >
            {label}
            {typeof cents === "number" && ` · ${amount(cents)}`}
          </Button>
        </Prompt.Footer>
      </Prompt.Content>
    </Prompt>
  )
}
