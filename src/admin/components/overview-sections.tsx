import { Container, Heading, Text } from "@medusajs/ui"
import type { ReactNode } from "react"
import {
  type Overview,
  type OrderTotals,
  type Period,
  AGE_RANGES,
  FUNNEL_EXITS,
  FUNNEL_STEPS,
  getListPath,
} from "../queries/overview"
import { useTexts } from "../texts/use-texts"
import { TextLink } from "./text-link"

export function OverviewSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Container className="flex flex-col gap-4">
      <Heading level="h2">{title}</Heading>
      {children}
    </Container>
  )
}

/** `to` is the path of the list that the tile counts. */
export function Tile({ name, value, hint, to }: TileProps) {
  return (
    <div className="bg-ui-bg-subtle flex flex-col gap-1 rounded-lg p-4">
      <Text size="small" className="text-ui-fg-subtle">
        {name}
      </Text>
      <span className="text-ui-fg-base h1-core">{value}</span>
      {hint && (
        <Text size="xsmall" className="text-ui-fg-subtle">
          {to ? <TextLink to={to}>{hint}</TextLink> : hint}
        </Text>
      )}
    </div>
  )
}

type TileProps = { name: string; value: string; hint?: string; to?: string }

const GRID_STYLE = { gridTemplateColumns: "repeat(auto-fit, minmax(9rem, 1fr))" }

export function Money({ overview: { money }, period }: { overview: Overview; period: Period }) {
  const { t, amount } = useTexts()
  const formatCount = ({ count }: OrderTotals): string => t("overview.count", { count })
  const renderTile = (name: string, totals: OrderTotals, to?: string) => (
    <Tile
      to={to}
      name={t(`overview.${name}`, { days: period })}
      value={amount(totals.cents)}
      hint={formatCount(totals)}
    />
  )
  const ages = AGE_RANGES.map((age) => money.ageing[age])
  const waiting = {
    count: ages.reduce((sum, { count }) => sum + count, 0),
    cents: ages.reduce((sum, { cents }) => sum + cents, 0),
    oldest_at: null,
  }
  return (
    <OverviewSection title={t("overview.money")}>
      <div className="grid gap-3" style={GRID_STYLE}>
        {renderTile("waiting", waiting)}
        {renderTile("requested", money.requested, getListPath("requested"))}
        {renderTile("paidOutIn", money.paid_out)}
        {renderTile("refundedIn", money.refunded)}
      </div>
      {money.seconds_to_payout !== null && (
        <Text size="small" className="text-ui-fg-subtle">
          {t("overview.toPayout", { count: toDays(money.seconds_to_payout) })}
        </Text>
      )}
      <Text size="small" weight="plus">
        {t("overview.ageing")}
      </Text>
      <div className="grid gap-3" style={GRID_STYLE}>
        {AGE_RANGES.map((age) => (
          <Tile
            key={age}
            name={t("overview.days", { range: age.replace("-", "–") })}
            value={amount(money.ageing[age].cents)}
            hint={formatCount(money.ageing[age])}
          />
        ))}
      </div>
    </OverviewSection>
  )
}

/** Rounds up, so that the estimate is never too early. */
const toDays = (seconds: number): number => Math.max(1, Math.ceil(seconds / (24 * 60 * 60)))

