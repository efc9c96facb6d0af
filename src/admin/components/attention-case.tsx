import { Badge, Button, Heading, Text } from "@medusajs/ui"
import { useState } from "react"
import type { Attention } from "../server/answers"
import { useStaff } from "../server/people"
import { useTexts } from "../texts/use-texts"
import { NotAllowed } from "./allowed"
import { DecisionDialog } from "./decision-dialog"

/** What a person has to look at: what happened, what both sides say, and what can be done. */
export function AttentionCase({ attention }: { attention: Attention }) {
  const { t, word, amount, moment } = useTexts()
  const [action, setAction] = useState<string | null>(null)
  const staff = useStaff([attention.acknowledged?.by ?? null])
  const { medusa, service, operation, acknowledged, actions, forbidden_actions } = attention
  return (
    <section className="flex flex-col gap-3 px-6 py-4" aria-labelledby={attention.id}>
      <div className="flex items-center justify-between gap-2">
        <Heading level="h3" id={attention.id}>
          {word("causes", attention.cause)}
        </Heading>
        <Badge size="2xsmall">{`${t("attention.since")} ${moment(attention.since)}`}</Badge>
      </div>
      <Text size="small">{attention.reason}</Text>
      <Text size="small" className="text-ui-fg-subtle">
        {t("file.inMedusa")}: {amount(medusa.financed_cents)} · {t("file.settled")}{" "}
        {amount(medusa.captured_cents)} · {t("file.refunded")} {amount(medusa.refunded_cents)}
      </Text>
      <Text size="small" className="text-ui-fg-subtle">
        {t("file.atService")}: {service.meaning ?? t("file.notAsked")} ({service.code ?? "–"}) ·{" "}
        {amount(service.cents)}
      </Text>
      {operation && (
        <Text size="small" className="text-ui-fg-subtle">
          {t("attention.call")}: {word("operations", operation.kind)} ({moment(operation.since)})
        </Text>
      )}
      {acknowledged && (
        <Text size="small" className="text-ui-fg-subtle">
          {t("attention.knownBy")} {staff[acknowledged.by] ?? acknowledged.by},{" "}
          {moment(acknowledged.at)}
        </Text>
      )}
      <div className="flex flex-wrap gap-2">
        {actions.map((one, index) => (
          <Button
            key={one}
            size="small"
            variant={index === 0 ? "primary" : "secondary"}
            onClick={() => setAction(one)}
          >
            {word("decisions", one)}
          </Button>
        ))}
      </div>
      {forbidden_actions.length > 0 && <NotAllowed to={actions.length > 0 ? "decide" : "change"} />}
      {action !== null && (
        <DecisionDialog attention={attention} action={action} close={() => setAction(null)} />
      )}
    </section>
  )
}
