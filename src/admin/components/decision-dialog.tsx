import { Button, Input, Prompt, Text, Textarea, toast } from "@medusajs/ui"
import { useState } from "react"
import type { Attention } from "../server/answers"
import { type Decision, useDecide } from "../server/attentions"
import { useTexts } from "../texts/use-texts"
import { Field } from "./field"
import { readCents } from "./read-cents"

type Props = { attention: Attention; action: string; close: () => void }

/** What Medusa captured and has not given back, in cents, as this screen shows it. */
const leftOf = ({ medusa }: Attention): number =>
  (medusa.captured_cents ?? 0) - (medusa.refunded_cents ?? 0)

/** Asks for the reason, and where it matters for the amount or the token, before anything is done. */
export function DecisionDialog({ attention, action, close }: Props) {
  const { t, word, amount } = useTexts()
  const [note, setNote] = useState("")
  const [dollars, setDollars] = useState("")
  const [token, setToken] = useState("")
  // As it was when this opened: the list behind it goes on.
  const [leftCents] = useState(() => leftOf(attention))
  const decide = useDecide()
  const needsAmount = action === "record-refund"
  const asksAmount = needsAmount || action === "refund"
  const asksToken =
    needsAmount || (action === "confirm-it-happened" && attention.operation?.kind !== "settle")
  const cents = asksAmount && dollars.trim() !== "" ? readCents(dollars) : undefined

  const send = (): void => {
    const decision: Decision = {
      id: attention.id,
      action,
      note,
      ...(typeof cents === "number" ? { cents } : {}),
      ...(typeof cents === "number" && action === "refund" ? { left_cents: leftCents } : {}),
      ...(asksToken && token.trim() !== "" ? { token } : {}),
    }
    decide.mutate(decision, {
      onSuccess: () => {
        toast.success(t("attention.decided"))
        close()
      },
    })
  }

  return (
    <Prompt open onOpenChange={(open) => !open && close()}>
      <Prompt.Content>
        <Prompt.Header>
          <Prompt.Title>{word("decisions", action)}</Prompt.Title>
          <Prompt.Description>{attention.reason}</Prompt.Description>
        </Prompt.Header>
        <div className="flex flex-col gap-4 px-6 pt-4">
          {asksAmount && (
            <Field
              label={t("attention.amount")}
              hint={needsAmount ? t("attention.amountNeeded") : t("attention.amountHint")}
              error={cents === null ? t("attention.amountWrong") : undefined}
            >
              {(id) => (
                <Input
                  id={id}
                  inputMode="decimal"
                  value={dollars}
                  onChange={(event) => setDollars(event.target.value)}
                />
              )}
            </Field>
          )}
          {asksToken && (
            <Field label={t("attention.token")} hint={t("attention.tokenHint")}>
              {(id) => (
                <Input id={id} value={token} onChange={(event) => setToken(event.target.value)} />
              )}
            </Field>
          )}
          <Field label={t("attention.note")} hint={t("attention.noteHint")}>
            {(id) => (
              <Textarea
                id={id}
                value={note}
                maxLength={500}
                onChange={(event) => setNote(event.target.value)}
              />
            )}
          </Field>
          {decide.error && (
            <Text role="alert" size="small" className="text-ui-fg-error">
              {decide.error.message}
            </Text>
          )}
        </div>
        <Prompt.Footer>
          <Button size="small" variant="secondary" onClick={close}>
            {t("actions.abort")}
          </Button>
          <Button
            size="small"
            onClick={send}
            isLoading={decide.isPending}
            disabled={note.trim() === "" || cents === null || (needsAmount && cents === undefined)}
          >
            {word("decisions", action)}
            {typeof cents === "number" && ` · ${amount(cents)}`}
          </Button>
        </Prompt.Footer>
      </Prompt.Content>
    </Prompt>
  )
}
