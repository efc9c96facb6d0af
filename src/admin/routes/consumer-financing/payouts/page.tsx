import { defineRouteConfig } from "@medusajs/admin-sdk"
import { DataTable } from "@medusajs/dashboard/components"
import { useQueryParams } from "@medusajs/dashboard/hooks"
import {
  Container,
  createDataTableColumnHelper,
  createDataTableFilterHelper,
  DatePicker,
  Heading,
  Label,
  Table,
  Text,
  toast,
} from "@medusajs/ui"
import { useState } from "react"
import { useSearchParams } from "react-router-dom"
import { createBreadcrumb } from "../../../components/breadcrumb"
import { LoadError } from "../../../components/load-error"
import { OutageAlarm } from "../../../components/outage-alarm"
import { Tile } from "../../../components/overview-sections"
import { TextLink } from "../../../components/text-link"
import { downloadFile } from "../../../queries/applications"
import { isAccessDenied } from "../../../queries/polling"
import { PAYOUT_EVENTS } from "../../../../domain/payout-event"
import { type PayoutDay, type PayoutEvent, parseEvents, usePayouts } from "../../../queries/payouts"
import { useTexts } from "../../../texts/use-texts"

const LIMIT = 50

const column = createDataTableColumnHelper<PayoutEvent>()
const filter = createDataTableFilterHelper<PayoutEvent>()

const formatDay = (date: Date): string =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map((part) => String(part).padStart(2, "0"))
    .join("-")

function getThisMonth(): { from: Date; to: Date } {
  const now = new Date()
  const [year, month] = [now.getFullYear(), now.getMonth()]
  return { from: new Date(year, month, 1), to: new Date(year, month + 1, 0) }
}

function PayoutsPage() {
  const { t, language, amount } = useTexts()
  const [range, setRange] = useState(getThisMonth)
  const { offset, event } = useQueryParams(["offset", "event"])
  const [, setSearch] = useSearchParams()
  const events = parseEvents(event)
  const query = {
    from: formatDay(range.from),
    to: formatDay(range.to),
    ...(events && { event: events }),
  }
  const page = { limit: LIMIT, offset: Number(offset ?? 0) }
  const { data, error, isPending, refetch } = usePayouts(query, page)
  const columns = useColumns()
  const difference = data ? data.total.captured_cents - data.total.requested_cents : 0
  const handleRangeChange = (days: Partial<typeof range>): void => {
    const { from, to } = { ...range, ...days }
    // Keeps `from` before `to`.
    setRange(from <= to ? { from, to } : { from: days.from ?? to, to: days.to ?? from })
    // The new range may have fewer pages.
    setSearch((search) => {
      search.delete("offset")
      return search
    })
  }
  const handleExport = (): void => {
    const name = `consumer-financing-payouts-${query.from}-${query.to}${events ? "-filtered" : ""}.csv`
    downloadFile("payouts/export", { ...query, language }, name).catch(() =>
      toast.error(t("list.exportFailed"))
    )
  }
  const renderDatePicker = (name: "from" | "to") => (
    <div className="flex flex-col gap-1">
      <Label size="small" htmlFor={`payouts-${name}`}>
        {t(`payouts.${name}`)}
      </Label>
      <DatePicker
        id={`payouts-${name}`}
        size="small"
        value={range[name]}
        onChange={(date) => date && handleRangeChange({ [name]: date })}
      />
    </div>
  )
  return (
    <div className="flex flex-col gap-y-3" data-testid="consumer-financing-payouts">
      <OutageAlarm />
      <Container className="flex flex-col gap-4">
        <div className="flex flex-wrap items-end justify-between gap-4">
          <div>
            <Heading>{t("payouts.title")}</Heading>
            {data && (
              <Text size="small" className="text-ui-fg-subtle">
                {t("payouts.zone", { zone: data.time_zone })}
                {data.environment === "staging" && ` ${t("payouts.test")}`}
              </Text>
            )}
          </div>
          <div className="flex flex-wrap gap-2">
            {renderDatePicker("from")}
            {renderDatePicker("to")}
          </div>
        </div>
        {data && (
          <div className="grid gap-3 md:grid-cols-3">
            <Tile
              name={t("payouts.captured")}
              value={amount(data.total.captured_cents)}
              hint={t("payouts.capturedHint")}
            />
            <Tile
              name={t("payouts.requested")}
              value={amount(data.total.requested_cents)}
              hint={
                difference === 0
                  ? t("payouts.equal")
                  : t("payouts.unequal", { amount: amount(difference) })
              }
            />
            <Tile
              name={t("payouts.paidOut")}
              value={amount(data.total.paid_out_cents)}
              hint={t("payouts.paidOutHint")}
            />
          </div>
        )}
        {data && data.open_cases > 0 && (
          <TextLink to="/consumer-financing/attention">
            {t("payouts.openCases", { count: data.open_cases })}
          </TextLink>
        )}
        <Text size="small" className="text-ui-fg-subtle">
          {t("payouts.empty")}
        </Text>
      </Container>
      {error && (
        <Container className="p-0">
          <LoadError error={error} onRetry={() => void refetch()} />
        </Container>
      )}
      {!isAccessDenied(error) && (
        <Container className="p-0">
          <DataTable
            data={data?.events ?? []}
            columns={columns}
            filters={[
              filter.accessor("event", {
                type: "select",
                label: t("payouts.event"),
                options: PAYOUT_EVENTS.map((value) => ({
                  value,
                  label: t(`payouts.events.${value}`),
                })),
              }),
            ]}
            actions={[{ label: t("list.export"), onClick: handleExport }]}
            getRowId={({ id, event: name }) => name + id}
            rowHref={(row) => `/consumer-financing/${getEvent(row).application_id}`}
            rowCount={data?.count ?? 0}
            pageSize={LIMIT}
            isLoading={isPending}
            enableSearch={false}
            heading={t("payouts.movements")}
            headingLevel="h2"
            emptyState={{
              empty: { heading: t("payouts.none"), description: t("payouts.noneHint") },
              filtered: { heading: t("list.nothingFound"), description: "" },
            }}
          />
        </Container>
      )}
      {data && data.days.length > 0 && <DayTotals days={data.days} total={data.total} />}
    </div>
  )
}

