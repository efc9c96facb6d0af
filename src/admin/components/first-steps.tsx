import { Text } from "@medusajs/ui"
import { useApplications } from "../queries/applications"
import { useRights } from "../queries/rights"
import { useOutages } from "../queries/outages"
import { useSelfCheck } from "../queries/self-check"
import type { Environment } from "../queries/settings-api-types"
import { useSettings } from "../queries/settings"
import { useTexts } from "../texts/use-texts"
import { Part } from "./overview-sections"
import { Way } from "./text-link"

/** What is left of the four steps from nothing to the first real loan; gone once the shop is live. */
export function FirstSteps() {
  const { may } = useRights()
  return may("see_settings") && may("change_settings") ? <Steps /> : null
}

function Steps() {
  const { t } = useTexts()
  const { data: set } = useSettings()
  const { data: checked } = useSelfCheck()
  const outages = useOutages().data?.outages
  const { data: made } = useApplications({
    state: ["ready-to-settle", ...PAID],
    limit: 1,
    offset: 0,
  })
  if (!set || !checked || !made || set.settings.values.environment === "production") return null
  const shop = checked.self_check.checks.find(({ name }) => name === "public-address")?.details
    .storefront_url
  const { environment } = set.settings.values
  const isSet = set.settings.credentials[environment as Environment].source === "config"
  // A service that is silent says nothing about credentials that it took before.
  const isRefused = outages?.some((one) => one.is_in_use && one.cause === "refused-credentials")
  const hasCredentials = set.settings.is_ready && isRefused !== true
  const steps = [
    { name: "credentials", isDone: hasCredentials, isLocked: isSet, to: SETTINGS },
    {
      name: "region",
      isDone: !isBad(checked.self_check.checks),
      isLocked: false,
      to: "/settings/regions",
    },
    { name: "purchase", isDone: made.count > 0, isLocked: false, to: null },
    {
      name: "live",
      isDone: false,
      isLocked: set.settings.locked.includes("environment"),
      to: SETTINGS,
    },
  ]
  const left = steps.filter(({ isDone }) => !isDone)
  return (
    <Part title={t("firstSteps.title")}>
      <Text size="small" className="text-ui-fg-subtle">
        {t("firstSteps.hint", { done: steps.length - left.length, all: steps.length })}
      </Text>
      <ol className="flex flex-col gap-3" data-testid="consumer-financing-first-steps">
        {left.map(({ name, isLocked, to }) => (
          <li key={name} className="flex flex-col gap-1">
            <Text size="small" weight="plus">
              {t(`firstSteps.${name}`)}
            </Text>
            {name === "purchase" && (
              <Text size="small" className="text-ui-fg-subtle">
                {t("firstSteps.purchaseHint")}{" "}
                {typeof shop === "string" && (
                  <a href={shop} target="_blank" rel="noopener noreferrer" className="underline">
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
              to && <Way to={to}>{t("firstSteps.open")}</Way>
            )}
          </li>
        ))}
      </ol>
      <Text size="small" className="text-ui-fg-subtle">
        {t("firstSteps.firstContactHint")}{" "}
        <a href={FIRST_CONTACT} target="_blank" rel="noopener noreferrer" className="underline">
          {t("firstSteps.firstContact")}
        </a>
      </Text>
    </Part>
  )
}

const FIRST_CONTACT =
  "https://github.com/medusa-payment-consumer-financing/medusa-payment-consumer-financing/blob/main/docs/first-contact.md"
const SETTINGS = "/settings/consumer-financing"
const PAID = ["settling", "funded", "partly-refunded", "refunded"] as const

/** Some region offers it: that it is not offered in all of them is only a hint. */
const isBad = (checks: { name: string; outcome: string }[]): boolean =>
  checks.some(({ name, outcome }) => name === "provider-regions" && outcome === "bad")
