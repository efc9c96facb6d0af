import { Text } from "@medusajs/ui"
import { useApplications } from "../queries/applications"
import { useRights } from "../queries/rights"
import { useOutages } from "../queries/outages"
import { useSelfCheck } from "../queries/self-check"
import type { Environment } from "../queries/settings-api-types"
import { useSettings } from "../queries/settings"
import { useTexts } from "../texts/use-texts"
import { OverviewSection } from "./overview-sections"
import { TextLink } from "./text-link"

/** The remaining setup steps; hidden once the shop is in production. */
export function SetupChecklist() {
  const { can } = useRights()
  return can("see_settings") && can("change_settings") ? <Checklist /> : null
}

function Checklist() {
  const { t } = useTexts()
  const { data: settings } = useSettings()
  const { data: selfCheck } = useSelfCheck()
  const outages = useOutages().data?.outages
  const { data: financed } = useApplications({
    state: ["ready-to-settle", ...PAID_STATES],
    limit: 1,
    offset: 0,
  })
  if (!settings || !selfCheck || !financed || settings.settings.values.environment === "production")
    return null
  const storefrontUrl = selfCheck.self_check.checks.find(({ name }) => name === "public-address")
    ?.details.storefront_url
  const { environment } = settings.settings.values
  const hasConfigCredentials =
    settings.settings.credentials[environment as Environment].source === "config"
  // An unreachable service does not invalidate credentials it accepted before.
  const hasRefusedCredentials = outages?.some(
    (outage) => outage.is_in_use && outage.cause === "refused-credentials"
  )
  const hasCredentials = settings.settings.is_ready && hasRefusedCredentials !== true
  const steps = [
    {
      name: "credentials",
      isDone: hasCredentials,
      isLocked: hasConfigCredentials,
      to: SETTINGS_PATH,
    },
    {
      name: "region",
      isDone: !hasNoRegion(selfCheck.self_check.checks),
      isLocked: false,
      to: "/settings/regions",
    },
    { name: "purchase", isDone: financed.count > 0, isLocked: false, to: null },
    {
      name: "live",
      isDone: false,
      isLocked: settings.settings.locked.includes("environment"),
      to: SETTINGS_PATH,
    },
  ]
  const remaining = steps.filter(({ isDone }) => !isDone)
  return (
    <OverviewSection title={t("firstSteps.title")}>
      <Text size="small" className="text-ui-fg-subtle">
        {t("firstSteps.hint", { done: steps.length - remaining.length, all: steps.length })}
      </Text>
      <ol className="flex flex-col gap-3" data-testid="consumer-financing-first-steps">
        {remaining.map(({ name, isLocked, to }) => (
          <li key={name} className="flex flex-col gap-1">
            <Text size="small" weight="plus">
              {t(`firstSteps.${name}`)}
            </Text>
            {name === "purchase" && (
              <Text size="small" className="text-ui-fg-subtle">
                {t("firstSteps.purchaseHint")}{" "}
                {typeof storefrontUrl === "string" && (
                  <a
                    href={storefrontUrl}
                    target="_blank"
                    rel="noopener noreferrer"
                    className="underline"
                  >
                    {t("firstSteps.shop")}
                  </a>
                )}
              </Text>
            )}
            {isLocked ? (
              <Text size="small" className="text-ui-fg-subtle">
                {t(`firstSteps.${name}Locked`)}
              </Text>
            ) : (
              to && <TextLink to={to}>{t("firstSteps.open")}</TextLink>
            )}
          </li>
        ))}
      </ol>
      <Text size="small" className="text-ui-fg-subtle">
        {t("firstSteps.firstContactHint")}{" "}
        <a href={FIRST_CONTACT_URL} target="_blank" rel="noopener noreferrer" className="underline">
          {t("firstSteps.firstContact")}
        </a>
      </Text>
    </OverviewSection>
  )
}

const FIRST_CONTACT_URL =
  "https://github.com/medusa-payment-consumer-financing/medusa-payment-consumer-financing/blob/main/docs/first-contact.md"
const SETTINGS_PATH = "/settings/consumer-financing"
const PAID_STATES = ["settling", "funded", "partly-refunded", "refunded"] as const

const hasNoRegion = (checks: { name: string; outcome: string }[]): boolean =>
  checks.some(({ name, outcome }) => name === "provider-regions" && outcome === "bad")