export function Funnel({
  overview: { funnel, declines, orders },
  period,
}: {
  overview: Overview
  period: Period
}) {
  const { t, amount } = useTexts()
  const toPercent = (count: number): number =>
    funnel.chosen === 0 ? 0 : Math.round((count / funnel.chosen) * 100)
  const renderStep = (
    step: (typeof FUNNEL_STEPS)[number] | (typeof FUNNEL_EXITS)[number],
    color: string
  ) => (
    <li key={step} className="flex flex-col gap-1">
      <div className="txt-compact-small flex justify-between gap-2">
        <span>{t(`overview.steps.${step}`)}</span>
        <span className="text-ui-fg-subtle">
          {`${funnel[step]} · ${t("overview.share", { percent: toPercent(funnel[step]) })}`}
        </span>
      </div>
      <div className="bg-ui-bg-component h-2 rounded">
        <div className={`h-2 rounded ${color}`} style={{ width: `${toPercent(funnel[step])}%` }} />
      </div>
    </li>
  )
  return (
    <OverviewSection title={t("overview.lastDays", { days: period })}>
      <ol className="flex flex-col gap-3">
        {FUNNEL_STEPS.map((step) => renderStep(step, "bg-ui-tag-green-icon"))}
      </ol>
      <ul className="flex flex-col gap-3">
        {FUNNEL_EXITS.map((exit) => renderStep(exit, "bg-ui-tag-orange-icon"))}
      </ul>
      {declines.length > 0 && (
        <Text size="small" className="text-ui-fg-subtle">
          {`${t("overview.declines")} ${declines.map(({ reason, count }) => `${reason} (${count})`).join(", ")}`}
        </Text>
      )}
      {orders.financed > 0 && (
        <Text size="small" className="text-ui-fg-subtle">
          {t("overview.financed", {
            financed: orders.financed,
            orders: orders.orders,
            percent: Math.round((orders.financed / orders.orders) * 100),
            amount: amount(orders.average_cents),
          })}
        </Text>
      )}
      {funnel.seconds_to_sign !== null && (
        <Text size="small" className="text-ui-fg-subtle">
          {t("overview.toSign", { time: formatDuration(funnel.seconds_to_sign, t) })}
        </Text>
      )}
    </OverviewSection>
  )
}

function formatDuration(seconds: number, t: ReturnType<typeof useTexts>["t"]): string {
  const minutes = Math.max(1, Math.round(seconds / 60))
  return minutes < 120
    ? t("overview.minutes", { count: minutes })
    : t("overview.hours", { count: Math.round(minutes / 60) })
}

const DAY_MILLISECONDS = 24 * 60 * 60 * 1000

/** A bar chart of daily payouts; the table below it is for screen readers. */
export function PaidOut({
  overview: { paid_out, time_zone: timeZone },
  period,
}: {
  overview: Overview
  period: Period
}) {
  const { t, amount } = useTexts()
  const max = Math.max(...paid_out.map(({ cents }) => cents), 0)
  const byDay = new Map(paid_out.map((total) => [total.day, total]))
  const length = Number(period)
  const days = Array.from({ length }, (_, index) =>
    new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeZone }).format(
      new Date(Date.now() - (length - 1 - index) * DAY_MILLISECONDS)
    )
  )
  return (
    <OverviewSection title={t("overview.paidOut")}>
      <Text size="xsmall" className="text-ui-fg-subtle">
        {t("payouts.zone", { zone: timeZone })}
      </Text>
      {max === 0 ? (
        <Text size="small" className="text-ui-fg-subtle">
          {t("overview.paidOutNone", { days: period })}
        </Text>
      ) : (
        <>
          <div aria-hidden className="txt-compact-xsmall text-ui-fg-subtle">
            {amount(max)}
          </div>
          <div aria-hidden className="flex h-32 items-end gap-1">
            {days.map((day) => {
              const cents = byDay.get(day)?.cents ?? 0
              return (
                <div
                  key={day}
                  title={`${day}: ${amount(cents)}`}
                  className="bg-ui-tag-blue-icon flex-1"
                  style={{ height: `${(cents / max) * 100}%`, minHeight: 1 }}
                />
              )
            })}
          </div>
          <div
            aria-hidden
            className="txt-compact-xsmall text-ui-fg-subtle flex justify-between border-t"
          >
            <span>{days[0]}</span>
            <span>{days.at(-1)}</span>
          </div>
          <details className="txt-compact-small text-ui-fg-subtle">
            <summary className="cursor-pointer">{t("order.details")}</summary>
            <table className="my-2 w-full">
              <thead>
                <tr>
                  <th className="text-left">{t("overview.day")}</th>
                  <th className="text-right">{t("overview.sum")}</th>
                </tr>
              </thead>
              <tbody>
                {[...paid_out].reverse().map(({ day, cents }) => (
                  <tr key={day}>
                    <td>{day}</td>
                    <td className="text-right">{amount(cents)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </details>
        </>
      )}
    </OverviewSection>
  )
}
