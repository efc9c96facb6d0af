import { Table, Text } from "@medusajs/ui"
import { MONEY_STEPS, type MoneyCell } from "../../domain/money-state"
import type { ApplicationDetails } from "../queries/api-types"
import { hasAmountMismatch } from "./has-amount-mismatch"
import { useTexts } from "../texts/use-texts"

/** Compares the amounts in Medusa and at the service. */
export function AmountsTable({ file: { money, tax_exempt } }: { file: ApplicationDetails }) {
  const { t } = useTexts()
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
          {MONEY_STEPS.map((step) => (
            <Table.Row key={step}>
              <Table.Cell>{t(`money.${step}`)}</Table.Cell>
              <AmountCell cell={money[step].medusa} />
              <AmountCell cell={money[step].service} />
            </Table.Row>
          ))}
        </Table.Body>
      </Table>
      {hasAmountMismatch(money) && <Warning text={t("file.differ")} />}
      {tax_exempt && <Warning text={t("file.taxExempt")} />}
    </div>
  )
}

/** Null: this side has no such step. */
function AmountCell({ cell }: { cell: MoneyCell | null }) {
  const { t, amount, day } = useTexts()
  return (
    <Table.Cell className="text-right">
      {cell && (cell.is_known ? amount(cell.cents) : t("money.unknown"))}
      {cell?.is_recorded && cell.cents !== 0 && (
        <span className="txt-compact-xsmall text-ui-fg-subtle block">{t("money.recorded")}</span>
      )}
      {cell?.at && cell.cents !== 0 && (
        <span className="txt-compact-xsmall text-ui-fg-subtle block">{day(cell.at)}</span>
      )}
    </Table.Cell>
  )
}

function Warning({ text }: { text: string }) {
  return (
    <Text role="status" size="small" className="text-ui-fg-error px-6 py-3">
      {text}
    </Text>
  )
}
