import { Input, toast } from "@medusajs/ui"
import { useState } from "react"
import { readFieldErrors } from "../../queries/field-errors"
import type { Credentials, CredentialsForm, Environment } from "../../queries/settings-api-types"
import { useSaveCredentials } from "../../queries/settings"
import { useTexts } from "../../texts/use-texts"
import { Field } from "../field"
import { FormDrawer, FormProblem } from "../form-drawer"
import { ConnectionTest, describeConnection } from "./connection-test"
import { useLeave } from "./use-confirm-discard"

type Props = { environment: Environment; credentials: Credentials; close: () => void }

const FIELDS = [
  { name: "base_url", label: "baseUrl", hint: "baseUrlHint", isSecret: false },
  { name: "api_username", label: "username", hint: null, isSecret: false },
  { name: "api_password", label: "password", hint: null, isSecret: true },
  { name: "api_signature", label: "signature", hint: "signatureHint", isSecret: true },
] as const
const NAMES = FIELDS.map(({ name }) => name)

/** Takes the credentials of an environment; what is left empty stays as it is stored. */
export function CredentialsDrawer({ environment, credentials, close }: Props) {
  const { t } = useTexts()
  const [typed, setTyped] = useState<Partial<Record<(typeof NAMES)[number], string>>>({})
  const [corrected, setCorrected] = useState<string[]>([])
  const save = useSaveCredentials()
  const given = Object.fromEntries(
    Object.entries(typed).flatMap(([name, value]) => (value.trim() ? [[name, value.trim()]] : []))
  )
  const form: CredentialsForm = { environment, ...given }
  const isChanged = Object.keys(given).length > 0
  const leave = useLeave(isChanged, close)
  const isStored = credentials.api_username !== null
  const problems = readFieldErrors(save.error, NAMES)

  const submit = (): void => {
    setCorrected([])
    save.mutate(form, {
      onSuccess: ({ connection }) => {
        const said = connection ? ` ${describeConnection(connection, t)}` : ""
        const isGood = connection?.outcome === "connected"
        const tell = isGood ? toast.success : toast.warning
        tell(`${t("settings.credentials.saved")}${said}`)
        close()
      },
    })
  }

  return (
    <FormDrawer
      title={`${t(`settings.credentials.${isStored ? "change" : "enter"}`)}: ${t(`settings.environment.${environment}`)}`}
      hint={t("settings.credentials.hint")}
      leave={{ label: t("actions.abort"), act: () => void leave() }}
      submit={{
        label: t("settings.save"),
        act: submit,
        isLoading: save.isPending,
        disabled: !isChanged,
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
          error={corrected.includes(name) ? undefined : problems.fields[name]}
        >
          {(id, hintId) => (
            <Input
              id={id}
              aria-describedby={hintId}
              type={isSecret ? "password" : "text"}
              // A browser that remembered them would hand them out on the next page.
              autoComplete={isSecret ? "new-password" : "off"}
              placeholder={credentials[name] ?? ""}
              value={typed[name] ?? ""}
              onChange={(event) => {
                setTyped({ ...typed, [name]: event.target.value })
                setCorrected([...corrected, name])
              }}
            />
          )}
        </Field>
      ))}
      <div className="flex flex-wrap gap-2">
        <ConnectionTest form={form} />
      </div>
      <FormProblem text={problems.rest} />
    </FormDrawer>
  )
}
