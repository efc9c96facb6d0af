import { Button, InlineTip, toast, usePrompt } from "@medusajs/ui"
import { type Home, type HomeDecision, useDecideHome, useHome } from "../queries/home"
import { useTexts } from "../texts/use-texts"
import { Allowed } from "./require-right"
import { useTell } from "./use-error-toast"

/** While the database may be a copy, or its address is not the shop's: what that means, and the two decisions. */
export function HomeAlarm() {
  const { data } = useHome()
  const home = data?.home
  return home && (home.is_locked || home.state === "alias") ? <Alarm home={home} /> : null
}

function Alarm({ home }: { home: Home }) {
  const { t } = useTexts()
  const { tell } = useTell()
  const ask = usePrompt()
  const decide = useDecideHome()
  const { state, is_locked, is_declared_copy, address, backend_url } = home
  const places = { home: address ?? "", here: backend_url }

  const press = async (decision: HomeDecision): Promise<void> => {
    const isSure = await ask({
      title: t(`home.decisions.${decision}`),
      description: t(`home.sure.${decision}`, places),
      confirmText: t(`home.decisions.${decision}`),
      cancelText: t("actions.abort"),
      variant: "danger",
    })
    if (!isSure) return
    // A callback of `mutate` would be lost: the answer takes this alarm away.
    try {
      await decide.mutateAsync(decision)
      toast.success(t(`home.done.${decision}`))
    } catch (error) {
      tell(error as Error)
    }
  }

  return (
    <InlineTip
      role="alert"
      style={{ order: -3 }}
      variant={is_locked ? "error" : "warning"}
      label={t(`home.titles.${state}`)}
      data-testid="consumer-financing-home"
    >
      {`${t(`home.why.${is_declared_copy ? "declared" : state}`, places)} `}
      {is_locked && t("home.locked")}
      <Allowed to="change_settings" explained>
        <span className="mt-2 flex flex-wrap gap-2">
          <Button
            size="small"
            variant="secondary"
            isLoading={decide.isPending}
            onClick={() => void press("moved")}
          >
            {t("home.decisions.moved")}
          </Button>
          {!is_declared_copy && (
            <Button
              size="small"
              variant="secondary"
              isLoading={decide.isPending}
              onClick={() => void press("copy")}
            >
              {t("home.decisions.copy")}
            </Button>
          )}
        </span>
      </Allowed>
    </InlineTip>
  )
}
