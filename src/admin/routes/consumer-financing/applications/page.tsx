import { defineRouteConfig } from "@medusajs/admin-sdk"
import { DataTable } from "@medusajs/dashboard/components"
import { useDataTableDateFilters, useQueryParams } from "@medusajs/dashboard/hooks"
import {
  Badge,
  Container,
  createDataTableColumnHelper,
  createDataTableFilterHelper,
  toast,
} from "@medusajs/ui"
import { crumb } from "../../../components/crumb"
import { Failure } from "../../../components/failure"
import { OutageAlarm } from "../../../components/outage-alarm"
import { StateBadge } from "../../../components/state-badge"
import { useCalm } from "../../../components/use-calm"
import { Said } from "../../../components/said"
import { Way } from "../../../components/way"
import { When } from "../../../components/when"
import { APPLICATION_STATES } from "../../../../domain/application-state"
import type { Application } from "../../../server/answers"
import { downloadCsv, readQuery, useApplications } from "../../../server/applications"
import { isRefused } from "../../../server/asking"
import { useTexts } from "../../../texts/use-texts"

const LIMIT = 20

const column = createDataTableColumnHelper<Application>()
const filter = createDataTableFilterHelper<Application>()

/** Every application, to be searched, narrowed, sorted and saved: what is asked for stands in the address. */
function ApplicationsPage() {
  const { t, language } = useTexts()
  const asked = useQueryParams(["q", "offset", "order", "state", "created_at", "task"])
  const query = useCalm(JSON.stringify(readQuery(asked)))
  const narrowing = JSON.parse(query) as ReturnType<typeof readQuery>
  const { data, error, isPending, refetch } = useApplications({
    ...narrowing,
    limit: LIMIT,
    offset: Number(asked.offset ?? 0),
  })
  const dates = useDataTableDateFilters().filter(({ id }) => id === "created_at")
  const columns = useColumns()

  const save = (): void => {
    downloadCsv(narrowing, language).catch(() => toast.error(t("list.exportFailed")))
  }

  return (
    <div className="flex flex-col gap-y-3">
      <OutageAlarm />
      {error && (
        <Container className="p-0">
          <Failure error={error} again={() => void refetch()} />
        </Container>
      )}
      {!isRefused(error) && (
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
                  label: t(`states.${value}`),
                })),
              }),
              ...dates,
            ]}
            actions={[{ label: t("list.export"), onClick: save }]}
            getRowId={({ id }) => id}
            rowHref={({ id }) => `/consumer-financing/${id}`}
            rowCount={data?.count ?? 0}
            pageSize={LIMIT}
            isLoading={isPending}
            heading={t("menu.applications")}
            headingLevel="h1"
            subHeading={t(narrowing.task ? `overview.tasks.${narrowing.task}` : "list.subtitle")}
            emptyState={{
              empty: { heading: t("list.empty"), description: t("list.emptyHint") },
              filtered: {
                heading: t("list.nothingFound"),
                description: t("list.nothingFoundHint"),
              },
            }}
          />
        </Container>
      )}
    </div>
  )
}

function useColumns() {
  const { t, amount } = useTexts()
  return [
    column.accessor("order_display_id", {
      header: t("list.order"),
      cell: ({ row: { original: one } }) => (
        <Way to={`/consumer-financing/${one.id}`}>
          {one.order_display_id === null ? t("list.noOrder") : `#${one.order_display_id}`}
        </Way>
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
          <StateBadge state={one.state} hasShipped={one.has_shipped} goods={one.message.goods} />
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
      cell: ({ getValue }) => <Said message={getValue()} />,
    }),
    column.accessor("lender", {
      header: t("list.lender"),
      cell: ({ getValue }) => getValue() ?? "–",
    }),
    column.accessor("created_at", {
      header: t("list.created"),
      enableSorting: true,
      sortLabel: t("list.created"),
      cell: ({ getValue }) => <When at={getValue()} />,
    }),
  ]
}

export const config = defineRouteConfig({
  label: "menu.applications",
  translationNs: "consumerFinancing",
})

export const handle = crumb("menu.applications")

export default ApplicationsPage
