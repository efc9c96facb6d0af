import { Container } from "@medusajs/ui"
import { ENVIRONMENTS, type Environment, type Settings } from "../../queries/settings-api-types"
import { useTexts } from "../../texts/use-texts"
import { RequireRight } from "../require-right"
import { CredentialsSection } from "./credentials-section"
import { EnvironmentBadge } from "./environment-badge"
import { LockedBadge } from "./locked-badge"
import { SectionHeader } from "./section-header"
import { SwitchEnvironmentButton } from "./switch-environment"

export function EnvironmentSection({ settings }: { settings: Settings }) {
  const { t } = useTexts()
  const environment = settings.values.environment as Environment
  return (
    <Container className="divide-y p-0" data-testid="settings-environment">
      <SectionHeader title={t("settings.environment.title")} hint={t("settings.environment.hint")}>
        <EnvironmentBadge environment={environment} />
        {settings.locked.includes("environment") ? (
          <LockedBadge />
        ) : (
          <RequireRight right="change_settings">
            <SwitchEnvironmentButton settings={settings} environment={environment} />
          </RequireRight>
        )}
      </SectionHeader>
      {ENVIRONMENTS.map((name) => (
        <CredentialsSection
          key={name}
          environment={name}
          credentials={settings.credentials[name]}
          isInUse={name === environment}
        />
      ))}
    </Container>
  )
}
