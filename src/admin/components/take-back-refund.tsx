import { Button, Prompt, toast } from "@medusajs/ui"
import { useState } from "react"
import { isRecordedByStaff } from "../../domain/operation"
import type { ApplicationDetails } from "../queries/api-types"
import { useTakeBackRefund } from "../queries/applications"
import { useTexts } from "../texts/use-texts"
import { RequireRight } from "./require-right"
import { AmountField, NoteField, ScopeField, TokenField } from "./decision-fields"
import { SubmitError } from "./submit-error"
import { parseCents } from "./parse-cents"
import { useDialogFocus } from "./use-dialog-focus"

/** Returns the last refund in cents if staff recorded it from the portal; otherwise null. */
export function getRecordedRefund({
  operations,
  financed_cents,
}: ApplicationDetails): number | null {
  const [last, previous] = operations
    .filter(({ kind, outcome }) => /refund$/.test(kind) && outcome === "confirmed")
    .sort((first, second) => (first.target_cents ?? 0) - (second.target_cents ?? 0))
  if (!last || !isRecordedByStaff(last)) return null
  return (previous?.target_cents ?? financed_cents) - (last.target_cents ?? 0)
}

export function TakeBackRefund({ file }: { file: ApplicationDetails }) {
  const { t } = useTexts()
  const [isOpen, setIsOpen] = useState(false)
  const recorded = getRecordedRefund(file)
  if (recorded === null) return null
  return (
    <RequireRight right="refund">
      <Button size="small" variant="secondary" onClick={() => setIsOpen(true)}>
        {t("takeBack.label")}
      </Button>
      {isOpen && <RefundDialog id={file.id} recorded={recorded} onClose={() => setIsOpen(false)} />}
    </RequireRight>
  )
}

type RefundDialogProps = { id: string; recorded: number; onClose: () => void }

function RefundDialog({ id, recorded, onClose }: RefundDialogProps) {
  const { t, amount } = useTexts()
  const [scope, setScope] = useState<"none" | "part" | null>(null)
  const [input, setInput] = useState("")
  const [token, setToken] = useState("")
  const [note, setNote] = useState("")
  const takeBack = useTakeBackRefund()
  const focusRef = useDialogFocus()
  const cents = parseCents(input)
  const isPartial = scope === "part"
  const isReady = note.trim() !== "" && (isPartial ? cents !== null && token.trim() !== "" : scope)
  const partialRefund = isPartial && cents !== null ? { cents, token: token.trim() } : {}

  const handleSubmit = (): void =>
    void takeBack.mutateAsync({ id, note, ...partialRefund }).then(
      () => {
        toast.success(t("takeBack.done"))
        onClose()
      },
      () => undefined
    )

  return (
    <Prompt open onOpenChange={(open) => !open && onClose()}>
      <Prompt.Content>
        <Prompt.Header>
          <Prompt.Title>{t("takeBack.title", { amount: amount(recorded) })}</Prompt.Title>
          <Prompt.Description>{t("takeBack.text")}</Prompt.Description>
        </Prompt.Header>
        <div ref={focusRef} className="flex flex-col gap-4 px-6 pt-4">
          <ScopeField
            options={(["part", "none"] as const).map((value) => ({
              value,
              label: t(`takeBack.${value}`),
            }))}
            value={scope}
            onChange={(chosen) => {
              setScope(chosen)
              takeBack.reset()
            }}
          />
          {isPartial && (
            <>
              <AmountField hint={t("attention.partHint")} value={input} onChange={setInput} />
              <TokenField value={token} onChange={setToken} />
            </>
          )}
          <NoteField value={note} onChange={setNote} />
          <SubmitError error={takeBack.error} />
        </div>
        <Prompt.Footer>
          <Button size="small" variant="secondary" onClick={onClose}>
            {t("attention.back")}
          </Button>
          <Button
            size="small"
            disabled={!isReady}
            isLoading={takeBack.isPending}
            onClick={handleSubmit}
          >
            {t("takeBack.label")}
          </Button>
        </Prompt.Footer>
      </Prompt.Content>
    </Prompt>
  )
}
