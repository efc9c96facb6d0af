import { Container, Text } from "@medusajs/ui"
import { useStaff } from "../../server/people"
import type { Environment, SettingChange, Settings } from "../../server/setting-answers"
import { useTexts } from "../../texts/use-texts"
import { asText } from "./draft"
import { SectionHead } from "./section-head"

/** Who changed what, the newest first. */
export function ChangesSection({ settings: { changes } }: { settings: Settings }) {
  const { t, moment } = useTexts()
  const staff = useStaff(changes.map(({ by }) => by))
  return (
    <Container className="divide-y p-0" data-testid="settings-changes">
      <SectionHead title={t("settings.changes.title")} />
      {changes.length === 0 && (
        <Text size="small" className="text-ui-fg-subtle px-6 py-4">
          {t("settings.changes.none")}
        </Text>
      )}
      <ol className="divide-y">
        {changes.map((change) => (
          <li key={change.id} className="flex items-start justify-between gap-4 px-6 py-3">
            <div className="min-w-0">
              <Text size="small" leading="compact" weight="plus">
                {change.what.map((key) => nameOf(key, t)).join(", ")}
              </Text>
              <Text size="small" className="text-ui-fg-subtle break-words">
                {stepsOf(change).join(" · ")}
              </Text>
            </div>
            <Text size="xsmall" className="text-ui-fg-subtle text-nowrap">
              {`${moment(change.at)} ${t("file.by")} ${staff[change.by] ?? change.by}`}
            </Text>
          </li>
        ))}
      </ol>
    </Container>
  )
}

function nameOf(key: string, t: (key: string) => string): string {
  const [credentials, environment] = key.split(".")
  return credentials === "credentials"
    ? `${t("settings.changes.credentials")} (${t(`settings.environment.${environment as Environment}`)})`
    : t(`settingFields.${key}.label`)
}

/** Before → after, where both can be said in a line. */
function stepsOf({ before, after }: SettingChange): string[] {
  const keys = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  return keys.map((key) => `${inWords(before?.[key])} → ${inWords(after?.[key])}`)
}

function inWords(value: unknown): string {
  if (value === null || value === undefined || value === "") return "–"
  if (Array.isArray(value)) return String(value.length)
  return asText(value)
}
