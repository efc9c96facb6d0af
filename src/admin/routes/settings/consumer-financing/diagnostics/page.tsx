import { DataTable, JsonViewSection } from "@medusajs/dashboard/components"
import { useQueryParams } from "@medusajs/dashboard/hooks"
import {
  Button,
  Container,
  createDataTableColumnHelper,
  createDataTableFilterHelper,
  Drawer,
  toast,
} from "@medusajs/ui"
import { useState } from "react"
import { RequireRight } from "../../../../components/require-right"
import { createBreadcrumb } from "../../../../components/breadcrumb"
import { LoadError } from "../../../../components/load-error"
import { HomeAlarm } from "../../../../components/home-alarm"
import { useErrorToast } from "../../../../components/use-error-toast"
import { TextLink } from "../../../../components/text-link"
import { RelativeTime } from "../../../../components/relative-time"
import type { Postback } from "../../../../queries/api-types"
import { isAccessDenied } from "../../../../queries/polling"
import { usePostbacks, useReprocessPostback } from "../../../../queries/postbacks"
import { useTexts } from "../../../../texts/use-texts"

const LIMIT = 20
const OUTCOMES = ["waiting", "processed", "put-aside"] as const

const column = createDataTableColumnHelper<Postback>()
const filter = createDataTableFilterHelper<Postback>()

function DiagnosticsPage() {
  const { t } = useTexts()
  const { offset, outcome } = useQueryParams(["offset", "outcome"])
  const [openId, setOpenId] = useState<string | null>(null)
  const { data, error, isPending, refetch } = usePostbacks({
    limit: LIMIT,
    offset: Number(offset ?? 0),
    outcome: OUTCOMES.find((known) => outcome?.includes(known)),
  })
  // Reads the row from the list, so that the drawer shows updates.
  const openPostback = data?.postbacks.find(({ id }) => id === openId)
  const columns = useColumns(setOpenId)
  return (
    <>
      <HomeAlarm />
      <Container className="divide-y p-0" data-testid="consumer-financing-postbacks">
        {error && <LoadError error={error} onRetry={() => void refetch()} />}
        {!isAccessDenied(error) && (
          <DataTable
            data={data?.postbacks ?? []}
            columns={columns}
            filters={[
              filter.accessor("outcome", {
                type: "radio",
                label: t("postbacks.outcome"),
                options: OUTCOMES.map((value) => ({
                  value,
                  label: t(`postbacks.outcomes.${value}`),
                })),
              }),
            ]}
            getRowId={({ id }) => id}
            rowCount={data?.count ?? 0}
            pageSize={LIMIT}
            isLoading={isPending}
            enableSearch={false}
            heading={t("postbacks.title")}
            headingLevel="h1"
            subHeading={t("postbacks.subtitle")}
            emptyState={{
              empty: { heading: t("postbacks.empty"), description: t("postbacks.emptyHint") },
              filtered: { heading: t("list.nothingFound"), description: "" },
            }}
          />
        )}
      </Container>
      {openPostback && <PostbackDrawer postback={openPostback} onClose={() => setOpenId(null)} />}
    </>
  )
}

function useColumns(onOpen: (id: string) => void) {
  const { t } = useTexts()
  return [
    column.accessor("received_at", {
      header: t("postbacks.received"),
      cell: ({ getValue }) => <RelativeTime date={getValue()} />,
    }),
    column.accessor("outcome", {
      header: t("postbacks.outcome"),
      cell: ({ getValue }) => t(`postbacks.outcomes.${getValue()}`),
    }),
    column.accessor("application_id", {
      header: t("file.application"),
      cell: ({ getValue }) => (
        <TextLink to={`/consumer-financing/${getValue()}`}>{getValue().slice(-6)}</TextLink>
      ),
    }),
    column.display({
      id: "open",
      header: () => <span className="sr-only">{t("order.details")}</span>,
      cell: ({ row }) => (
        <Button size="small" variant="transparent" onClick={() => onOpen(row.original.id)}>
          {t("order.details")}
        </Button>
      ),
    }),
  ]
}

function PostbackDrawer({ postback, onClose }: { postback: Postback; onClose: () => void }) {
  const { t } = useTexts()
  const { showError } = useErrorToast()
  const reprocess = useReprocessPostback()
  const handleReprocess = (): void =>
    reprocess.mutate(postback.id, {
      onSuccess: () => toast.success(t("postbacks.processedAgain")),
      onError: showError,
    })
  return (
    <Drawer open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Drawer.Content aria-describedby={undefined}>
        <Drawer.Header>
          <Drawer.Title>{t("postbacks.one")}</Drawer.Title>
        </Drawer.Header>
        <Drawer.Body className="flex flex-col gap-3 overflow-y-auto">
          <JsonViewSection data={postback} />
          <dl
            className="txt-compact-small grid gap-x-3 gap-y-1 break-all"
            style={{ gridTemplateColumns: "auto 1fr" }}
          >
            {Object.entries(postback.fields ?? {}).map(([name, value]) => (
              <div key={name} className="contents">
                <dt className="text-ui-fg-subtle">{name}</dt>
                <dd>{String(value)}</dd>
              </div>
            ))}
          </dl>
        </Drawer.Body>
        <Drawer.Footer>
          <RequireRight right="change">
            <Button
              size="small"
              variant="secondary"
              isLoading={reprocess.isPending}
              onClick={handleReprocess}
            >
              {t("postbacks.again")}
            </Button>
          </RequireRight>
        </Drawer.Footer>
      </Drawer.Content>
    </Drawer>
  )
}

export const handle = createBreadcrumb("postbacks.title")

export default DiagnosticsPage
