import { Table, Text } from "@medusajs/ui"
import type { ApplicationFile } from "../server/answers"
import { useTexts } from "../texts/use-texts"

/** What both sides count, beside each other, and whether they agree. */
export function TwoSides({ file }: { file: ApplicationFile }) {
  const { t, amount } = useTexts()
  const { captured_cents: captured, refunded_in_medusa_cents: refunded } = file
  const isOver = isSettledUp(file)
  const remaining = isOver ? 0 : file.financed_cents - (refunded ?? 0)
  const differ = isOver
    ? refunded !== null && refunded !== file.refunded_cents
    : file.service_cents !== null && remaining !== file.service_cents
  return (
    <div className="overflow-x-auto">
      <Table>
        <Table.Header>
          <Table.Row>
            <Table.HeaderCell>{t("file.amounts")}</Table.HeaderCell>
            <Table.HeaderCell className="text-right">{t("file.inMedusa")}</Table.HeaderCell>
            <Table.HeaderCell className="text-right">{t("file.atService")}</Table.HeaderCell>
          </Table.Row>
        </Table.Header>
        <Table.Body>
          <Row name={t("file.applied")} medusa={amount(file.financed_cents)} />
          {!NOT_APPROVED.includes(file.state) && (
            <Row name={t("file.approved")} service={amount(file.max_approval_cents)} />
          )}
          <Row name={t("file.settled")} medusa={amount(captured)} />
          <Row
            name={t("file.refunded")}
            medusa={amount(refunded)}
            service={amount(file.refunded_cents)}
          />
          <Row
            name={t("file.remaining")}
            medusa={amount(remaining)}
            service={isOver ? t("order.over") : amount(file.service_cents)}
          />
        </Table.Body>
      </Table>
      {differ && <Warning text={t("file.differ")} />}
      {file.tax_exempt && <Warning text={t("file.taxExempt")} />}
    </div>
  )
}

/** The service names a limit also of what it has not approved. */
const NOT_APPROVED: readonly string[] = ["under-review", "declined"]

/** Nothing is financed any more: what the service still names as the amount says nothing. */
const isSettledUp = ({ state }: ApplicationFile): boolean =>
  ["refunded", "cancelled", "declined", "expired"].includes(state)

function Row({
  name,
  medusa = "",
  service = "",
}: {
  name: string
  medusa?: string
  service?: string
}) {
  return (
    <Table.Row>
      <Table.Cell>{name}</Table.Cell>
      <Table.Cell className="text-right">{medusa}</Table.Cell>
      <Table.Cell className="text-right">{service}</Table.Cell>
    </Table.Row>
  )
}

function Warning({ text }: { text: string }) {
  return (
    <Text role="status" size="small" className="text-ui-fg-error px-6 py-3">
      {text}
    </Text>
  )
}
