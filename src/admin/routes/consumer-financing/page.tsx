import { defineRouteConfig } from "@medusajs/admin-sdk"
import { Alert, Badge, Container, Heading, Select, Text } from "@medusajs/ui"
import { useState } from "react"
import { Link } from "react-router-dom"
import { createBreadcrumb } from "../../components/breadcrumb"
import { LoadError } from "../../components/load-error"
import { FinancingIcon } from "../../components/financing-icon"
import { SetupChecklist } from "../../components/setup-checklist"
import { OutageAlarm } from "../../components/outage-alarm"
import { Health } from "../../components/overview-health"
import { Funnel, Money, PaidOut, OverviewSection } from "../../components/overview-sections"
import { LoadingSkeleton } from "../../components/loading-skeleton"
import { TextLink } from "../../components/text-link"
import {
  getListPath,
  type Overview,
  TASKS,
  useOverview,
  type Period,
  PERIODS,
} from "../../queries/overview"
import { useTexts } from "../../texts/use-texts"

const LIST_PATH = "/consumer-financing/applications"

function OverviewPage() {
  const { t } = useTexts()
  const [period, setPeriod] = useState<Period>("30")
  const { data, error, isPending, refetch } = useOverview(period)
  const overview = data?.overview
  return (
    <div className="flex flex-col gap-y-3" data-testid="consumer-financing-overview">
      <OutageAlarm />
      <Container className="flex flex-wrap items-center justify-between gap-2">
        <div className="flex flex-wrap items-center gap-2">
          <Heading>{t("overview.title")}</Heading>
          {overview?.environment === "staging" && (
            <Badge size="2xsmall" color="orange">
              {t("settings.environment.stagingBadge")}
            </Badge>
          )}
        </div>
        <div className="flex flex-wrap items-center gap-4">
          <div style={{ width: "9rem" }}>
            <Select
              size="small"
              value={period}
              onValueChange={(selected) => setPeriod(selected as Period)}
            >
              <Select.Trigger aria-label={t("overview.window")}>
                <Select.Value />
              </Select.Trigger>
              <Select.Content>
                {PERIODS.map((dayCount) => (
                  <Select.Item key={dayCount} value={dayCount}>
                    {t("overview.lastDays", { days: dayCount })}
                  </Select.Item>
                ))}
              </Select.Content>
            </Select>
          </div>
          {!error && <TextLink to={LIST_PATH}>{t("overview.all")}</TextLink>}
        </div>
      </Container>
      {error && (
        <Container className="p-0">
          <LoadError error={error} onRetry={() => void refetch()} />
        </Container>
      )}
      {isPending && (
        <Container className="p-0">
          <LoadingSkeleton />
        </Container>
      )}
      {overview && !error && (
        <>
          {overview.open_in_production > 0 && (
            <Alert variant="warning">
              {t("overview.openInProduction", { count: overview.open_in_production })}
            </Alert>
          )}
          <TaskList overview={overview} />
          <Money overview={overview} period={period} />
          <div
            className="grid gap-3"
            style={{ gridTemplateColumns: "repeat(auto-fit, minmax(18rem, 1fr))" }}
          >
            <Funnel overview={overview} period={period} />
            <PaidOut overview={overview} period={period} />
          </div>
          <Health overview={overview} />
          <SetupChecklist />
        </>
      )}
    </div>
  )
}

function TaskList({ overview: { to_do } }: { overview: Overview }) {
  const { t, amount, ago } = useTexts()
  const tasks = TASKS.filter((task) => to_do[task].count > 0)
  return (
    <OverviewSection title={t("overview.toDo")}>
      {tasks.length === 0 && (
        <Text size="small" className="text-ui-fg-subtle">
          {t("overview.nothing")}
        </Text>
      )}
      <ul className="divide-y">
        {tasks.map((task) => {
          const { count, cents, oldest_at } = to_do[task]
          return (
            <li key={task}>
              <Link
                to={getListPath(task)}
                className="hover:bg-ui-bg-base-hover flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3"
              >
                <span className="txt-compact-small-plus underline">
                  {t(`overview.tasks.${task}`)}
                </span>
                <span className="txt-compact-small text-ui-fg-subtle">
                  {[
                    t(task === "decide" ? "overview.cases" : "overview.count", { count }),
                    // The totals of `balance` describe the financing instead of the amount to refund or collect.
                    task !== "balance" && amount(cents),
                    task !== "balance" &&
                      oldest_at &&
                      t("overview.oldest", { ago: ago(oldest_at) }),
                  ]
                    .filter(Boolean)
                    .join(" · ")}
                </span>
              </Link>
            </li>
          )
        })}
      </ul>
    </OverviewSection>
  )
}

export const config = defineRouteConfig({
  label: "menu.home",
  translationNs: "consumerFinancing",
  icon: FinancingIcon,
})

export const handle = createBreadcrumb("menu.home")

export default OverviewPage
