import { DataTable } from "@medusajs/dashboard/components"
import { useQueryParams } from "@medusajs/dashboard/hooks"
import { defineRouteConfig } from "@medusajs/admin-sdk"
import { Container, createDataTableColumnHelper, createDataTableFilterHelper } from "@medusajs/ui"
import { useSearchParams } from "react-router-dom"
import { CaseDrawer } from "../../../components/review-case-drawer"
import { caseParams } from "../../../components/review-case-text"
import { crumb } from "../../../components/breadcrumb"
import { Failure } from "../../../components/load-error"
import { OutageAlarm } from "../../../components/outage-alarm"
import { Said } from "../../../components/message-cell"
import { Way } from "../../../components/text-link"
import { When } from "../../../components/relative-time"
import type { ReviewCase } from "../../../queries/api-types"
import { isRefused } from "../../../queries/polling"
import { useReviewCases } from "../../../queries/review-cases"
import { useOutages } from "../../../queries/outages"
import { useTexts } from "../../../texts/use-texts"

const LIMIT = 20
const ORDERS = ["created_at", "-created_at", "financed_cents", "-financed_cents"]

const column = createDataTableColumnHelper<ReviewCase>()
const filter = createDataTableFilterHelper<ReviewCase>()

/** Review cases: a list, and a drawer for one of them. */
function ReviewCasePage() {
  const { t } = useTexts()
  const [params, setParams] = useSearchParams()
  const { offset, order, which } = useQueryParams(["offset", "order", "which"])
  const acknowledged = which?.includes("known") ?? false
  const { data, error, isPending, refetch } = useReviewCases({
    acknowledged,
    limit: LIMIT,
    offset: Number(offset ?? 0),
    ...(order && ORDERS.includes(order) ? { order } : {}),
  })
  const shown = params.get("case")
  const isUnsure = (useOutages().data?.outages.length ?? 0) > 0

  const close = (): void =>
    setParams((before) => {
      before.delete("case")
      return before
    })
  const hrefOf = ({ id }: ReviewCase): string => {
    const to = new URLSearchParams(params)
    to.set("case", id)
    return `/consumer-financing/attention?${to.toString()}`
  }
  const columns = useColumns(hrefOf)

  return (
    <div className="flex flex-col gap-y-3">
      <OutageAlarm />
      {error && (
        <Container className="p-0">
          <Failure error={error} again={() => void refetch()} />
        </Container>
      )}
      {!isRefused(error) && (
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
            rowHref={hrefOf}
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
                description: t(isUnsure ? "attention.emptyUnsure" : "attention.emptyHint"),
              },
              filtered: { heading: t("attention.emptyKnown"), description: "" },
            }}
          />
        </Container>
      )}
      {shown && <CaseDrawer id={shown} close={close} />}
    </div>
  )
}

function useColumns(hrefOf: (one: ReviewCase) => string) {
  const { t, word, amount } = useTexts()
  return [
    column.accessor("cause", {
      header: t("attention.case"),
      cell: ({ row: { original: one } }) => (
        <Way to={hrefOf(one)}>
          {word("cases", `${one.cause}.title`, caseParams(one, { word, amount }))}
        </Way>
      ),
    }),
    column.accessor("message", {
      header: t("list.message"),
      cell: ({ getValue }) => <Said message={getValue()} />,
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
      cell: ({ getValue }) => <When at={getValue()} />,
    }),
  ]
}

export const config = defineRouteConfig({
  label: "menu.attention",
  translationNs: "consumerFinancing",
  rank: 1,
})

export const handle = crumb("menu.attention")

export default ReviewCasePage
