import { ActionMenu, SectionRow } from "@medusajs/dashboard/components"
import { EllipsisHorizontal, PencilSquare, Trash } from "@medusajs/icons"
import { Badge, Button, Heading, IconButton, Text, toast, usePrompt } from "@medusajs/ui"
import { useState } from "react"
import { useStaff } from "../../queries/people"
import type { Credentials, Environment } from "../../queries/settings-api-types"
import { useRemoveCredentials } from "../../queries/settings"
import { useTexts } from "../../texts/use-texts"
import { RequireRight } from "../require-right"
import { ConnectionTest } from "./connection-test"
import { CredentialsDrawer } from "./credentials-drawer"
import { LockedBadge } from "./locked-badge"
import { useErrorToast } from "../use-error-toast"

type CredentialsSectionProps = {
  environment: Environment
  credentials: Credentials
  isInUse: boolean
}

const ROWS = [
  ["base_url", "baseUrl"],
  ["api_username", "username"],
  ["api_password", "password"],
  ["api_signature", "signature"],
] as const

export function CredentialsSection({ environment, credentials, isInUse }: CredentialsSectionProps) {
  const { t, moment } = useTexts()
  const { showError } = useErrorToast()
  const [isEditing, setIsEditing] = useState(false)
  const prompt = usePrompt()
  const remove = useRemoveCredentials()
  const staff = useStaff([credentials.changed_by])
  const { source, changed_at, changed_by } = credentials
  const isLocked = source === "config"
  const isUnreadable = source === "dashboard" && credentials.api_username === null

  const handleRemove = async (): Promise<void> => {
    const isConfirmed = await prompt({
      title: t("settings.credentials.removeTitle"),
      description: t("settings.credentials.removeText"),
      confirmText: t("settings.credentials.remove"),
      cancelText: t("actions.abort"),
    })
    if (!isConfirmed) return
    remove.mutate(environment, {
      onSuccess: () => void toast.success(t("settings.credentials.removed")),
      onError: showError,
    })
  }

  return (
    <section aria-label={t(`settings.environment.${environment}`)} className="divide-y">
      <div className="flex flex-wrap items-center justify-between gap-2 px-6 py-4">
        <div className="flex flex-wrap items-center gap-2">
          <Heading level="h3">{t(`settings.environment.${environment}`)}</Heading>
          {isInUse && <Badge size="2xsmall">{t("settings.environment.inUse")}</Badge>}
          {isLocked && <LockedBadge />}
        </div>
        <div className="flex flex-wrap justify-end gap-2">
          <RequireRight right="change_settings">
            {source !== null && !isUnreadable && <ConnectionTest form={{ environment }} />}
            {source === null && (
              <Button size="small" variant="secondary" onClick={() => setIsEditing(true)}>
                {t("settings.credentials.enter")}
              </Button>
            )}
            {source === "dashboard" && (
              <ActionMenu
                groups={[
                  {
                    actions: [
                      {
                        icon: <PencilSquare />,
                        label: t("settings.credentials.change"),
                        onClick: () => setIsEditing(true),
                      },
                    ],
                  },
                  {
                    actions: [
                      {
                        icon: <Trash />,
                        label: t("settings.credentials.remove"),
                        onClick: () => void handleRemove(),
                      },
                    ],
                  },
                ]}
              >
                <IconButton
                  size="small"
                  variant="transparent"
                  isLoading={remove.isPending}
                  aria-label={`${t("settings.credentials.more")}: ${t(`settings.environment.${environment}`)}`}
                >
                  <EllipsisHorizontal />
                </IconButton>
              </ActionMenu>
            )}
          </RequireRight>
        </div>
      </div>
      {isUnreadable && (
        <Text role="status" size="small" className="text-ui-fg-error px-6 py-3">
          {t("settings.credentials.unreadable")}
        </Text>
      )}
      {ROWS.map(([key, label]) => (
        <SectionRow
          key={key}
          title={t(`settings.credentials.${label}`)}
          value={
            <span className="break-all">
              {credentials[key] ?? t("settings.credentials.notSet")}
            </span>
          }
        />
      ))}
      {changed_at && (
        <SectionRow
          title={t("settings.credentials.changed")}
          value={[
            moment(changed_at),
            changed_by && `${t("file.by")} ${staff[changed_by] ?? changed_by}`,
          ]
            .filter(Boolean)
            .join(" ")}
        />
      )}
      {isEditing && (
        <CredentialsDrawer
          environment={environment}
          credentials={credentials}
          onClose={() => setIsEditing(false)}
        />
      )}
    </section>
  )
}
