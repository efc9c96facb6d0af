import { defineRouteConfig } from "@medusajs/admin-sdk"
import { DataTable, NoRecords } from "@medusajs/dashboard/components"
import { useQueryParams } from "@medusajs/dashboard/hooks"
import { Container, createDataTableFilterHelper } from "@medusajs/ui"
import { useState } from "react"
import { createBreadcrumb } from "../../../components/breadcrumb"
import { LoadError } from "../../../components/load-error"
import { HomeAlarm } from "../../../components/home-alarm"
import { usePreApprovalColumns } from "../../../components/pre-approval-columns"
import { PreApprovalDrawer } from "../../../components/pre-approval-drawer"
import { PRE_APPROVAL_STATES } from "../../../../domain/pre-approval"
import { isDisabled, type PreApproval, usePreApprovals } from "../../../queries/pre-approvals"
import { isAccessDenied } from "../../../queries/polling"
import { useRights } from "../../../queries/rights"
import { useTexts } from "../../../texts/use-texts"

const LIMIT = 20

const filter = createDataTableFilterHelper<PreApproval>()

function PreApprovalsPage() {
  const { t } = useTexts()
  const { can } = useRights()
  const { offset, state } = useQueryParams(["offset", "state"])
  const [isDrawerOpen, setIsDrawerOpen] = useState(false)
  const { data, error, isPending, refetch } = usePreApprovals({
    state: PRE_APPROVAL_STATES.find((known) => state === JSON.stringify(known)),
    limit: LIMIT,
    offset: Number(offset ?? 0),
  })
  const columns = usePreApprovalColumns(data?.pre_approvals ?? [])

  if (isDisabled(error)) {
    return (
      <Container className="p-0">
        <NoRecords
          title={t("preApprovals.off")}
          message={t("preApprovals.offHint")}
          action={{ to: "/settings/consumer-financing", label: t("preApprovals.toSettings") }}
        />
      </Container>
    )
  }
  return (
    <Container className="divide-y p-0" data-testid="consumer-financing-pre-approvals">
      <HomeAlarm />
      {error && <LoadError error={error} onRetry={() => void refetch()} />}
      {!isAccessDenied(error) && (
        <DataTable
          data={data?.pre_approvals ?? []}
          columns={columns}
          filters={[
            filter.custom({
              id: "state",
              type: "radio",
              label: t("list.state"),
              options: PRE_APPROVAL_STATES.map((value) => ({
                value,
                label: t(`preApprovals.states.${value}`),
              })),
            }),
          ]}
          actions={
            can("change")
              ? [{ label: t("preApprovals.ask"), onClick: () => setIsDrawerOpen(true) }]
              : []
          }
          getRowId={({ id }) => id}
          rowCount={data?.count ?? 0}
          pageSize={LIMIT}
          isLoading={isPending}
          enableSearch={false}
          heading={t("preApprovals.title")}
          headingLevel="h1"
          subHeading={t("preApprovals.subtitle")}
          emptyState={{
            empty: { heading: t("preApprovals.empty"), description: t("preApprovals.emptyHint") },
            filtered: { heading: t("list.nothingFound"), description: "" },
          }}
        />
      )}
      {isDrawerOpen && <PreApprovalDrawer onClose={() => setIsDrawerOpen(false)} />}
    </Container>
  )
}

export const config = defineRouteConfig({
  label: "menu.preApprovals",
  translationNs: "consumerFinancing",
  rank: 4,
})

export const handle = createBreadcrumb("menu.preApprovals")

export default PreApprovalsPage
