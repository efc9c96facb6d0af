import { Badge, Container, Heading } from "@medusajs/ui"
import { useParams } from "react-router-dom"
import { Allowed } from "../../../components/allowed"
import { AddressCheck } from "../../../components/address-check"
import { AttentionCase } from "../../../components/attention-case"
import { CustomerLink } from "../../../components/customer-link"
import { Fact } from "../../../components/fact"
import { Failure } from "../../../components/failure"
import { PortalLink } from "../../../components/portal-link"
import { ServiceWord } from "../../../components/service-word"
import { StateBadge } from "../../../components/state-badge"
import { SyncButton } from "../../../components/sync-button"
import { Timeline } from "../../../components/timeline"
import { Tokens } from "../../../components/tokens"
import { TwoSides } from "../../../components/two-sides"
import { Waiting } from "../../../components/waiting"
import type { ApplicationFile } from "../../../server/answers"
import { useFile } from "../../../server/applications"
import { useTexts } from "../../../texts/use-texts"
import { Way } from "../../../components/way"

/** Everything about one application. */
function ApplicationPage() {
  const { id = "" } = useParams()
  const { data, error, isPending, refetch } = useFile({ application: id })
  if (isPending) return <Waiting />
  if (error) return <Failure error={error} again={() => void refetch()} />
  return data.application && <File file={data.application} />
}

function File({ file }: { file: ApplicationFile }) {
  const { t, moment } = useTexts()
  return (
    <div className="flex flex-col gap-3">
      <Container className="divide-y p-0">
        <div className="flex items-center justify-between gap-2 px-6 py-4">
          <div className="flex items-center gap-2">
            <Heading>{t("file.application")}</Heading>
            <StateBadge state={file.state} />
            {file.environment === "staging" && (
              <Badge size="2xsmall" color="orange">
                {t("file.test")}
              </Badge>
            )}
          </div>
          <div className="flex flex-wrap items-center justify-end gap-2">
            <PortalLink file={file} />
            <Allowed to="change" told>
              <AddressCheck applicationId={file.id} />
              <SyncButton applicationId={file.id} />
            </Allowed>
          </div>
        </div>
        <Fact name={t("file.order")}>
          {file.order_id === null ? (
            t("list.noOrder")
          ) : (
            <Way to={`/orders/${file.order_id}`}>#{file.order_display_id ?? file.order_id}</Way>
          )}
        </Fact>
        <ServiceWord file={file} />
        <Fact name={t("file.toldOrder")}>{file.told_order_id ?? "–"}</Fact>
        <Fact name={t("file.lastLook")}>{moment(file.last_look_at)}</Fact>
        <Fact name={t("file.nextLook")}>
          {file.next_look_at === null ? t("file.never") : moment(file.next_look_at)}
        </Fact>
        <TwoSides file={file} />
        <CustomerLink file={file} />
        <div className="px-6 py-3">
          <Way to="/consumer-financing">{t("page.back")}</Way>
        </div>
      </Container>
      {file.attentions.length > 0 && (
        <Container className="divide-y p-0">
          {file.attentions.map((one) => (
            <AttentionCase key={one.id} attention={one} />
          ))}
        </Container>
      )}
      <Container className="flex flex-col gap-3">
        <Heading level="h2">{t("file.tokens")}</Heading>
        <Tokens tokens={file.tokens} />
      </Container>
      <Container className="flex flex-col gap-3">
        <Heading level="h2">{t("file.timeline")}</Heading>
        <Timeline entries={file.timeline} />
      </Container>
    </div>
  )
}

export default ApplicationPage
