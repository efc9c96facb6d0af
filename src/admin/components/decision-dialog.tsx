import { Button, Input, Prompt, Text, Textarea, toast } from "@medusajs/ui"
import { useState } from "react"
import type { Attention } from "../server/answers"
import { type Decision, useDecide } from "../server/attentions"
import { useTexts } from "../texts/use-texts"
import { Field } from "./field"

type Props = { attention: Attention; action: string; close: () => void }

/** Dollars as typed, in cents; null when it is no amount. */
function readCents(dollars: string): number | null {
  const typed = dollars.trim().replace(/^\$/, "").replaceAll(",", "")
  return /^\d{1,9}(\.\d{1,2})?$/.test(typed) ? Math.round(Number(typed) * 100) : null
}

/** Asks for the reason, and where it matters for the amount or the token, before anything is done. */
export function DecisionDialog({ attention, action, close }: Props) {
  const { t, word } = useTexts()
  const [note, setNote] = useState("")
  const [dollars, setDollars] = useState("")
  const [token, setToken] = useState("")
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
          </Button>
        </Prompt.Footer>
      </Prompt.Content>
    </Prompt>
  )
}
