import { StatusBadge } from "@medusajs/ui"
import { useSelfCheck } from "../queries/self-check"
import type { Overview } from "../queries/overview"
import { useRights } from "../queries/rights"
import type { Check } from "../queries/settings-api-types"
import { useTexts } from "../texts/use-texts"
import { Part } from "./overview-sections"
import { sayingOf } from "./settings/check-details"
import { Way } from "./text-link"

const COLORS = { ok: "green", degraded: "orange", down: "red" } as const

/** Whether everything works in the environment in use: the service, its messages, and what the self-check found. */
export function Health({ overview }: { overview: Overview }) {
  const { t, ago } = useTexts()
  const { may } = useRights()
  const { health, last_postback_at, environment } = overview
  return (
    <Part title={t("overview.health")}>
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
        {may("see_settings") && <Found />}
      </ul>
    </Part>
  )
}

/** The maximum number of findings here; the settings page lists all. */
const SHOWN = 2

/** The worst come first. */
const worstFirst = (checks: Check[]): Check[] =>
  (["bad", "warning"] as const).flatMap((wanted) =>
    checks.filter(({ outcome }) => outcome === wanted)
  )

function Found() {
  const { t, word } = useTexts()
  const { data } = useSelfCheck()
  const found = worstFirst(data?.self_check.checks ?? [])
  return (
    <>
      {found.length > 0 && (
        <li data-testid="consumer-financing-self-check">
          {t("overview.unset", { count: found.length })}
          <ul className="text-ui-fg-subtle flex flex-col gap-1 ps-3 pt-1">
            {found.slice(0, SHOWN).map((check) => (
              <li key={check.name}>
                {`${word("selfCheck.checks", `${check.name}.title`)}: `}
                {firstOf(word("selfCheck.checks", `${check.name}.${sayingOf(check)}`))}
              </li>
            ))}
          </ul>
        </li>
      )}
      <li>
        <Way to="/settings/consumer-financing">{t("overview.check")}</Way>
      </li>
    </>
  )
}

/** Its first sentence. */
const firstOf = (text: string): string => /^.*?[.!?](?=\s|$)/.exec(text)?.[0] ?? text
