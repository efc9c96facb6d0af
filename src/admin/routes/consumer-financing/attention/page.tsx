import { defineRouteConfig } from "@medusajs/admin-sdk"
import { Button, Container } from "@medusajs/ui"
import { useState } from "react"
import { AttentionCase } from "../../../components/attention-case"
import { Failure } from "../../../components/failure"
import { Nothing } from "../../../components/nothing"
import { OutageAlarm } from "../../../components/outage-alarm"
import { PageHead } from "../../../components/page-head"
import { Pages } from "../../../components/pages"
import { Waiting } from "../../../components/waiting"
import { useAttentions } from "../../../server/attentions"
import { isRefused } from "../../../server/asking"
import { useTexts } from "../../../texts/use-texts"
import { Way } from "../../../components/way"

const LIMIT = 20

/** What only a person can decide. */
function AttentionPage() {
  const { t } = useTexts()
  const [acknowledged, setAcknowledged] = useState(false)
  const [offset, setOffset] = useState(0)
  const { data, error, isPending, refetch } = useAttentions({ acknowledged, limit: LIMIT, offset })

  const choose = (one: boolean): void => {
    setAcknowledged(one)
    setOffset(0)
  }

  return (
    <div className="flex flex-col gap-y-3">
      <OutageAlarm />
      <Container className="divide-y p-0">
        <PageHead title={t("attention.title")} subtitle={t("attention.subtitle")} />
        {!isRefused(error) && (
          <div role="group" aria-label={t("attention.title")} className="flex gap-2 px-6 py-4">
            {[false, true].map((one) => (
              <Button
                key={String(one)}
                size="small"
                variant={one === acknowledged ? "primary" : "secondary"}
                aria-pressed={one === acknowledged}
                onClick={() => choose(one)}
              >
                {one ? t("attention.known") : t("attention.open")}
              </Button>
            ))}
          </div>
        )}
        {error && <Failure error={error} again={() => void refetch()} />}
        {isPending && <Waiting />}
        {data?.count === 0 && (
          <Nothing title={t("attention.empty")} hint={t("attention.emptyHint")} />
        )}
        {data?.attentions.map((one) => (
          <div key={one.id}>
            <AttentionCase attention={one} />
            <div className="px-6 pb-4">
              <Way to={`/consumer-financing/${one.application_id}`}>{t("attention.goTo")}</Way>
            </div>
          </div>
        ))}
        {data && data.count > LIMIT && (
          <Pages count={data.count} limit={LIMIT} offset={offset} go={setOffset} />
        )}
      </Container>
    </div>
  )
}

export const config = defineRouteConfig({
  label: "menu.attention",
  translationNs: "consumerFinancing",
})

export default AttentionPage
