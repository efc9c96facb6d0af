import { Button, InlineTip, toast, usePrompt } from "@medusajs/ui"
import { type Home, type HomeDecision, useDecideHome, useHome } from "../queries/home"
import { useTexts } from "../texts/use-texts"
import { RequireRight } from "./require-right"
import { useErrorToast } from "./use-error-toast"

export function HomeAlarm() {
  const { data } = useHome()
  const home = data?.home
  return home && (home.is_locked || home.state === "alias") ? <Alarm home={home} /> : null
}

function Alarm({ home }: { home: Home }) {
  const { t } = useTexts()
  const { showError } = useErrorToast()
  const prompt = usePrompt()
  const decide = useDecideHome()
  const { state, is_locked, is_declared_copy, address, backend_url } = home
  const params = { home: address ?? "", here: backend_url }

  const handleDecision = async (decision: HomeDecision): Promise<void> => {
    const isConfirmed = await prompt({
      title: t(`home.decisions.${decision}`),
      description: t(`home.sure.${decision}`, params),
      confirmText: t(`home.decisions.${decision}`),
      cancelText: t("actions.abort"),
      variant: "danger",
    })
    if (!isConfirmed) return
    // Callbacks of `mutate` are lost, because the response unmounts this alarm.
    try {
      await decide.mutateAsync(decision)
      toast.success(t(`home.done.${decision}`))
    } catch (error) {
      showError(error as Error)
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
      {`${t(`home.why.${is_declared_copy ? "declared" : state}`, params)} `}
      {is_locked && t("home.locked")}
      <RequireRight right="change_settings" showReason>
        <span className="mt-2 flex flex-wrap gap-2">
          <Button
            size="small"
            variant="secondary"
            isLoading={decide.isPending}
            onClick={() => void handleDecision("moved")}
          >
            {t("home.decisions.moved")}
          </Button>
          {!is_declared_copy && (
            <Button
              size="small"
              variant="secondary"
              isLoading={decide.isPending}
              onClick={() => void handleDecision("copy")}
            >
              {t("home.decisions.copy")}
            </Button>
          )}
        </span>
      </RequireRight>
    </InlineTip>
  )
}
