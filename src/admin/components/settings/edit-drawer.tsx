import { toast } from "@medusajs/ui"
import { useState } from "react"
import { parseFieldErrors } from "../../queries/field-errors"
import type { Settings } from "../../queries/settings-api-types"
import { useSaveSettings } from "../../queries/settings"
import { useTexts } from "../../texts/use-texts"
import { Field } from "../field"
import { parseCents } from "../parse-cents"
import { FormDrawer, FormError } from "../form-drawer"
import { toText, getChanges, type Draft, createDraft } from "./draft"
import type { Section, SettingField } from "./fields"
import { SettingInput } from "./setting-input"
import { useConfirmDiscard } from "./use-confirm-discard"

type EditDrawerProps = {
  section: Section
  fields: readonly SettingField[]
  settings: Settings
  onClose: () => void
}

export function EditDrawer({ section, fields, settings, onClose }: EditDrawerProps) {
  const { t } = useTexts()
  const [draft, setDraft] = useState<Draft>(() => createDraft(fields, settings))
  const [editedFields, setEditedFields] = useState<string[]>([])
  const save = useSaveSettings()
  const changes = getChanges(fields, draft, settings)
  const hasChanges = Object.keys(changes).length > 0
  const handleCancel = useConfirmDiscard(hasChanges, onClose)
  const errors = parseFieldErrors(
    save.error,
    fields.map(({ key }) => key)
  )

  const handleSubmit = (): void => {
    setEditedFields([])
    save.mutate(changes, {
      onSuccess: () => {
        toast.success(t("settings.saved"))
        onClose()
      },
    })
  }

  return (
    <FormDrawer
      title={t(`settings.${section}.title`)}
      hint={t(`settings.${section}.hint`)}
      cancel={{ label: t("actions.abort"), onClick: () => void handleCancel() }}
      submit={{
        label: t("settings.save"),
        onClick: handleSubmit,
        isLoading: save.isPending,
        disabled: !hasChanges || fields.some((field) => isInvalidAmount(field, draft[field.key])),
      }}
    >
      {fields.map((field) => {
        const isLocked = settings.locked.includes(field.key)
        return (
          <Field
            key={field.key}
            label={t(`settingFields.${field.key}.label`)}
            hint={isLocked ? t("settings.lockedHint") : getHint(field, settings, t)}
            error={
              isInvalidAmount(field, draft[field.key])
                ? t("attention.amountWrong")
                : editedFields.includes(field.key)
                  ? undefined
                  : errors.fields[field.key]
            }
          >
            {(id, hintId) => (
              <SettingInput
                field={field}
                id={id}
                hintId={hintId}
                value={draft[field.key] ?? ""}
                onChange={(newValue) => {
                  setDraft({ ...draft, [field.key]: newValue })
                  setEditedFields([...editedFields, field.key])
                }}
                disabled={isLocked}
              />
            )}
          </Field>
        )
      })}
      <FormError text={errors.rest} />
    </FormDrawer>
  )
}

const isInvalidAmount = ({ kind }: SettingField, value: Draft[string] | undefined): boolean =>
  kind === "dollars" &&
  typeof value === "string" &&
  value.trim() !== "" &&
  parseCents(value) === null

/** Adds the default to the hint of a field that may be left empty. */
function getHint(
  { key, kind }: SettingField,
  { defaults }: Settings,
  t: (key: string) => string
): string {
  const hint = t(`settingFields.${key}.hint`)
  const canBeEmpty =
    kind === "text" || kind === "long-text" || kind === "number" || kind === "dollars"
  if (!canBeEmpty) return hint
  const defaultText = toText(defaults[key]) || t("settings.none")
  return `${hint} ${t("settings.emptyHint")} ${defaultText}`
}
