import { Badge, Table } from "@medusajs/ui"
import type { Application } from "../server/answers"
import { useTexts } from "../texts/use-texts"
import { StateBadge } from "./state-badge"
import { Way } from "./way"

/** One line for each application; its order number, or the lack of one, leads to everything about it. */
export function ApplicationTable({ applications }: { applications: Application[] }) {
  const { t, amount, moment } = useTexts()
  return (
    <Table>
      <Table.Header>
        <Table.Row>
          <Table.HeaderCell>{t("list.order")}</Table.HeaderCell>
          <Table.HeaderCell>{t("list.customer")}</Table.HeaderCell>
          <Table.HeaderCell>{t("list.state")}</Table.HeaderCell>
          <Table.HeaderCell className="text-right">{t("list.financed")}</Table.HeaderCell>
          <Table.HeaderCell className="text-right">{t("list.refunded")}</Table.HeaderCell>
          <Table.HeaderCell>{t("list.lender")}</Table.HeaderCell>
          <Table.HeaderCell>{t("list.created")}</Table.HeaderCell>
        </Table.Row>
      </Table.Header>
      <Table.Body>
        {applications.map((one) => (
          <Table.Row key={one.id}>
            <Table.Cell>
              <Way to={`/consumer-financing/${one.id}`}>
                {one.order_display_id === null ? t("list.noOrder") : `#${one.order_display_id}`}
              </Way>
            </Table.Cell>
            <Table.Cell>{one.customer_email ?? "–"}</Table.Cell>
            <Table.Cell>
              <span className="flex items-center gap-2">
                <StateBadge state={one.state} />
                {one.attention !== null && one.state !== "needs-attention" && (
                  <Badge size="2xsmall" color="orange">
                    {t("list.needsAttention")}
                  </Badge>
                )}
              </span>
            </Table.Cell>
            <Table.Cell className="text-right">{amount(one.financed_cents)}</Table.Cell>
            <Table.Cell className="text-right">{amount(one.refunded_cents)}</Table.Cell>
            <Table.Cell>{one.lender ?? "–"}</Table.Cell>
            <Table.Cell className="text-nowrap">{moment(one.created_at)}</Table.Cell>
          </Table.Row>
        ))}
      </Table.Body>
    </Table>
  )
}
