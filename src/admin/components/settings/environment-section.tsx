import { Container } from "@medusajs/ui"
import { ENVIRONMENTS, type Environment, type Settings } from "../../queries/settings-api-types"
import { useTexts } from "../../texts/use-texts"
import { Allowed } from "../require-right"
import { CredentialsBlock } from "./credentials-section"
import { EnvironmentBadge } from "./environment-badge"
import { Locked } from "./locked-badge"
import { SectionHead } from "./section-header"
import { SwitchEnvironment } from "./switch-environment"

/** Where new applications are made, and the credentials of each environment. */
export function EnvironmentSection({ settings }: { settings: Settings }) {
  const { t } = useTexts()
  const environment = settings.values.environment as Environment
  return (
    <Container className="divide-y p-0" data-testid="settings-environment">
      <SectionHead title={t("settings.environment.title")} hint={t("settings.environment.hint")}>
        <EnvironmentBadge environment={environment} />
        {settings.locked.includes("environment") ? (
          <Locked />
        ) : (
          <Allowed to="change_settings">
            <SwitchEnvironment settings={settings} environment={environment} />
          </Allowed>
        )}
      </SectionHead>
      {ENVIRONMENTS.map((one) => (
        <CredentialsBlock
          key={one}
          environment={one}
          credentials={settings.credentials[one]}
          isInUse={one === environment}
        />
      ))}
    </Container>
  )
}
