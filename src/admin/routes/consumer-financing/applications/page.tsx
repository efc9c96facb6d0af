import { defineRouteConfig } from "@medusajs/admin-sdk"
import { DataTable } from "@medusajs/dashboard/components"
import { useDataTableDateFilters, useQueryParams } from "@medusajs/dashboard/hooks"
import {
  Badge,
  Checkbox,
  Container,
  createDataTableColumnHelper,
  createDataTableFilterHelper,
  toast,
} from "@medusajs/ui"
import { useRef, useState } from "react"
import { createBreadcrumb } from "../../../components/breadcrumb"
import { LoadError } from "../../../components/load-error"
import { BulkActionDrawer } from "../../../components/bulk-action-drawer"
import { OutageAlarm } from "../../../components/outage-alarm"
import { StateBadge } from "../../../components/state-badge"
import { useDebouncedValue } from "../../../components/use-debounced-value"
import { MessageCell } from "../../../components/message-cell"
import { TextLink } from "../../../components/text-link"
import { RelativeTime } from "../../../components/relative-time"
import { APPLICATION_STATES } from "../../../../domain/application-state"
import type { Application } from "../../../queries/api-types"
import { downloadCsv, parseFilters, useApplications } from "../../../queries/applications"
import { isAccessDenied } from "../../../queries/polling"
import { useRights } from "../../../queries/rights"
import {
  loadBulkAction,
  type BulkAction,
  type BulkActionName,
  MAX_ROWS,
  createRow,
} from "../../../queries/bulk-action"
import { useTexts } from "../../../texts/use-texts"

const LIMIT = 20

const column = createDataTableColumnHelper<Application>()
const filter = createDataTableFilterHelper<Application>()

function ApplicationsPage() {
  const { t, language } = useTexts()
  const params = useQueryParams(["q", "offset", "order", "state", "created_at", "task"])
  const debounced = useDebouncedValue(JSON.stringify(parseFilters(params)))
  const filters = JSON.parse(debounced) as ReturnType<typeof parseFilters>
  const { data, error, isPending, refetch } = useApplications({
    ...filters,
    limit: LIMIT,
    offset: Number(params.offset ?? 0),
  })
  const dates = useDataTableDateFilters().filter(({ id }) => id === "created_at")
  const columns = useColumns()
  const savedAction = loadBulkAction()
  const { commands, rowSelection, bulkAction, setBulkAction } = useBulkSelection(
    data?.applications ?? []
  )

  const handleExport = (): void => {
    downloadCsv(filters, language).catch(() => toast.error(t("list.exportFailed")))
  }

  return (
    <div className="flex flex-col gap-y-3">
      <OutageAlarm />
      {error && (
        <Container className="p-0">
          <LoadError error={error} onRetry={() => void refetch()} />
        </Container>
      )}
      {!isAccessDenied(error) && (
        <Container className="divide-y p-0" data-testid="consumer-financing-applications">
          <DataTable
            data={data?.applications ?? []}
            columns={columns}
            filters={[
              filter.accessor("state", {
                type: "select",
                label: t("list.state"),
                options: APPLICATION_STATES.map((value) => ({
                  value,
                  // `states.ready-to-settle` says "Ready to ship", but not every signed application may ship.
                  label: t(value === "ready-to-settle" ? "order.signed" : `states.${value}`),
                })),
              }),
              ...dates,
            ]}
            actions={[
              ...(savedAction
                ? [{ label: t("many.unfinished"), onClick: () => setBulkAction(savedAction) }]
                : []),
              { label: t("list.export"), onClick: handleExport },
            ]}
            commands={commands}
            rowSelection={rowSelection}
            getRowId={({ id }) => id}
            rowHref={({ id }) => `/consumer-financing/${id}`}
            rowCount={data?.count ?? 0}
            pageSize={LIMIT}
            isLoading={isPending}
            heading={t("menu.applications")}
            headingLevel="h1"
            subHeading={t(filters.task ? `overview.tasks.${filters.task}` : "list.subtitle")}
            emptyState={{
              empty: {
                heading: t(filters.task ? "list.nothingFound" : "list.empty"),
                description: filters.task ? "" : t("list.emptyHint"),
              },
              filtered: {
                heading: t("list.nothingFound"),
                description: t("list.nothingFoundHint"),
              },
            }}
          />
        </Container>
      )}
      {bulkAction && (
        <BulkActionDrawer bulkAction={bulkAction} onClose={() => setBulkAction(null)} />
      )}
    </div>
  )
}

