import { defineRouteConfig } from "@medusajs/admin-sdk"
import { CurrencyDollar } from "@medusajs/icons"
import { Button, Container, Input, toast } from "@medusajs/ui"
import { useState } from "react"
import { ApplicationTable } from "../../components/application-table"
import { Counts, type View, VIEWS } from "../../components/counts"
import { Failure } from "../../components/failure"
import { Nothing } from "../../components/nothing"
import { OutageAlarm } from "../../components/outage-alarm"
import { PageHead } from "../../components/page-head"
import { Pages } from "../../components/pages"
import { Waiting } from "../../components/waiting"
import { downloadCsv, useApplications, useSummary } from "../../server/applications"
import { isRefused } from "../../server/asking"
import { useTexts } from "../../texts/use-texts"

const LIMIT = 20

/** Every application, to be searched, narrowed and exported. */
function ApplicationsPage() {
  const { t } = useTexts()
  const [q, setQ] = useState("")
  const [view, setView] = useState<View>("all")
  const [offset, setOffset] = useState(0)
  const wish = { q: q.trim(), ...VIEWS[view] }
  const { data, error, isPending, refetch } = useApplications({ ...wish, limit: LIMIT, offset })
  const { data: counted } = useSummary()
  const refused = isRefused(error)
  const isNarrowed = wish.q !== "" || view !== "all"

  const save = (): void => {
    downloadCsv(wish).catch(() => toast.error(t("list.exportFailed")))
  }
  const fromStart = (change: () => void): void => {
    change()
    setOffset(0)
  }

  return (
    <div className="flex flex-col gap-y-3">
      <OutageAlarm />
      <Container className="divide-y p-0">
        <PageHead title={t("menu.applications")} subtitle={t("list.subtitle")}>
          {!refused && (
            <Button size="small" variant="secondary" onClick={save}>
              {t("list.export")}
            </Button>
          )}
        </PageHead>
        {!refused && (
          <div className="flex flex-col gap-3 px-6 py-4">
            <Counts
              summary={counted?.summary}
              view={view}
              choose={(one) => fromStart(() => setView(one))}
            />
            <Input
              role="searchbox"
              aria-label={t("list.search")}
              placeholder={t("list.search")}
              value={q}
              onChange={(event) => fromStart(() => setQ(event.target.value))}
            />
          </div>
        )}
        {error && <Failure error={error} again={() => void refetch()} />}
        {isPending && <Waiting />}
        {data?.count === 0 && (
          <Nothing
            title={isNarrowed ? t("list.nothingFound") : t("list.empty")}
            hint={isNarrowed ? t("list.nothingFoundHint") : t("list.emptyHint")}
          />
        )}
        {data && data.count > 0 && (
          <div>
            <ApplicationTable applications={data.applications} />
            <Pages count={data.count} limit={LIMIT} offset={offset} go={setOffset} />
          </div>
        )}
      </Container>
    </div>
  )
}

export const config = defineRouteConfig({
  label: "menu.applications",
  translationNs: "consumerFinancing",
  icon: CurrencyDollar,
})

export default ApplicationsPage
