import { StatusBadge } from "@medusajs/ui"
import { useSelfCheck } from "../queries/self-check"
import type { Overview } from "../queries/overview"
import { useRights } from "../queries/rights"
import type { Check } from "../queries/settings-api-types"
import { useTexts } from "../texts/use-texts"
import { OverviewSection } from "./overview-sections"
import { getCheckTextKey } from "./settings/check-details"
import { TextLink } from "./text-link"

const COLORS = { ok: "green", degraded: "orange", down: "red" } as const

export function Health({ overview }: { overview: Overview }) {
  const { t, ago } = useTexts()
  const { can } = useRights()
  const { health, last_postback_at, environment } = overview
  return (
    <OverviewSection title={t("overview.health")}>
      <ul className="txt-compact-small flex flex-col gap-2">
        <li>
          <StatusBadge color={COLORS[health.status]}>
            {t(`overview.healthStatus.${health.status}`)}
          </StatusBadge>
        </li>
        {health.problems.map((problem) => (
          <li key={problem}>{t(`overview.problems.${problem}`)}</li>
        ))}
        <li>
          {last_postback_at
            ? t("overview.lastMessage", { ago: ago(last_postback_at) })
            : t("overview.noMessage")}
        </li>
        <li>{t(`settings.environment.${environment}Badge`)}</li>
        {can("see_settings") && <SelfCheckFindings />}
      </ul>
    </OverviewSection>
  )
}

/** The settings page lists all findings. */
const MAX_FINDINGS = 2

const sortBySeverity = (checks: Check[]): Check[] =>
  (["bad", "warning"] as const).flatMap((severity) =>
    checks.filter(({ outcome }) => outcome === severity)
  )

function SelfCheckFindings() {
  const { t, word } = useTexts()
  const { data } = useSelfCheck()
  const findings = sortBySeverity(data?.self_check.checks ?? [])
  return (
    <>
      {findings.length > 0 && (
        <li data-testid="consumer-financing-self-check">
          {t("overview.unset", { count: findings.length })}
          <ul className="text-ui-fg-subtle flex flex-col gap-1 ps-3 pt-1">
            {findings.slice(0, MAX_FINDINGS).map((check) => (
              <li key={check.name}>
                {`${word("selfCheck.checks", `${check.name}.title`)}: `}
                {getFirstSentence(
                  word("selfCheck.checks", `${check.name}.${getCheckTextKey(check)}`)
                )}
              </li>
            ))}
          </ul>
        </li>
      )}
      <li>
        <TextLink to="/settings/consumer-financing">{t("overview.check")}</TextLink>
      </li>
    </>
  )
}

const getFirstSentence = (text: string): string => /^.*?[.!?](?=\s|$)/.exec(text)?.[0] ?? text
