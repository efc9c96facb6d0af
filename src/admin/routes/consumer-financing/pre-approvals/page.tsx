import { defineRouteConfig } from "@medusajs/admin-sdk"
import { Button, Container, Select } from "@medusajs/ui"
import { useState } from "react"
import { Allowed } from "../../../components/allowed"
import { Failure } from "../../../components/failure"
import { Nothing } from "../../../components/nothing"
import { PageHead } from "../../../components/page-head"
import { Pages } from "../../../components/pages"
import { PreApprovalDrawer } from "../../../components/pre-approval-drawer"
import { PreApprovalTable } from "../../../components/pre-approval-table"
import { Waiting } from "../../../components/waiting"
import {
  isOff,
  PRE_APPROVAL_STATES,
  type PreApprovalState,
  usePreApprovals,
} from "../../../server/pre-approvals"
import { useTexts } from "../../../texts/use-texts"
import { Way } from "../../../components/way"

const LIMIT = 20

/** Customers who asked how much they may finance, and staff who ask for them. */
function PreApprovalsPage() {
  const { t } = useTexts()
  const [state, setState] = useState<PreApprovalState | undefined>(undefined)
  const [offset, setOffset] = useState(0)
  const [isAsking, setIsAsking] = useState(false)
  const { data, error, isPending, refetch } = usePreApprovals({ state, limit: LIMIT, offset })

  const choose = (one: string): void => {
    setState(PRE_APPROVAL_STATES.find((known) => known === one))
    setOffset(0)
  }

  return (
    <Container className="divide-y p-0">
      <PageHead title={t("preApprovals.title")} subtitle={t("preApprovals.subtitle")}>
        {data && (
          <Allowed to="change">
            <Button size="small" variant="secondary" onClick={() => setIsAsking(true)}>
              {t("preApprovals.ask")}
            </Button>
          </Allowed>
        )}
      </PageHead>
      {isPending && <Waiting />}
      {isOff(error) && (
        <div className="flex flex-col items-center pb-6">
          <Nothing title={t("preApprovals.off")} hint={t("preApprovals.offHint")} />
          <Way to="/settings/consumer-financing">{t("preApprovals.toSettings")}</Way>
        </div>
      )}
      {error && !isOff(error) && <Failure error={error} again={() => void refetch()} />}
      {data && !error && (
        <div className="px-6 py-4">
          <Select size="small" value={state ?? "all"} onValueChange={choose}>
            <Select.Trigger className="w-60" aria-label={t("list.state")}>
              <Select.Value />
            </Select.Trigger>
            <Select.Content>
              <Select.Item value="all">{t("page.all")}</Select.Item>
              {PRE_APPROVAL_STATES.map((one) => (
                <Select.Item key={one} value={one}>
                  {t(`preApprovals.states.${one}`)}
                </Select.Item>
              ))}
            </Select.Content>
          </Select>
        </div>
      )}
      {data?.count === 0 && !error && (
        <Nothing
          title={state ? t("list.nothingFound") : t("preApprovals.empty")}
          hint={t("preApprovals.emptyHint")}
        />
      )}
      {data && data.count > 0 && !error && (
        <div>
          <PreApprovalTable preApprovals={data.pre_approvals} />
          <Pages count={data.count} limit={LIMIT} offset={offset} go={setOffset} />
        </div>
      )}
      {isAsking && <PreApprovalDrawer close={() => setIsAsking(false)} />}
    </Container>
  )
}

export const config = defineRouteConfig({
  label: "menu.preApprovals",
  translationNs: "consumerFinancing",
})

export default PreApprovalsPage
