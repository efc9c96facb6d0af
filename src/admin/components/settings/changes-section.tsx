import { Container, Text } from "@medusajs/ui"
import { useStaff } from "../../queries/people"
import type {
  Environment,
  SettingChange,
  Settings,
  SettingValue,
} from "../../queries/settings-api-types"
import { useTexts } from "../../texts/use-texts"
import { RelativeTime } from "../relative-time"
import { SECTIONS, type SettingField } from "./fields"
import { SectionHeader } from "./section-header"
import { FormattedSetting } from "./formatted-setting"

const FIELDS: readonly SettingField[] = Object.values(SECTIONS).flat()

export function ChangesSection({ settings: { changes } }: { settings: Settings }) {
  const { t } = useTexts()
  const staff = useStaff(changes.map(({ by }) => by))
  return (
    <Container className="divide-y p-0" data-testid="settings-changes">
      <SectionHeader title={t("settings.changes.title")} />
      {changes.length === 0 && (
        <Text size="small" className="text-ui-fg-subtle px-6 py-4">
          {t("settings.changes.none")}
        </Text>
      )}
      <ol className="divide-y">
        {changes.map((change) => (
          <li key={change.id} className="flex flex-col gap-1 px-6 py-3">
            {change.what.map((key) => (
              <ChangedSetting key={key} name={key} change={change} />
            ))}
            <Text size="xsmall" className="text-ui-fg-subtle">
              <RelativeTime date={change.at} />
              {` ${t("file.by")} ${staff[change.by] ?? change.by}`}
            </Text>
          </li>
        ))}
      </ol>
    </Container>
  )
}

/** Never shows credentials. */
function ChangedSetting({
  name,
  change: { before, after },
}: {
  name: string
  change: SettingChange
}) {
  const { t } = useTexts()
  const [group, environment] = name.split(".")
  if (group === "credentials") {
    const where = t(`settings.environment.${environment as Environment}`)
    return <Text size="small">{t("settings.changes.credentials", { where })}</Text>
  }
  return (
    <Text size="small" className="break-words">
      <span className="txt-compact-small-plus">
        {name === "home" ? t("home.changed") : t(`settingFields.${name}.label`)}:{" "}
      </span>
      <ChangedValue name={name} value={before?.[name] ?? null} />
      {" → "}
      <ChangedValue name={name} value={after?.[name] ?? null} />
    </Text>
  )
}

function ChangedValue({ name, value }: { name: string; value: SettingValue }) {
  const { t } = useTexts()
  const field = FIELDS.find(({ key }) => key === name)
  if (name === "environment" && typeof value === "string") {
    return <>{t(`settings.environment.${value}`)}</>
  }
  if (name === "home" && typeof value === "string") return <>{value}</>
  if (!field || (value === null && (field.kind === "picker" || field.kind === "list"))) {
    return <>{t("settings.none")}</>
  }
  return <FormattedSetting field={field} value={value} />
}
