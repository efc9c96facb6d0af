import { CheckCircleSolid } from "@medusajs/icons"
import { Text } from "@medusajs/ui"
import { useApplications } from "../server/applications"
import { useRights } from "../server/rights"
import { useSelfCheck } from "../server/self-check"
import { useSettings } from "../server/settings"
import { useTexts } from "../texts/use-texts"
import { Part } from "./overview-parts"
import { Way } from "./way"

/** Four steps from nothing to the first real loan; gone once the shop is live. */
export function FirstSteps() {
  const { may } = useRights()
  return may("see_settings") && may("change_settings") ? <Steps /> : null
}

function Steps() {
  const { t } = useTexts()
  const { data: set } = useSettings()
  const { data: checked } = useSelfCheck()
  const { data: made } = useApplications({
    state: ["ready-to-settle", ...PAID],
    limit: 1,
    offset: 0,
  })
  if (!set || !checked || !made || set.settings.values.environment === "production") return null
  const good = (name: string): boolean =>
    checked.self_check.checks.some((one) => one.name === name && one.outcome === "good")
  const shop = checked.self_check.checks.find(({ name }) => name === "public-address")?.details
    .storefront_url
  const isLocked = set.settings.locked.includes("environment")
  const steps = [
    { name: "credentials", isDone: good("credentials"), to: "/settings/consumer-financing" },
    { name: "region", isDone: !isBad(checked.self_check.checks), to: "/settings/regions" },
    { name: "purchase", isDone: made.count > 0, to: null },
    { name: "live", isDone: false, to: "/settings/consumer-financing" },
  ]
  return (
    <Part title={t("firstSteps.title")}>
      <Text size="small" className="text-ui-fg-subtle">
        {t("firstSteps.hint")}
      </Text>
      <ol className="flex flex-col gap-3" data-testid="consumer-financing-first-steps">
        {steps.map(({ name, isDone, to }, index) => (
          <li key={name} className="flex items-start gap-3" data-done={isDone}>
            <span className="text-ui-fg-subtle w-5 shrink-0">
              {isDone ? (
                <CheckCircleSolid
                  className="text-ui-tag-green-icon"
                  aria-label={t("firstSteps.done")}
                />
              ) : (
                `${index + 1}.`
              )}
            </span>
            <div className="flex flex-col gap-1">
              <Text size="small">{t(`firstSteps.${name}`)}</Text>
              {name === "purchase" && !isDone && (
                <Text size="small" className="text-ui-fg-subtle">
                  {t("firstSteps.purchaseHint")}{" "}
                  {typeof shop === "string" && (
                    <a href={shop} target="_blank" rel="noopener noreferrer" className="underline">
                      {t("firstSteps.shop")}
                    </a>
                  )}
                </Text>
              )}
              {name === "live" && isLocked ? (
                <Text size="small" className="text-ui-fg-subtle">
                  {t("firstSteps.liveLocked")}
                </Text>
              ) : (
                to && !isDone && <Way to={to}>{t("firstSteps.open")}</Way>
              )}
            </div>
          </li>
        ))}
      </ol>
    </Part>
  )
}

const PAID = ["settling", "funded", "partly-refunded", "refunded"] as const

/** Some region offers it: that it is not offered in all of them is only a hint. */
const isBad = (checks: { name: string; outcome: string }[]): boolean =>
  checks.some(({ name, outcome }) => name === "provider-regions" && outcome === "bad")