/** Medusa's table passes its row object instead of the event that its types promise. */
const getEvent = (row: PayoutEvent | { original: PayoutEvent }): PayoutEvent =>
  "original" in row ? row.original : row

function DayTotals({ days, total }: { days: PayoutDay[]; total: Omit<PayoutDay, "day"> }) {
  const { t, amount, day } = useTexts()
  const renderRow = (name: string, dayTotals: Omit<PayoutDay, "day">) => (
    <Table.Row key={name}>
      <Table.Cell>{name}</Table.Cell>
      <Table.Cell className="text-right">{amount(dayTotals.refunded_cents)}</Table.Cell>
      <Table.Cell className="text-right">{amount(dayTotals.requested_cents)}</Table.Cell>
      <Table.Cell className="text-right">{amount(dayTotals.paid_out_cents)}</Table.Cell>
    </Table.Row>
  )
  return (
    <Container className="overflow-x-auto p-0">
      <Heading level="h2" className="px-6 py-4">
        {t("payouts.days")}
      </Heading>
      <Table>
        <Table.Header>
          <Table.Row>
            <Table.HeaderCell>{t("payouts.date")}</Table.HeaderCell>
            <Table.HeaderCell className="text-right">{t("payouts.refunded")}</Table.HeaderCell>
            <Table.HeaderCell className="text-right">{t("payouts.requested")}</Table.HeaderCell>
            <Table.HeaderCell className="text-right">{t("payouts.paidOut")}</Table.HeaderCell>
          </Table.Row>
        </Table.Header>
        <Table.Body>
          {days.map((totals) => renderRow(day(toNoon(totals.day)), totals))}
          {renderRow(t("payouts.total"), total)}
        </Table.Body>
      </Table>
    </Container>
  )
}

/** Adds a time of day, so that the browser's time zone does not change the day. */
const toNoon = (day: string): string => `${day}T12:00:00`

function useColumns() {
  const { t, amount, day } = useTexts()
  return [
    column.accessor("day", {
      header: t("payouts.date"),
      cell: ({ getValue }) => day(toNoon(getValue())),
    }),
    column.accessor("event", {
      header: t("payouts.event"),
      cell: ({ getValue }) => t(`payouts.events.${getValue()}`),
    }),
    column.accessor("order_display_id", {
      header: t("list.order"),
      cell: ({ row: { original: payoutEvent } }) => (
        <TextLink
          to={
            payoutEvent.order_id
              ? `/orders/${payoutEvent.order_id}`
              : `/consumer-financing/${payoutEvent.application_id}`
          }
        >
          {payoutEvent.order_display_id === null
            ? t("list.noOrder")
            : `#${payoutEvent.order_display_id}`}
        </TextLink>
      ),
    }),
    column.accessor("customer_name", {
      header: t("list.customer"),
      cell: ({ getValue }) => getValue() ?? "–",
    }),
    column.accessor("cents", {
      header: t("payouts.amount"),
      headerAlign: "right",
      align: "right",
      cell: ({ getValue }) => amount(getValue()),
    }),
  ]
}

export const config = defineRouteConfig({
  label: "menu.payouts",
  translationNs: "consumerFinancing",
  rank: 3,
})

export const handle = createBreadcrumb("menu.payouts")

export default PayoutsPage
