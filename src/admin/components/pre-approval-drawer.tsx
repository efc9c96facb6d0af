import { Copy, Input, Switch, Text, toast } from "@medusajs/ui"
import { useState } from "react"
import { parseFieldErrors } from "../queries/field-errors"
import { type PreApprovalForm, useRequestPreApproval } from "../queries/pre-approvals"
import { useTexts } from "../texts/use-texts"
import { Field } from "./field"
import { FormDrawer, FormError } from "./form-drawer"
import { Picker } from "./picker"

const EMPTY_FORM = { first_name: "", last_name: "", email: "", cell_phone: "" }
const FIELDS = [
  { name: "first_name", label: "firstName", type: "text" },
  { name: "last_name", label: "lastName", type: "text" },
  { name: "email", label: "email", type: "email" },
  { name: "cell_phone", label: "phone", type: "tel", hint: "phoneHint" },
] as const

export function PreApprovalDrawer({ onClose }: { onClose: () => void }) {
  const { t } = useTexts()
  const [form, setForm] = useState(EMPTY_FORM)
  const [customer, setCustomer] = useState<string[]>([])
  const [isSuppressed, setSuppressed] = useState(false)
  const request = useRequestPreApproval()
  const created = request.data
  const errors = parseFieldErrors(
    request.error,
    FIELDS.map(({ name }) => name)
  )
  const isComplete = Object.values(form).every((value) => value.trim() !== "")

  const handleSubmit = (): void => {
    const [customerId] = customer
    const preApproval: PreApprovalForm = {
      ...form,
      suppress_notification: isSuppressed,
      ...(customerId ? { customer_id: customerId } : {}),
    }
    request.mutate(preApproval, { onSuccess: () => void toast.success(t("preApprovals.made")) })
  }

  return (
    <FormDrawer
      title={t("preApprovals.ask")}
      hint={t("preApprovals.askHint")}
      cancel={{ label: created ? t("preApprovals.done") : t("actions.abort"), onClick: onClose }}
      submit={
        created
          ? null
          : {
              label: t("preApprovals.send"),
              onClick: handleSubmit,
              isLoading: request.isPending,
              disabled: !isComplete,
            }
      }
    >
      {created ? (
        <>
          <CopyableValue
            name={t("preApprovals.link")}
            hint={t("preApprovals.linkHint")}
            value={created.pre_approval.application_url}
          />
          <CopyableValue
            name={t("preApprovals.claim")}
            hint={t("preApprovals.claimHint")}
            value={created.claim}
          />
        </>
      ) : (
        <>
          {FIELDS.map(({ name, label, type, ...more }) => (
            <Field
              key={name}
              label={t(`preApprovals.${label}`)}
              error={errors.fields[name]}
              {...("hint" in more ? { hint: t(`preApprovals.${more.hint}`) } : {})}
            >
              {(id, hintId) => (
                <Input
                  id={id}
                  type={type}
                  autoComplete="off"
                  aria-describedby={hintId}
                  value={form[name]}
                  onChange={(event) => setForm({ ...form, [name]: event.target.value })}
                />
              )}
            </Field>
          ))}
          <Field label={t("preApprovals.account")} hint={t("preApprovals.accountHint")}>
            {(id, hintId) => (
              <Picker
                id={id}
                hintId={hintId}
                resource="customers"
                value={customer}
                onChange={setCustomer}
                max={1}
              />
            )}
          </Field>
          <Field label={t("preApprovals.suppress")} hint={t("preApprovals.suppressHint")}>
            {(id, hintId) => (
              <Switch
                id={id}
                aria-describedby={hintId}
                checked={isSuppressed}
                onCheckedChange={setSuppressed}
              />
            )}
          </Field>
          <FormError text={errors.rest} />
        </>
      )}
    </FormDrawer>
  )
}

function CopyableValue({
  name,
  hint,
  value,
}: {
  name: string
  hint: string
  value: string | null
}) {
  if (value === null) return null
  return (
    <div className="flex flex-col gap-1">
      <Text size="small" weight="plus">
        {name}
      </Text>
      <div className="flex items-center justify-between gap-2">
        <Text size="small" className="break-all font-mono">
          {value}
        </Text>
        <Copy content={value} aria-label={name} />
      </div>
      <Text size="small" className="text-ui-fg-subtle">
        {hint}
      </Text>
    </div>
  )
}
