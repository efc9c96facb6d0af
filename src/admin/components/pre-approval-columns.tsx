import { createDataTableColumnHelper, StatusBadge } from "@medusajs/ui"
import { useCustomers, useStaff } from "../queries/people"
import type { PreApprovalState } from "../../domain/pre-approval"
import type { PreApproval } from "../queries/pre-approvals"
import { useTexts } from "../texts/use-texts"
import { TextLink } from "./text-link"
import { RelativeTime } from "./relative-time"

type Color = "green" | "red" | "blue" | "orange" | "grey"

const COLORS: Record<PreApprovalState | "used", Color> = {
  requested: "grey",
  "in-doubt": "orange",
  refused: "red",
  "awaiting-customer": "grey",
  "under-review": "blue",
  approved: "green",
  used: "blue",
  declined: "red",
  cancelled: "grey",
  expired: "grey",
  "needs-attention": "orange",
}

const column = createDataTableColumnHelper<PreApproval>()

const getState = ({ status, state }: PreApproval): PreApprovalState | "used" =>
  status === "used" || status === "expired" ? status : state

const toCents = (dollars: number | null): number | null =>
  dollars === null ? null : Math.round(dollars * 100)

export function usePreApprovalColumns(preApprovals: PreApproval[]) {
  const { t, word, amount, moment } = useTexts()
  const customers = useCustomers(preApprovals.map(({ customer_id }) => customer_id))
  const staff = useStaff(preApprovals.map(({ requested_by }) => requested_by))
  return [
    column.accessor("customer_id", {
      header: t("preApprovals.customer"),
      cell: ({ getValue }) => {
        const id = getValue()
        if (id === null) return t("preApprovals.guest")
        return <TextLink to={`/customers/${id}`}>{customers[id] ?? id}</TextLink>
      },
    }),
    column.accessor(getState, {
      id: "state",
      header: t("list.state"),
      cell: ({ getValue }) => (
        <StatusBadge color={COLORS[getValue()]} className="text-nowrap">
          {word("preApprovals.states", getValue())}
        </StatusBadge>
      ),
    }),
    column.accessor("maximum_approved", {
      header: t("preApprovals.approvedUpTo"),
      headerAlign: "right",
      align: "right",
      cell: ({ getValue }) => amount(toCents(getValue())),
    }),
    column.accessor("created_at", {
      header: t("preApprovals.requested"),
      cell: ({ row: { original: preApproval } }) => (
        <span>
          <RelativeTime date={preApproval.created_at} />{" "}
          {preApproval.requested_by === "shopper"
            ? t("preApprovals.byShopper")
            : `${t("file.by")} ${staff[preApproval.requested_by] ?? preApproval.requested_by}`}
        </span>
      ),
    }),
    column.accessor("expires_at", {
      header: t("preApprovals.until"),
      cell: ({ getValue }) => moment(getValue()),
    }),
    column.display({
      id: "used",
      header: t("preApprovals.usedFor"),
      cell: ({ row: { original: one } }) => <PurchaseLink one={one} />,
    }),
  ]
}

function PurchaseLink({ one }: { one: PreApproval }) {
  const { t, amount } = useTexts()
  if (one.application_id === null) return <>–</>
  const sum = one.used_amount === null ? "" : ` · ${amount(toCents(one.used_amount))}`
  return one.order_id === null ? (
    <TextLink to={`/consumer-financing/${one.application_id}`}>
      {t("preApprovals.usedForCart") + sum}
    </TextLink>
  ) : (
    <TextLink to={`/orders/${one.order_id}`}>{`#${one.order_display_id ?? ""}${sum}`}</TextLink>
  )
}
