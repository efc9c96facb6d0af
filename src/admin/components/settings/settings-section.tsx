import { SectionRow } from "@medusajs/dashboard/components"
import { Button, Container } from "@medusajs/ui"
import { useState } from "react"
import type { Settings } from "../../queries/settings-api-types"
import { useTexts } from "../../texts/use-texts"
import { Allowed } from "../require-right"
import { SectionHead } from "./section-header"
import { EditDrawer } from "./edit-drawer"
import { type Section, SECTIONS, type SettingField } from "./fields"
import { Locked } from "./locked-badge"
import { ShownValue } from "./formatted-setting"
import { TestMessage } from "./test-message"

/** A section of the settings as it counts now, and the way to change it. */
export function SettingsSection({ section, settings }: { section: Section; settings: Settings }) {
  const { t } = useTexts()
  const [isEditing, setIsEditing] = useState(false)
  const fields: readonly SettingField[] = SECTIONS[section]
  return (
    <Container className="divide-y p-0" data-testid={`settings-${section}`}>
      <SectionHead title={t(`settings.${section}.title`)} hint={t(`settings.${section}.hint`)}>
        <Allowed to="change_settings">
          <Button
            size="small"
            variant="secondary"
            aria-label={`${t("settings.edit")}: ${t(`settings.${section}.title`)}`}
            onClick={() => setIsEditing(true)}
          >
            {t("settings.edit")}
          </Button>
        </Allowed>
      </SectionHead>
      {fields.map((field) => (
        <SectionRow
          key={field.key}
          title={t(`settingFields.${field.key}.label`)}
          value={
            <span className="flex flex-wrap items-center gap-2 break-words">
              <ShownValue field={field} value={settings.values[field.key] ?? null} />
              {settings.locked.includes(field.key) && <Locked />}
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
          close={() => setIsEditing(false)}
        />
      )}
    </Container>
  )
}
