import { Button, Heading, Text, toast } from "@medusajs/ui"
import { type ReactNode, useState } from "react"
import type { ReviewCase } from "../queries/api-types"
import { useResolveReviewCase } from "../queries/review-cases"
import { useTexts } from "../texts/use-texts"
import { MissingRightNote } from "./require-right"
import { buildCaseParams, getDecisionKey, getSummaryKey } from "./review-case-text"
import { DecisionDialog } from "./decision-dialog"
import { sortByRisk, isHarmless, isIrreversible } from "./decision-rules"
import { isUnpaid, UnpaidOrderActionsById } from "./unpaid-order-actions"
import { useErrorToast } from "./use-error-toast"
import { TextLink } from "./text-link"

export function ReviewCaseDetails({ reviewCase }: { reviewCase: ReviewCase }) {
  const { t, word, amount, ago } = useTexts()
  const { showError } = useErrorToast()
  const [pendingAction, setPendingAction] = useState<string | null>(null)
  // Hides the buttons until a status check closes the case.
  const [decision, setDecision] = useState<{ label: string; isSettled: boolean } | null>(null)
  const resolveCase = useResolveReviewCase()
  const { id, cause, acknowledged, actions, forbidden_actions } = reviewCase
  const params = buildCaseParams(reviewCase, { word, amount })

  const handleAction = (action: string): void => {
    if (!isHarmless(action)) return setPendingAction(action)
    // Callbacks of `mutate` are lost when the case closes and unmounts.
    void resolveCase
      .mutateAsync({ id, action })
      .then(() => toast.success(t("attention.checked")), showError)
  }

  return (
    <div className="flex flex-col gap-6">
      <PurchaseLinks reviewCase={reviewCase} />
      <Section title={t("attention.happened")}>
        <Text size="small">{t(getSummaryKey(reviewCase), params)}</Text>
        <details className="txt-compact-small text-ui-fg-subtle">
          <summary className="cursor-pointer">{t("file.english")}</summary>
          <p lang="en" className="py-1">
            {reviewCase.reason}
          </p>
        </details>
      </Section>
      <Section title={t("attention.doing")}>
        <Text size="small">{word("cases", `${cause}.doing`, params)}</Text>
      </Section>
      <Section title={t("attention.waiting")}>
        <Text size="small">{word("cases", `${cause}.waiting`, params)}</Text>
      </Section>
      {acknowledged && (
        <Text size="small" className="text-ui-fg-subtle">
          {t("attention.knownBy", {
            who: acknowledged.by_name ?? acknowledged.by,
            when: ago(acknowledged.at),
          })}
          {acknowledged.note && `: “${acknowledged.note}”`}
        </Text>
      )}
      {decision !== null && (
        <Text role="status" size="small" weight="plus">
          {t(`attention.${decision.isSettled ? "closing" : "staysOpen"}`, { what: decision.label })}
        </Text>
      )}
      {decision?.isSettled !== true && (
        <Section title={t("attention.can")}>
          {isUnpaid(reviewCase.message) && reviewCase.order_id && (
            <UnpaidOrderActionsById orderId={reviewCase.order_id} />
          )}
          <ul className="flex flex-col gap-4">
            {sortByRisk(actions).map((action) => (
              <li key={action} className="flex flex-col items-start gap-1">
                <Button
                  size="small"
                  variant={isIrreversible(action) ? "danger" : "secondary"}
                  isLoading={isHarmless(action) && resolveCase.isPending}
                  aria-describedby={`${id}-${action}`}
                  onClick={() => handleAction(action)}
                >
                  {t(getDecisionKey(reviewCase, action, "label"), params)}
                </Button>
                <Text id={`${id}-${action}`} size="small" className="text-ui-fg-subtle">
                  {t(getDecisionKey(reviewCase, action, "effect"), params)}
                </Text>
              </li>
            ))}
          </ul>
          {forbidden_actions.length > 0 && (
            <MissingRightNote right={actions.length > 0 ? "decide" : "change"} />
          )}
        </Section>
      )}
      {pendingAction !== null && (
        <DecisionDialog
          reviewCase={reviewCase}
          action={pendingAction}
          onClose={() => setPendingAction(null)}
          onDecided={(label, isSettled) =>
            setDecision(pendingAction === "acknowledge" ? null : { label, isSettled })
          }
        />
      )}
    </div>
  )
}

function PurchaseLinks({ reviewCase }: { reviewCase: ReviewCase }) {
  const { t, amount, ago } = useTexts()
  const { order_id, order_display_id, customer_id, customer_name, customer_email } = reviewCase
  const customer = customer_name ?? customer_email
  return (
    <div className="flex flex-wrap gap-x-4 gap-y-1">
      {order_id && (
        <TextLink
          to={`/orders/${order_id}`}
        >{`${t("list.order")} #${order_display_id ?? ""}`}</TextLink>
      )}
      {customer &&
        (customer_id ? (
          <TextLink to={`/customers/${customer_id}`}>{customer}</TextLink>
        ) : (
          <Text size="small">{customer}</Text>
        ))}
      <Text size="small">{amount(reviewCase.medusa.financed_cents)}</Text>
      <Text size="small">{ago(reviewCase.since)}</Text>
      <TextLink to={`/consumer-financing/${reviewCase.application_id}`}>
        {t("attention.view")}
      </TextLink>
    </div>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-2">
      <Heading level="h3">{title}</Heading>
      {children}
    </section>
  )
}
