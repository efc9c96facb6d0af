import { Button, Input, Prompt, RadioGroup, Text, Textarea, toast } from "@medusajs/ui"
import { useState } from "react"
import { isRecordedByStaff } from "../../domain/operation"
import type { ApplicationFile } from "../queries/api-types"
import { useTakeBackRefund } from "../queries/applications"
import { useTexts } from "../texts/use-texts"
import { Allowed } from "./require-right"
import { Field } from "./field"
import { Problem } from "./submit-error"
import { readCents } from "./parse-cents"
import { useReturnFocus } from "./use-dialog-focus"

/** The last refund, in cents, if a person recorded it from the service's portal; else null. */
export function recordedRefundOf({ operations, financed_cents }: ApplicationFile): number | null {
  const [last, before] = operations
    .filter(({ kind, outcome }) => /refund$/.test(kind) && outcome === "confirmed")
    .sort((one, two) => (one.target_cents ?? 0) - (two.target_cents ?? 0))
  if (!last || !isRecordedByStaff(last)) return null
  return (before?.target_cents ?? financed_cents) - (last.target_cents ?? 0)
}

/** Takes back the last refund that was recorded from the portal, where the service says something else. */
export function TakeBackRefund({ file }: { file: ApplicationFile }) {
  const { t } = useTexts()
  const [isOpen, setOpen] = useState(false)
  const recorded = recordedRefundOf(file)
  if (recorded === null) return null
  return (
    <Allowed to="refund">
      <Button size="small" variant="secondary" onClick={() => setOpen(true)}>
        {t("takeBack.label")}
      </Button>
      {isOpen && <Dialog id={file.id} recorded={recorded} close={() => setOpen(false)} />}
    </Allowed>
  )
}

type Props = { id: string; recorded: number; close: () => void }

function Dialog({ id, recorded, close }: Props) {
  const { t, amount } = useTexts()
  const [scope, setScope] = useState<"none" | "part" | null>(null)
  const [typed, setTyped] = useState("")
  const [token, setToken] = useState("")
  const [note, setNote] = useState("")
  const takeBack = useTakeBackRefund()
  const focusFirst = useReturnFocus()
  const cents = readCents(typed)
  const isPart = scope === "part"
  const isReady = note.trim() !== "" && (isPart ? cents !== null && token.trim() !== "" : scope)
  const named = isPart && cents !== null ? { cents, token: token.trim() } : {}

  const send = (): void =>
    void takeBack.mutateAsync({ id, note, ...named }).then(
      () => {
        toast.success(t("takeBack.done"))
        close()
      },
      () => undefined
    )

  return (
    <Prompt open onOpenChange={(open) => !open && close()}>
      <Prompt.Content>
        <Prompt.Header>
          <Prompt.Title>{t("takeBack.title", { amount: amount(recorded) })}</Prompt.Title>
          <Prompt.Description>{t("takeBack.text")}</Prompt.Description>
        </Prompt.Header>
        <div ref={focusFirst} className="flex flex-col gap-4 px-6 pt-4">
          <RadioGroup
            aria-label={t("attention.scope")}
            value={scope ?? ""}
            onValueChange={(chosen) => {
              setScope(chosen === "part" ? "part" : "none")
              takeBack.reset()
            }}
          >
            {(["part", "none"] as const).map((one) => (
              <label key={one} className="flex items-center gap-2">
                <RadioGroup.Item value={one} />
                <Text size="small">{t(`takeBack.${one}`)}</Text>
              </label>
            ))}
          </RadioGroup>
          {isPart && (
            <>
              <Field
                label={t("attention.amount")}
                hint={t("attention.partHint")}
                error={cents === null && typed !== "" ? t("attention.amountWrong") : undefined}
              >
                {(field, hint) => (
                  <Input
                    id={field}
                    aria-describedby={hint}
                    inputMode="decimal"
                    value={typed}
                    onChange={(event) => setTyped(event.target.value)}
                  />
                )}
              </Field>
              <Field label={t("attention.token")} hint={t("attention.tokenNeeded")}>
                {(field, hint) => (
                  <Input
                    id={field}
                    aria-describedby={hint}
                    value={token}
                    onChange={(event) => setToken(event.target.value)}
                  />
                )}
              </Field>
            </>
          )}
          <Field label={t("attention.note")} hint={t("attention.noteHint")}>
            {(field, hint) => (
              <Textarea
                id={field}
                aria-describedby={hint}
                value={note}
                maxLength={500}
                onChange={(event) => setNote(event.target.value)}
              />
            )}
          </Field>
          <Problem error={takeBack.error} />
        </div>
        <Prompt.Footer>
          <Button size="small" variant="secondary" onClick={close}>
            {t("attention.back")}
          </Button>
          <Button size="small" disabled={!isReady} isLoading={takeBack.isPending} onClick={send}>
            {t("takeBack.label")}
          </Button>
        </Prompt.Footer>
      </Prompt.Content>
    </Prompt>
  )
}
