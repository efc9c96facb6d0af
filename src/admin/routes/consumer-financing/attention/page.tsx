import { DataTable } from "@medusajs/dashboard/components"
import { useQueryParams } from "@medusajs/dashboard/hooks"
import { defineRouteConfig } from "@medusajs/admin-sdk"
import {
  Badge,
  Container,
  createDataTableColumnHelper,
  createDataTableFilterHelper,
} from "@medusajs/ui"
import { useSearchParams } from "react-router-dom"
import { ReviewCaseDrawer } from "../../../components/review-case-drawer"
import { buildCaseParams } from "../../../components/review-case-text"
import { createBreadcrumb } from "../../../components/breadcrumb"
import { LoadError } from "../../../components/load-error"
import { OutageAlarm } from "../../../components/outage-alarm"
import { MessageCell } from "../../../components/message-cell"
import { TextLink } from "../../../components/text-link"
import { RelativeTime } from "../../../components/relative-time"
import type { ReviewCase } from "../../../queries/api-types"
import { isAccessDenied } from "../../../queries/polling"
import { useReviewCases } from "../../../queries/review-cases"
import { useOutages } from "../../../queries/outages"
import { useTexts } from "../../../texts/use-texts"

const LIMIT = 20
const SORT_ORDERS = ["created_at", "-created_at", "financed_cents", "-financed_cents"]

const column = createDataTableColumnHelper<ReviewCase>()
const filter = createDataTableFilterHelper<ReviewCase>()

function ReviewCasePage() {
  const { t } = useTexts()
  const [params, setParams] = useSearchParams()
  const { offset, order, which } = useQueryParams(["offset", "order", "which"])
  const acknowledged = which?.includes("known") ?? false
  const { data, error, isPending, refetch } = useReviewCases({
    acknowledged,
    limit: LIMIT,
    offset: Number(offset ?? 0),
    ...(order && SORT_ORDERS.includes(order) ? { order } : {}),
  })
  const openCaseId = params.get("case")
  const hasOutage = (useOutages().data?.outages.length ?? 0) > 0

  const closeCase = (): void =>
    setParams((previous) => {
      previous.delete("case")
      return previous
    })
  const getCaseHref = ({ id }: ReviewCase): string => {
    const search = new URLSearchParams(params)
    search.set("case", id)
    return `/consumer-financing/attention?${search.toString()}`
  }
  const columns = useColumns(getCaseHref)

  return (
    <div className="flex flex-col gap-y-3">
      <OutageAlarm />
      {error && (
        <Container className="p-0">
          <LoadError error={error} onRetry={() => void refetch()} />
        </Container>
      )}
      {!isAccessDenied(error) && (
        <Container className="divide-y p-0" data-testid="consumer-financing-cases">
          <DataTable
            data={data?.review_cases ?? []}
            columns={columns}
            filters={[
              filter.custom({
                id: "which",
                type: "radio",
                label: t("attention.which"),
                options: [
                  { label: t("attention.open"), value: "open" },
                  { label: t("attention.known"), value: "known" },
                ],
              }),
            ]}
            getRowId={({ id }) => id}
            rowHref={getCaseHref}
            rowCount={data?.count ?? 0}
            pageSize={LIMIT}
            isLoading={isPending}
            heading={t("attention.title")}
            headingLevel="h1"
            subHeading={t("attention.subtitle")}
            enableSearch={false}
            emptyState={{
              empty: {
                heading: t("attention.empty"),
                description: t(hasOutage ? "attention.emptyUnsure" : "attention.emptyHint"),
              },
              filtered: { heading: t("attention.emptyKnown"), description: "" },
            }}
          />
        </Container>
      )}
      {openCaseId && <ReviewCaseDrawer id={openCaseId} onClose={closeCase} />}
    </div>
  )
}

function useColumns(getCaseHref: (one: ReviewCase) => string) {
  const { t, word, amount } = useTexts()
  return [
    column.accessor("cause", {
      header: t("attention.case"),
      cell: ({ row: { original: one } }) => (
        <span className="flex items-center gap-2">
          <TextLink to={getCaseHref(one)}>
            {word("cases", `${one.cause}.title`, buildCaseParams(one, { word, amount }))}
          </TextLink>
          {one.environment === "staging" && (
            <Badge size="2xsmall" color="orange" className="text-nowrap">
              {t("settings.environment.staging")}
            </Badge>
          )}
        </span>
      ),
    }),
    column.accessor("message", {
      header: t("list.message"),
      cell: ({ getValue }) => <MessageCell message={getValue()} />,
    }),
    column.accessor("order_display_id", {
      header: t("list.order"),
      cell: ({ getValue }) => (getValue() === null ? "–" : `#${getValue()}`),
    }),
    column.accessor("customer_name", {
      header: t("list.customer"),
      cell: ({ row: { original: one } }) => one.customer_name ?? one.customer_email ?? "–",
    }),
    column.accessor((one) => one.medusa.financed_cents, {
      id: "financed_cents",
      header: t("attention.atRisk"),
      enableSorting: true,
      sortLabel: t("attention.atRisk"),
      cell: ({ getValue }) => amount(getValue()),
      headerAlign: "right",
      align: "right",
    }),
    column.accessor("since", {
      id: "created_at",
      header: t("attention.age"),
      enableSorting: true,
      sortLabel: t("attention.age"),
      cell: ({ getValue }) => <RelativeTime date={getValue()} />,
    }),
  ]
}

export const config = defineRouteConfig({
  label: "menu.attention",
  translationNs: "consumerFinancing",
  rank: 1,
})

export const handle = createBreadcrumb("menu.attention")

export default ReviewCasePage