/** Keeps the selection across pages. */
function useBulkSelection(rows: Application[]) {
  const { t } = useTexts()
  const { can } = useRights()
  const [selected, setSelected] = useState<Record<string, boolean>>({})
  const [bulkAction, setBulkAction] = useState<BulkAction | null>(null)
  const seenRows = useRef(new Map<string, Application>())
  for (const one of rows) seenRows.current.set(one.id, one)

  const openBulkAction = (action: BulkActionName) => (selection: Record<string, boolean>) => {
    const rows = Object.keys(selection).flatMap((id) => seenRows.current.get(id) ?? [])
    if (rows.length > MAX_ROWS) {
      toast.error(t("many.tooMany", { most: MAX_ROWS }))
      return
    }
    setBulkAction({ action, rows: rows.map(createRow) })
    setSelected({})
  }
  const actions = [
    ...(can("settle") ? [{ name: "settle" as const, shortcut: "p" }] : []),
    { name: "reconcile" as const, shortcut: "s" },
  ]
  return {
    bulkAction,
    setBulkAction,
    rowSelection: { state: selected, onRowSelectionChange: setSelected },
    commands: can("change")
      ? actions.map(({ name, shortcut }) => ({
          label: t(`actions.${name}`),
          shortcut,
          action: openBulkAction(name),
        }))
      : [],
  }
}

function useColumns() {
  const { t, amount } = useTexts()
  return [
    // Medusa's checkboxes have no accessible names.
    column.select({
      header: ({ table }) => (
        <Checkbox
          aria-label={t("many.selectAll")}
          checked={
            table.getIsSomePageRowsSelected() ? "indeterminate" : table.getIsAllPageRowsSelected()
          }
          onCheckedChange={(isChecked) => table.toggleAllPageRowsSelected(Boolean(isChecked))}
        />
      ),
      cell: ({ row }) => (
        <Checkbox
          aria-label={t("many.select", { order: row.original.order_display_id ?? row.original.id })}
          checked={row.getIsSelected()}
          onClick={(event) => event.stopPropagation()}
          onCheckedChange={(isChecked) => row.toggleSelected(Boolean(isChecked))}
        />
      ),
    }),
    column.accessor("order_display_id", {
      header: t("list.order"),
      cell: ({ row: { original: one } }) => (
        <TextLink to={`/consumer-financing/${one.id}`}>
          {one.order_display_id === null ? t("list.noOrder") : `#${one.order_display_id}`}
        </TextLink>
      ),
    }),
    column.accessor("customer_name", {
      header: t("list.customer"),
      cell: ({ row: { original: one } }) => one.customer_name ?? one.customer_email ?? "–",
    }),
    column.accessor("state", {
      header: t("list.state"),
      cell: ({ row: { original: one } }) => (
        <span className="flex items-center gap-2">
          <StateBadge state={one.state} hasShipped={one.has_shipped} message={one.message} />
          {one.environment === "staging" && (
            <Badge size="2xsmall" color="orange" className="text-nowrap">
              {t("settings.environment.staging")}
            </Badge>
          )}
          {one.review_reason !== null && one.state !== "needs-attention" && (
            <Badge size="2xsmall" color="orange" className="text-nowrap">
              {t("list.needsAttention")}
            </Badge>
          )}
        </span>
      ),
    }),
    column.accessor("financed_cents", {
      header: t("list.applied"),
      enableSorting: true,
      sortLabel: t("list.applied"),
      headerAlign: "right",
      align: "right",
      cell: ({ getValue }) => amount(getValue()),
    }),
    column.accessor("money", {
      header: t("list.refunded"),
      headerAlign: "right",
      align: "right",
      cell: ({ getValue }) => {
        const refunded = getValue().refunded.service
        return refunded?.is_known ? amount(refunded.cents) : t("money.unknown")
      },
    }),
    column.accessor("message", {
      header: t("list.message"),
      cell: ({ getValue }) => <MessageCell message={getValue()} />,
    }),
    column.accessor("created_at", {
      header: t("list.created"),
      enableSorting: true,
      sortLabel: t("list.created"),
      cell: ({ getValue }) => <RelativeTime date={getValue()} />,
    }),
  ]
}

export const config = defineRouteConfig({
  label: "menu.applications",
  translationNs: "consumerFinancing",
  rank: 2,
})

export const handle = createBreadcrumb("menu.applications")

export default ApplicationsPage
