import { Badge, Button, Drawer, Text } from "@medusajs/ui"
import {
  clearBulkAction,
  type BulkAction,
  type BulkActionRow,
  type RowResult,
  useBulkAction,
} from "../queries/bulk-action"
import { useTexts } from "../texts/use-texts"
import { useDialogFocus } from "./use-dialog-focus"

export function BulkActionDrawer({
  bulkAction: initial,
  onClose,
}: {
  bulkAction: BulkAction
  onClose: () => void
}) {
  const { t, amount } = useTexts()
  const { bulkAction, isRunning, run } = useBulkAction(initial)
  const focusRef = useDialogFocus()
  const { action, rows } = bulkAction
  const finishedCount = rows.filter(({ result }) => result !== null).length
  const isFinished = finishedCount === rows.length
  const total = amount(rows.reduce((sum, { cents }) => sum + cents, 0))
  const isResumed = finishedCount > 0 && !isRunning && !isFinished
  const handleDiscard = (): void => {
    clearBulkAction()
    onClose()
  }
  return (
    <Drawer open onOpenChange={(open) => !open && onClose()}>
      <Drawer.Content>
        <Drawer.Header>
          <Drawer.Title>{t(`actions.${action}`)}</Drawer.Title>
          <Drawer.Description>
            {t(`many.${action}`, { count: rows.length, total })}
          </Drawer.Description>
        </Drawer.Header>
        <Drawer.Body ref={focusRef} className="flex flex-1 flex-col gap-4 overflow-y-auto">
          <Text size="small" weight="plus" role="status">
            {t("many.progress", { done: finishedCount, count: rows.length })}
          </Text>
          <ul className="divide-y">
            {rows.map((row) => (
              <Row key={row.id} row={row} />
            ))}
          </ul>
        </Drawer.Body>
        <Drawer.Footer>
          {isResumed && (
            <Button size="small" variant="secondary" onClick={handleDiscard}>
              {t("many.discard")}
            </Button>
          )}
          <Button size="small" variant="secondary" onClick={onClose}>
            {t(isRunning ? "many.pause" : "many.close")}
          </Button>
          {!isFinished && (
            <Button size="small" isLoading={isRunning} onClick={() => void run()}>
              {t(isResumed ? "many.continue" : "many.start")}
            </Button>
          )}
        </Drawer.Footer>
      </Drawer.Content>
    </Drawer>
  )
}

const COLORS = {
  done: "green",
  unanswered: "orange",
  unknown: "orange",
  skipped: "grey",
  failed: "red",
} as const

function Row({ row: { order, cents, result } }: { row: BulkActionRow }) {
  const { t, amount } = useTexts()
  return (
    <li className="flex flex-col gap-1 py-2">
      <div className="flex items-center justify-between gap-2">
        <Text size="small">
          {order === null ? t("list.noOrder") : `#${order}`} · {amount(cents)}
        </Text>
        {result && (
          <Badge size="2xsmall" color={COLORS[result.outcome]}>
            {t(`many.outcomes.${result.outcome}`)}
          </Badge>
        )}
      </div>
      {result && <Reason result={result} />}
    </li>
  )
}

/** Text keys of the reasons; other outcomes carry the server's message. */
const REASON_KEYS: Partial<Record<RowResult["outcome"], string>> = {
  skipped: "obstacles",
  unanswered: "errors",
}

function Reason({ result }: { result: RowResult }) {
  const { t } = useTexts()
  if (!("reason" in result)) return null
  return (
    <Text size="xsmall" className="text-ui-fg-subtle">
      {REASON_KEYS[result.outcome]
        ? t(`${REASON_KEYS[result.outcome]}.${result.reason}`)
        : result.reason}
    </Text>
  )
}
