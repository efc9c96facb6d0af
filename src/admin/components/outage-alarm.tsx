import { InlineTip } from "@medusajs/ui"
import { useOutages } from "../queries/outages"
import { useTexts } from "../texts/use-texts"
import { HomeAlarm } from "./home-alarm"
import { TextLink } from "./text-link"

export function OutageAlarm() {
  const { t, amount, moment } = useTexts()
  const { data } = useOutages()
  return (
    <>
      <HomeAlarm />
      {data?.outages.map(({ environment, is_in_use, is_locked, cause, since, shoppers, cents }) => (
        <InlineTip
          key={environment}
          role="alert"
          style={{ order: -2 }}
          variant="error"
          label={`${t(`outage.causes.${cause}`)} (${t(`settings.environment.${environment}`)})`}
          data-testid="consumer-financing-alarm"
        >
          {`${t("outage.since")} ${moment(since)}. `}
          {shoppers > 0 && `${t("outage.shoppers")} ${shoppers} (${amount(cents)}). `}
          {is_in_use && `${t("outage.offersNothing")} `}
          {`${t(`outage.toDo.${is_locked && cause === "refused-credentials" ? "locked" : cause}`)} `}
          <TextLink to="/settings/consumer-financing">{t("outage.settings")}</TextLink>
        </InlineTip>
      ))}
    </>
  )
}
