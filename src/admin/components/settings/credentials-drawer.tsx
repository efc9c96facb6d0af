import { Input, toast } from "@medusajs/ui"
import { useState } from "react"
import { parseFieldErrors } from "../../queries/field-errors"
import type { Credentials, CredentialsForm, Environment } from "../../queries/settings-api-types"
import { useSaveCredentials } from "../../queries/settings"
import { useTexts } from "../../texts/use-texts"
import { Field } from "../field"
import { FormDrawer, FormError } from "../form-drawer"
import { ConnectionTest, formatConnection } from "./connection-test"
import { useConfirmDiscard } from "./use-confirm-discard"

type CredentialsDrawerProps = {
  environment: Environment
  credentials: Credentials
  onClose: () => void
}

const FIELDS = [
  { name: "base_url", label: "baseUrl", hint: "baseUrlHint", isSecret: false },
  { name: "api_username", label: "username", hint: null, isSecret: false },
  { name: "api_password", label: "password", hint: null, isSecret: true },
  { name: "api_signature", label: "signature", hint: "signatureHint", isSecret: true },
] as const
const FIELD_NAMES = FIELDS.map(({ name }) => name)

/** Empty fields keep their stored values. */
export function CredentialsDrawer({ environment, credentials, onClose }: CredentialsDrawerProps) {
  const { t } = useTexts()
  const [values, setValues] = useState<Partial<Record<(typeof FIELD_NAMES)[number], string>>>({})
  const [editedFields, setEditedFields] = useState<string[]>([])
  const save = useSaveCredentials()
  const filledValues = Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value.trim() ? [[name, value.trim()]] : []))
  )
  const form: CredentialsForm = { environment, ...filledValues }
  const hasChanges = Object.keys(filledValues).length > 0
  const handleCancel = useConfirmDiscard(hasChanges, onClose)
  const isStored = credentials.api_username !== null
  const errors = parseFieldErrors(save.error, FIELD_NAMES)

  const handleSubmit = (): void => {
    setEditedFields([])
    save.mutate(form, {
      onSuccess: ({ connection }) => {
        const result = connection ? ` ${formatConnection(connection, t)}` : ""
        const isConnected = connection?.outcome === "connected"
        const showToast = isConnected ? toast.success : toast.warning
        showToast(`${t("settings.credentials.saved")}${result}`)
        onClose()
      },
    })
  }

  return (
    <FormDrawer
      title={`${t(`settings.credentials.${isStored ? "change" : "enter"}`)}: ${t(`settings.environment.${environment}`)}`}
      hint={t("settings.credentials.hint")}
      cancel={{ label: t("actions.abort"), onClick: () => void handleCancel() }}
      submit={{
        label: t("settings.save"),
        onClick: handleSubmit,
        isLoading: save.isPending,
        disabled: !hasChanges,
      }}
    >
      {FIELDS.map(({ name, label, hint, isSecret }) => (
        <Field
          key={name}
          label={t(`settings.credentials.${label}`)}
          hint={[
            hint && t(`settings.credentials.${hint}`),
            isStored && t("settings.credentials.keep"),
          ]
            .filter(Boolean)
            .join(" ")}
          error={editedFields.includes(name) ? undefined : errors.fields[name]}
        >
          {(id, hintId) => (
            <Input
              id={id}
              aria-describedby={hintId}
              type={isSecret ? "password" : "text"}
              // Stops the browser from saving and autofilling secrets.
              autoComplete={isSecret ? "new-password" : "off"}
              placeholder={credentials[name] ?? ""}
              value={values[name] ?? ""}
              onChange={(event) => {
                setValues({ ...values, [name]: event.target.value })
                setEditedFields([...editedFields, name])
              }}
            />
          )}
        </Field>
      ))}
      <div className="flex flex-wrap gap-2">
        <ConnectionTest form={form} />
      </div>
      <FormError text={errors.rest} />
    </FormDrawer>
  )
}
