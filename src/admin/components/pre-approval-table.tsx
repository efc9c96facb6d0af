import { StatusBadge, Table } from "@medusajs/ui"
import { useCustomers, useStaff } from "../server/people"
import type { PreApproval, PreApprovalState } from "../server/pre-approvals"
import { useTexts } from "../texts/use-texts"
import { Way } from "./way"

type Color = "green" | "red" | "blue" | "orange" | "grey"

const COLORS: Record<PreApprovalState, Color> = {
  requested: "grey",
  "in-doubt": "orange",
  refused: "red",
  "awaiting-customer": "grey",
  "under-review": "blue",
  approved: "green",
  declined: "red",
  cancelled: "grey",
  expired: "grey",
  "needs-attention": "orange",
}

/** One line for each pre-approval: whose it is, what it is worth, and what became of it. */
export function PreApprovalTable({ preApprovals }: { preApprovals: PreApproval[] }) {
  const { t, word, amount, moment } = useTexts()
  const customers = useCustomers(preApprovals.map(({ customer_id }) => customer_id))
  const staff = useStaff(preApprovals.map(({ requested_by }) => requested_by))
  return (
    <Table>
      <Table.Header>
        <Table.Row>
          <Table.HeaderCell>{t("preApprovals.customer")}</Table.HeaderCell>
          <Table.HeaderCell>{t("list.state")}</Table.HeaderCell>
          <Table.HeaderCell className="text-right">
            {t("preApprovals.approvedUpTo")}
          </Table.HeaderCell>
          <Table.HeaderCell>{t("preApprovals.requested")}</Table.HeaderCell>
          <Table.HeaderCell>{t("preApprovals.until")}</Table.HeaderCell>
          <Table.HeaderCell>{t("preApprovals.usedFor")}</Table.HeaderCell>
        </Table.Row>
      </Table.Header>
      <Table.Body>
        {preApprovals.map((one) => {
          const state = one.status === "expired" ? "expired" : one.state
          const by = one.requested_by
          return (
            <Table.Row key={one.id}>
              <Table.Cell>
                {one.customer_id === null ? (
                  t("preApprovals.guest")
                ) : (
                  <Way to={`/customers/${one.customer_id}`}>
                    {customers[one.customer_id] ?? one.customer_id}
                  </Way>
                )}
              </Table.Cell>
              <Table.Cell>
                <StatusBadge color={COLORS[state]} className="text-nowrap">
                  {word("preApprovals.states", state)}
                </StatusBadge>
              </Table.Cell>
              <Table.Cell className="text-right">
                {amount(one.approved_up_to === null ? null : Math.round(one.approved_up_to * 100))}
              </Table.Cell>
              <Table.Cell>
                {moment(one.created_at)}{" "}
                {by === "shopper"
                  ? t("preApprovals.byShopper")
                  : `${t("file.by")} ${staff[by] ?? by}`}
              </Table.Cell>
              <Table.Cell className="text-nowrap">{moment(one.expires_at)}</Table.Cell>
              <Table.Cell>{usedFor(one, t)}</Table.Cell>
            </Table.Row>
          )
        })}
      </Table.Body>
    </Table>
  )
}

function usedFor(one: PreApproval, t: (key: string) => string) {
  if (one.application_id === null) return "–"
  return one.order_id === null ? (
    <Way to={`/consumer-financing/${one.application_id}`}>{t("preApprovals.usedForCart")}</Way>
  ) : (
    <Way to={`/orders/${one.order_id}`}>#{one.order_display_id ?? one.order_id}</Way>
  )
}
