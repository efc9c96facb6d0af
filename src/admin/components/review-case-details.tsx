import { Button, Heading, Text, toast } from "@medusajs/ui"
import { type ReactNode, useState } from "react"
import type { ReviewCase } from "../queries/api-types"
import { useDecide } from "../queries/review-cases"
import { useTexts } from "../texts/use-texts"
import { NotAllowed } from "./require-right"
import { caseParams, decisionText, happenedOf } from "./review-case-text"
import { DecisionDialog } from "./decision-dialog"
import { inSafeOrder, isHarmless, isIrreversible } from "./decision-rules"
import { isUnpaid, UnpaidWaysOf } from "./unpaid-order-actions"
import { useTell } from "./use-error-toast"
import { Way } from "./text-link"

/** A case: what happened, what the plugin does already, and the possible actions with their effects. */
export function ReviewCaseDetails({ reviewCase }: { reviewCase: ReviewCase }) {
  const { t, word, amount, ago } = useTexts()
  const { tell } = useTell()
  const [asking, setAsking] = useState<string | null>(null)
  // The case closes after another status check; this hides its buttons until then.
  const [decided, setDecided] = useState<{ what: string; isSettled: boolean } | null>(null)
  const decide = useDecide()
  const { id, cause, acknowledged, actions, forbidden_actions } = reviewCase
  const params = caseParams(reviewCase, { word, amount })

  const press = (action: string): void => {
    if (!isHarmless(action)) return setAsking(action)
    // Also where the case is settled by then, and gone from the page.
    void decide.mutateAsync({ id, action }).then(() => toast.success(t("attention.checked")), tell)
  }

  return (
    <div className="flex flex-col gap-6">
      <Whose reviewCase={reviewCase} />
      <Part title={t("attention.happened")}>
        <Text size="small">{t(happenedOf(reviewCase), params)}</Text>
        <details className="txt-compact-small text-ui-fg-subtle">
          <summary className="cursor-pointer">{t("file.english")}</summary>
          <p lang="en" className="py-1">
            {reviewCase.reason}
          </p>
        </details>
      </Part>
      <Part title={t("attention.doing")}>
        <Text size="small">{word("cases", `${cause}.doing`, params)}</Text>
      </Part>
      {acknowledged && (
        <Text size="small" className="text-ui-fg-subtle">
          {t("attention.knownBy", {
            who: acknowledged.by_name ?? acknowledged.by,
            when: ago(acknowledged.at),
          })}
          {acknowledged.note && `: “${acknowledged.note}”`}
        </Text>
      )}
      {decided !== null && (
        <Text role="status" size="small" weight="plus">
          {t(`attention.${decided.isSettled ? "closing" : "staysOpen"}`, { what: decided.what })}
        </Text>
      )}
      {decided?.isSettled !== true && (
        <Part title={t("attention.can")}>
          {isUnpaid(reviewCase.message) && reviewCase.order_id && (
            <UnpaidWaysOf orderId={reviewCase.order_id} />
          )}
          <ul className="flex flex-col gap-4">
            {inSafeOrder(actions).map((one) => (
              <li key={one} className="flex flex-col items-start gap-1">
                <Button
                  size="small"
                  variant={isIrreversible(one) ? "danger" : "secondary"}
                  isLoading={isHarmless(one) && decide.isPending}
                  aria-describedby={`${id}-${one}`}
                  onClick={() => press(one)}
                >
                  {t(decisionText(reviewCase, one, "label"), params)}
                </Button>
                <Text id={`${id}-${one}`} size="small" className="text-ui-fg-subtle">
                  {t(decisionText(reviewCase, one, "effect"), params)}
                </Text>
              </li>
            ))}
          </ul>
          {forbidden_actions.length > 0 && (
            <NotAllowed to={actions.length > 0 ? "decide" : "change"} />
          )}
        </Part>
      )}
      {asking !== null && (
        <DecisionDialog
          reviewCase={reviewCase}
          action={asking}
          close={() => setAsking(null)}
          onDecided={(what, isSettled) =>
            setDecided(asking === "acknowledge" ? null : { what, isSettled })
          }
        />
      )}
    </div>
  )
}

function Whose({ reviewCase }: { reviewCase: ReviewCase }) {
  const { t, amount, ago } = useTexts()
  const { order_id, order_display_id, customer_id, customer_name, customer_email } = reviewCase
  const customer = customer_name ?? customer_email
  return (
    <div className="flex flex-wrap gap-x-4 gap-y-1">
      {order_id && (
        <Way to={`/orders/${order_id}`}>{`${t("list.order")} #${order_display_id ?? ""}`}</Way>
      )}
      {customer &&
        (customer_id ? (
          <Way to={`/customers/${customer_id}`}>{customer}</Way>
        ) : (
          <Text size="small">{customer}</Text>
        ))}
      <Text size="small">{amount(reviewCase.medusa.financed_cents)}</Text>
      <Text size="small">{ago(reviewCase.since)}</Text>
      <Way to={`/consumer-financing/${reviewCase.application_id}`}>{t("attention.view")}</Way>
    </div>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-2">
      <Heading level="h3">{title}</Heading>
      {children}
    </section>
  )
}
