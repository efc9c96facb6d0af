import { SectionRow } from "@medusajs/dashboard/components"
import { Button, Container, Copy, StatusBadge, Text } from "@medusajs/ui"
import { useSelfCheck } from "../../queries/self-check"
import { type Check, ENVIRONMENTS } from "../../queries/settings-api-types"
import { useTexts } from "../../texts/use-texts"
import { LoadError } from "../load-error"
import { LoadingSkeleton } from "../loading-skeleton"
import { TextLink } from "../text-link"
import { describeCheck, getCheckTextKey } from "./check-details"
import { SectionHeader } from "./section-header"

const COLORS = { good: "green", warning: "orange", bad: "red" } as const

export function SelfCheckSection() {
  const { t, moment } = useTexts()
  const { data, error, isPending, isFetching, refetch } = useSelfCheck()
  const selfCheck = data?.self_check
  return (
    <Container className="divide-y p-0" data-testid="settings-self-check">
      <SectionHeader title={t("selfCheck.title")} hint={t("selfCheck.hint")}>
        <Button
          size="small"
          variant="secondary"
          isLoading={isFetching}
          onClick={() => void refetch()}
        >
          {t("selfCheck.again")}
        </Button>
      </SectionHeader>
      {isPending && <LoadingSkeleton />}
      {error && <LoadError error={error} onRetry={() => void refetch()} />}
      {selfCheck && (
        <>
          <ul className="divide-y">
            {selfCheck.checks
              .filter(({ outcome }) => outcome !== "good")
              .map((check) => (
                <CheckRow key={check.name} check={check} />
              ))}
          </ul>
          <details className="txt-compact-small px-6 py-3">
            <summary className="cursor-pointer">
              {t("selfCheck.good", { count: getPassed(selfCheck.checks).length })}
            </summary>
            <ul className="divide-y" style={{ marginInline: "-1.5rem" }}>
              {getPassed(selfCheck.checks).map((check) => (
                <CheckRow key={check.name} check={check} />
              ))}
            </ul>
          </details>
          <AddressRow
            name={t("selfCheck.postbackAddress")}
            hint={t("selfCheck.postbackHint")}
            value={selfCheck.postback_address}
          />
          {ENVIRONMENTS.map((environment) => (
            <AddressRow
              key={environment}
              name={`${t("selfCheck.preApprovalAddress")} (${t(`settings.environment.${environment}`)})`}
              hint={t("selfCheck.preApprovalHint")}
              value={selfCheck.pre_approval_addresses[environment]}
            />
          ))}
          <SectionRow
            title={t("selfCheck.lastPostback")}
            value={
              selfCheck.last_postback_at === null
                ? t("selfCheck.neverPostback")
                : moment(selfCheck.last_postback_at)
            }
          />
          <div className="px-6 py-3">
            <TextLink to="/settings/consumer-financing/diagnostics">
              {t("postbacks.title")}
            </TextLink>
          </div>
        </>
      )}
    </Container>
  )
}

const getPassed = (checks: Check[]): Check[] => checks.filter(({ outcome }) => outcome === "good")

function CheckRow({ check }: { check: Check }) {
  const { t, word, moment } = useTexts()
  const { name, outcome } = check
  const details = describeCheck(check, { moment, word })
  return (
    <li className="flex items-start justify-between gap-4 px-6 py-3">
      <div className="min-w-0">
        <Text size="small" leading="compact" weight="plus">
          {word("selfCheck.checks", `${name}.title`)}
        </Text>
        <Text size="small" className="text-ui-fg-subtle">
          {word("selfCheck.checks", `${name}.${getCheckTextKey(check)}`)}
        </Text>
        {details && (
          <Text size="xsmall" className="text-ui-fg-subtle break-words">
            {details}
          </Text>
        )}
      </div>
      <StatusBadge color={COLORS[outcome]} className="text-nowrap">
        {t(`selfCheck.outcomes.${outcome}`)}
      </StatusBadge>
    </li>
  )
}

function AddressRow({ name, hint, value }: { name: string; hint: string; value: string }) {
  const { t } = useTexts()
  return (
    <div className="flex items-center justify-between gap-4 px-6 py-3">
      <div className="min-w-0">
        <Text size="small" leading="compact" weight="plus">
          {name}
        </Text>
        <Text size="small" className="text-ui-fg-subtle">
          {hint}
        </Text>
        <Text size="xsmall" className="break-all font-mono">
          {value}
        </Text>
      </div>
      <Copy content={value} aria-label={`${t("selfCheck.copy")}: ${name}`} />
    </div>
  )
}
