import { Button, Prompt, toast } from "@medusajs/ui"
import { useState } from "react"
import type { Goods } from "../../domain/order-message-codes"
import type { ReviewCase } from "../queries/api-types"
import { type Decision, useResolveReviewCase } from "../queries/review-cases"
import { useTexts } from "../texts/use-texts"
import { getCaptured, buildCaseParams, getDecisionKey, getShortfall } from "./review-case-text"
import { getDecisionCents, isIrreversible, requiresToken } from "./decision-rules"
import { AmountField, NoteField, ScopeField, TokenField } from "./decision-fields"
import { SubmitError } from "./submit-error"
import { parseCents } from "./parse-cents"
import { useDialogFocus } from "./use-dialog-focus"

type DecisionDialogProps = {
  reviewCase: ReviewCase
  action: string
  onClose: () => void
  onDecided: (label: string, isSettled: boolean) => void
}

const UNSHIPPED_GOODS: readonly Goods[] = ["ship", "hold"]

const formatDollars = (cents: number | null): string =>
  cents === null ? "" : (cents / 100).toFixed(2)

export function DecisionDialog({ reviewCase, action, onClose, onDecided }: DecisionDialogProps) {
  const { t, word, amount } = useTexts()
  // Keeps the initial values, because polling refreshes `reviewCase` while the dialog is open.
  const [initialCents] = useState(() => getDecisionCents(action, reviewCase))
  const [remainingCents] = useState(() => getCaptured(reviewCase))
  // Under the known token, a partial refund in the portal looks like a full one, so staff choose the scope.
  const [needsScope] = useState(() => action === "record-refund" && getShortfall(reviewCase) === 0)
  const [scope, setScope] = useState<"all" | "part" | null>(null)
  const [input, setInput] = useState(needsScope ? "" : formatDollars(initialCents))
  const [note, setNote] = useState("")
  const [token, setToken] = useState("")
  const resolveCase = useResolveReviewCase()
  const needsAmount = initialCents !== null && (!needsScope || scope === "part")
  const needsToken = needsScope ? scope === "part" : requiresToken(action, reviewCase)
  const cents = needsAmount ? parseCents(input) : needsScope ? initialCents : undefined
  const focusRef = useDialogFocus()
  const params = buildCaseParams(reviewCase, { word, amount })
  const label = t(getDecisionKey(reviewCase, action, "label"), params)
  const isSettleUnshipped =
    action === "settle" && UNSHIPPED_GOODS.includes(reviewCase.message.goods)
  const isFullRefund = action === "refund" && cents === initialCents

  const handleSubmit = (): void => {
    const partialAmount = typeof cents === "number" && !isFullRefund ? { cents } : {}
    const decision: Decision = {
      id: reviewCase.id,
      action,
      note,
      ...partialAmount,
      ...("cents" in partialAmount && action === "refund" ? { left_cents: remainingCents } : {}),
      ...(needsToken && token.trim() !== "" ? { token: token.trim() } : {}),
    }
    // Callbacks of `mutate` are lost when the dialog unmounts. `SubmitError` shows a failure.
    void resolveCase.mutateAsync(decision).then(
      ({ resolution }) => {
        toast.success(t("attention.decided", { what: label }))
        onDecided(label, resolution.settled)
        onClose()
      },
      () => undefined
    )
  }

  const isReady =
    note.trim() !== "" &&
    cents !== null &&
    (!needsScope || scope !== null) &&
    (!needsToken || token.trim() !== "")
  return (
    <Prompt open onOpenChange={(open) => !open && onClose()}>
      <Prompt.Content>
        <Prompt.Header>
          <Prompt.Title>{t(getDecisionKey(reviewCase, action, "title"), params)}</Prompt.Title>
          <Prompt.Description>
            {isSettleUnshipped && `${t("actions.settleUnshipped")} `}
            {t(getDecisionKey(reviewCase, action, "effect"), params)}
          </Prompt.Description>
        </Prompt.Header>
        <div ref={focusRef} className="flex flex-col gap-4 px-6 pt-4">
          {needsScope && (
            <ScopeField
              options={(["all", "part"] as const).map((value) => ({
                value,
                label: t(`attention.${value}`, { amount: amount(initialCents) }),
              }))}
              value={scope}
              onChange={setScope}
            />
          )}
          {needsAmount && (
            <AmountField
              hint={t(needsScope ? "attention.partHint" : "attention.amountHint")}
              value={input}
              onChange={setInput}
            />
          )}
          {needsToken && <TokenField value={token} onChange={setToken} />}
          <NoteField value={note} onChange={setNote} />
          <SubmitError error={resolveCase.error} />
        </div>
        <Prompt.Footer>
          <Button size="small" variant="secondary" onClick={onClose}>
            {t("attention.back")}
          </Button>
          <Button
            size="small"
            variant={isIrreversible(action) ? "danger" : "primary"}
            onClick={handleSubmit}
            isLoading={resolveCase.isPending}
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
