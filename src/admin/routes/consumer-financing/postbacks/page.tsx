import { defineRouteConfig } from "@medusajs/admin-sdk"
import { Button, Container, Table, toast } from "@medusajs/ui"
import { useState } from "react"
import { Allowed } from "../../../components/allowed"
import { Failure } from "../../../components/failure"
import { Nothing } from "../../../components/nothing"
import { PageHead } from "../../../components/page-head"
import { Pages } from "../../../components/pages"
import { Waiting } from "../../../components/waiting"
import type { Postback } from "../../../server/answers"
import { type PostbackWish, usePostbacks, useProcessAgain } from "../../../server/postbacks"
import { isRefused } from "../../../server/asking"
import { useTexts } from "../../../texts/use-texts"
import { Way } from "../../../components/way"

const LIMIT = 20
const OUTCOMES = ["waiting", "processed", "put-aside"] as const

/** What the service sent, and what became of it. */
function PostbacksPage() {
  const { t } = useTexts()
  const [wish, setWish] = useState<PostbackWish>({ limit: LIMIT, offset: 0 })
  const { data, error, isPending, refetch } = usePostbacks(wish)
  const choices: (PostbackWish["outcome"] | "all")[] = ["all", ...OUTCOMES]

  const choose = (one: (typeof choices)[number]): void =>
    setWish({ limit: LIMIT, offset: 0, ...(one && one !== "all" ? { outcome: one } : {}) })

  return (
    <Container className="divide-y p-0">
      <PageHead title={t("postbacks.title")} subtitle={t("postbacks.subtitle")} />
      {!isRefused(error) && (
        <div role="group" aria-label={t("postbacks.outcome")} className="flex gap-2 px-6 py-4">
          {choices.map((one) => (
            <Button
              key={one}
              size="small"
              variant={one === (wish.outcome ?? "all") ? "primary" : "secondary"}
              aria-pressed={one === (wish.outcome ?? "all")}
              onClick={() => choose(one)}
            >
              {one === "all" ? t("page.all") : t(`postbacks.outcomes.${one}`)}
            </Button>
          ))}
        </div>
      )}
      {error && <Failure error={error} again={() => void refetch()} />}
      {isPending && <Waiting />}
      {data?.count === 0 && (
        <Nothing title={t("postbacks.empty")} hint={t("postbacks.emptyHint")} />
      )}
      {data && data.count > 0 && (
        <div>
          <PostbackTable postbacks={data.postbacks} />
          <Pages
            count={data.count}
            limit={LIMIT}
            offset={wish.offset}
            go={(offset) => setWish({ ...wish, offset })}
          />
        </div>
      )}
    </Container>
  )
}

function PostbackTable({ postbacks }: { postbacks: Postback[] }) {
  const { t, moment } = useTexts()
  const again = useProcessAgain()
  const press = (id: string): void =>
    again.mutate(id, {
      onSuccess: () => toast.success(t("postbacks.processedAgain")),
      onError: (error) => toast.error(error.message),
    })
  return (
    <Table>
      <Table.Header>
        <Table.Row>
          <Table.HeaderCell>{t("postbacks.received")}</Table.HeaderCell>
          <Table.HeaderCell>{t("postbacks.outcome")}</Table.HeaderCell>
          <Table.HeaderCell>{t("postbacks.said")}</Table.HeaderCell>
          <Table.HeaderCell>{t("postbacks.validation")}</Table.HeaderCell>
          <Table.HeaderCell>{t("postbacks.attempts")}</Table.HeaderCell>
          <Table.HeaderCell>{t("file.application")}</Table.HeaderCell>
          <Table.HeaderCell />
        </Table.Row>
      </Table.Header>
      <Table.Body>
        {postbacks.map((one) => (
          <Table.Row key={one.id}>
            <Table.Cell className="text-nowrap">{moment(one.received_at)}</Table.Cell>
            <Table.Cell>{t(`postbacks.outcomes.${one.outcome}`)}</Table.Cell>
            <Table.Cell>{readable(one.fields) || t("postbacks.nothing")}</Table.Cell>
            <Table.Cell>{one.validation ?? "–"}</Table.Cell>
            <Table.Cell>{one.attempts}</Table.Cell>
            <Table.Cell>
              <Way to={`/consumer-financing/${one.application_id}`}>
                {one.application_id.slice(-6)}
              </Way>
            </Table.Cell>
            <Table.Cell>
              <Allowed to="change">
                <Button
                  size="small"
                  variant="transparent"
                  isLoading={again.isPending && again.variables === one.id}
                  onClick={() => press(one.id)}
                >
                  {t("postbacks.again")}
                </Button>
              </Allowed>
            </Table.Cell>
          </Table.Row>
        ))}
      </Table.Body>
    </Table>
  )
}

function readable(fields: Record<string, unknown> | null): string {
  return Object.entries(fields ?? {})
    .filter(([, value]) => value !== null && value !== "")
    .map(([name, value]) => `${name}: ${String(value)}`)
    .join(" · ")
}

export const config = defineRouteConfig({
  label: "menu.postbacks",
  translationNs: "consumerFinancing",
})

export default PostbacksPage
