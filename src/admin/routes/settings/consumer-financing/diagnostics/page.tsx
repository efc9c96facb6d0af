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
import { Allowed } from "../../../../components/require-right"
import { crumb } from "../../../../components/breadcrumb"
import { Failure } from "../../../../components/load-error"
import { HomeAlarm } from "../../../../components/home-alarm"
import { useTell } from "../../../../components/use-error-toast"
import { Way } from "../../../../components/text-link"
import { When } from "../../../../components/relative-time"
import type { Postback } from "../../../../queries/api-types"
import { isRefused } from "../../../../queries/polling"
import { usePostbacks, useProcessAgain } from "../../../../queries/postbacks"
import { useTexts } from "../../../../texts/use-texts"

const LIMIT = 20
const OUTCOMES = ["waiting", "processed", "put-aside"] as const

const column = createDataTableColumnHelper<Postback>()
const filter = createDataTableFilterHelper<Postback>()

/** Postbacks and their outcomes, for the server's operator. */
function DiagnosticsPage() {
  const { t } = useTexts()
  const { offset, outcome } = useQueryParams(["offset", "outcome"])
  const [shown, setShown] = useState<string | null>(null)
  const { data, error, isPending, refetch } = usePostbacks({
    limit: LIMIT,
    offset: Number(offset ?? 0),
    outcome: OUTCOMES.find((one) => outcome?.includes(one)),
  })
  // The current row: it may be processed while it is on screen.
  const open = data?.postbacks.find(({ id }) => id === shown)
  const columns = useColumns(setShown)
  return (
    <>
      <HomeAlarm />
      <Container className="divide-y p-0" data-testid="consumer-financing-postbacks">
        {error && <Failure error={error} again={() => void refetch()} />}
        {!isRefused(error) && (
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
      {open && <PostbackDrawer postback={open} close={() => setShown(null)} />}
    </>
  )
}

function useColumns(show: (id: string) => void) {
  const { t } = useTexts()
  return [
    column.accessor("received_at", {
      header: t("postbacks.received"),
      cell: ({ getValue }) => <When at={getValue()} />,
    }),
    column.accessor("outcome", {
      header: t("postbacks.outcome"),
      cell: ({ getValue }) => t(`postbacks.outcomes.${getValue()}`),
    }),
    column.accessor("application_id", {
      header: t("file.application"),
      cell: ({ getValue }) => (
        <Way to={`/consumer-financing/${getValue()}`}>{getValue().slice(-6)}</Way>
      ),
    }),
    column.display({
      id: "open",
      header: () => <span className="sr-only">{t("order.details")}</span>,
      cell: ({ row }) => (
        <Button size="small" variant="transparent" onClick={() => show(row.original.id)}>
          {t("order.details")}
        </Button>
      ),
    }),
  ]
}

function PostbackDrawer({ postback, close }: { postback: Postback; close: () => void }) {
  const { t } = useTexts()
  const { tell } = useTell()
  const again = useProcessAgain()
  const press = (): void =>
    again.mutate(postback.id, {
      onSuccess: () => toast.success(t("postbacks.processedAgain")),
      onError: tell,
    })
  return (
    <Drawer open onOpenChange={(open) => !open && close()}>
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
          <Allowed to="change">
            <Button size="small" variant="secondary" isLoading={again.isPending} onClick={press}>
              {t("postbacks.again")}
            </Button>
          </Allowed>
        </Drawer.Footer>
      </Drawer.Content>
    </Drawer>
  )
}

export const handle = crumb("postbacks.title")

export default DiagnosticsPage
