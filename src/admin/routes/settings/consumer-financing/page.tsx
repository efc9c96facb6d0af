import { defineRouteConfig } from "@medusajs/admin-sdk"
import { Container, Heading, InlineTip } from "@medusajs/ui"
import { MissingRightNote } from "../../../components/require-right"
import { createBreadcrumb } from "../../../components/breadcrumb"
import { LoadError } from "../../../components/load-error"
import { FinancingIcon } from "../../../components/financing-icon"
import { OutageAlarm } from "../../../components/outage-alarm"
import { ChangesSection } from "../../../components/settings/changes-section"
import { EnvironmentSection } from "../../../components/settings/environment-section"
import { SelfCheckSection } from "../../../components/settings/self-check-section"
import { SettingsSection } from "../../../components/settings/settings-section"
import { LoadingSkeleton } from "../../../components/loading-skeleton"
import { useRights } from "../../../queries/rights"
import { useSettings } from "../../../queries/settings"
import { useTexts } from "../../../texts/use-texts"

function SettingsPage() {
  const { t } = useTexts()
  const { data, error, isPending, refetch } = useSettings()
  const { can, isLoaded } = useRights()
  const settings = data?.settings
  return (
    <div className="flex flex-col gap-y-3">
      <OutageAlarm />
      <Container className="flex flex-col gap-3">
        <Heading>{t("settings.title")}</Heading>
        {isPending && <LoadingSkeleton />}
        {error && !settings && <LoadError error={error} onRetry={() => void refetch()} />}
        {settings && isLoaded && !can("change_settings") && (
          <MissingRightNote right="change_settings" />
        )}
        {settings && !settings.is_ready && (
          <InlineTip label={t("list.needsAttention")} variant="warning" role="status">
            {t("settings.notReady")}
          </InlineTip>
        )}
      </Container>
      {settings && (
        <>
          <EnvironmentSection settings={settings} />
          <SelfCheckSection />
          <SettingsSection section="checkout" settings={settings} />
          <SettingsSection section="orders" settings={settings} />
          <SettingsSection section="notifications" settings={settings} />
          <SettingsSection section="expert" settings={settings} />
          <ChangesSection settings={settings} />
        </>
      )}
    </div>
  )
}

export const handle = createBreadcrumb("menu.settings")

export const config = defineRouteConfig({
  label: "menu.settings",
  translationNs: "consumerFinancing",
  icon: FinancingIcon,
})

export default SettingsPage
