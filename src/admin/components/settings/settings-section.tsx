import { SectionRow } from "@medusajs/dashboard/components"
import { Button, Container } from "@medusajs/ui"
import { useState } from "react"
import type { Settings } from "../../queries/settings-api-types"
import { useTexts } from "../../texts/use-texts"
import { RequireRight } from "../require-right"
import { SectionHeader } from "./section-header"
import { EditDrawer } from "./edit-drawer"
import { type Section, SECTIONS, type SettingField } from "./fields"
import { LockedBadge } from "./locked-badge"
import { FormattedSetting } from "./formatted-setting"
import { TestMessage } from "./test-message"

export function SettingsSection({ section, settings }: { section: Section; settings: Settings }) {
  const { t } = useTexts()
  const [isEditing, setIsEditing] = useState(false)
  const fields: readonly SettingField[] = SECTIONS[section]
  return (
    <Container className="divide-y p-0" data-testid={`settings-${section}`}>
      <SectionHeader title={t(`settings.${section}.title`)} hint={t(`settings.${section}.hint`)}>
        <RequireRight right="change_settings">
          <Button
            size="small"
            variant="secondary"
            aria-label={`${t("settings.edit")}: ${t(`settings.${section}.title`)}`}
            onClick={() => setIsEditing(true)}
          >
            {t("settings.edit")}
          </Button>
        </RequireRight>
      </SectionHeader>
      {fields.map((field) => (
        <SectionRow
          key={field.key}
          title={t(`settingFields.${field.key}.label`)}
          value={
            <span className="flex flex-wrap items-center gap-2 break-words">
              <FormattedSetting field={field} value={settings.values[field.key] ?? null} />
              {settings.locked.includes(field.key) && <LockedBadge />}
            </span>
          }
        />
      ))}
      {section === "notifications" && <TestMessage />}
      {isEditing && (
        <EditDrawer
          section={section}
          fields={fields}
          settings={settings}
          onClose={() => setIsEditing(false)}
        />
      )}
    </Container>
  )
}
