import { toast } from "@medusajs/ui"
import { useState } from "react"
import { readFieldErrors } from "../../queries/field-errors"
import type { Settings } from "../../queries/settings-api-types"
import { useSaveSettings } from "../../queries/settings"
import { useTexts } from "../../texts/use-texts"
import { Field } from "../field"
import { readCents } from "../parse-cents"
import { FormDrawer, FormProblem } from "../form-drawer"
import { asText, changesOf, type Draft, draftOf } from "./draft"
import type { Section, SettingField } from "./fields"
import { SettingInput } from "./setting-input"
import { useLeave } from "./use-confirm-discard"

type Props = {
  section: Section
  fields: readonly SettingField[]
  settings: Settings
  close: () => void
}

/** Changes a section of the settings. Shows what the server refuses at its field. */
export function EditDrawer({ section, fields, settings, close }: Props) {
  const { t } = useTexts()
  const [draft, setDraft] = useState<Draft>(() => draftOf(fields, settings))
  const [corrected, setCorrected] = useState<string[]>([])
  const save = useSaveSettings()
  const changes = changesOf(fields, draft, settings)
  const isChanged = Object.keys(changes).length > 0
  const leave = useLeave(isChanged, close)
  const problems = readFieldErrors(
    save.error,
    fields.map(({ key }) => key)
  )

  const submit = (): void => {
    setCorrected([])
    save.mutate(changes, {
      onSuccess: () => {
        toast.success(t("settings.saved"))
        close()
      },
    })
  }

  return (
    <FormDrawer
      title={t(`settings.${section}.title`)}
      hint={t(`settings.${section}.hint`)}
      leave={{ label: t("actions.abort"), act: () => void leave() }}
      submit={{
        label: t("settings.save"),
        act: submit,
        isLoading: save.isPending,
        disabled: !isChanged || fields.some((field) => misread(field, draft[field.key])),
      }}
    >
      {fields.map((field) => {
        const isLocked = settings.locked.includes(field.key)
        return (
          <Field
            key={field.key}
            label={t(`settingFields.${field.key}.label`)}
            hint={isLocked ? t("settings.lockedHint") : hintOf(field, settings, t)}
            error={
              misread(field, draft[field.key])
                ? t("attention.amountWrong")
                : corrected.includes(field.key)
                  ? undefined
                  : problems.fields[field.key]
            }
          >
            {(id, hintId) => (
              <SettingInput
                field={field}
                id={id}
                hintId={hintId}
                held={draft[field.key] ?? ""}
                change={(held) => {
                  setDraft({ ...draft, [field.key]: held })
                  setCorrected([...corrected, field.key])
                }}
                disabled={isLocked}
              />
            )}
          </Field>
        )
      })}
      <FormProblem text={problems.rest} />
    </FormDrawer>
  )
}

/** An amount that can be read in two ways, or in none. */
const misread = ({ kind }: SettingField, held: Draft[string] | undefined): boolean =>
  kind === "dollars" && typeof held === "string" && held.trim() !== "" && readCents(held) === null

/** What it is for, and where leaving it empty is a choice, what that means. */
function hintOf(
  { key, kind }: SettingField,
  { defaults }: Settings,
  t: (key: string) => string
): string {
  const hint = t(`settingFields.${key}.hint`)
  const isTyped = kind === "text" || kind === "long-text" || kind === "number" || kind === "dollars"
  if (!isTyped) return hint
  const initial = asText(defaults[key]) || t("settings.none")
  return `${hint} ${t("settings.emptyHint")} ${initial}`
}
