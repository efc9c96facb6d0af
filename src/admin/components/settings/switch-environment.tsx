import { Button, toast, Tooltip, usePrompt } from "@medusajs/ui"
import type { Check, Environment, Settings } from "../../queries/settings-api-types"
import { useSelfCheck } from "../../queries/self-check"
import { useSaveSettings } from "../../queries/settings"
import { useTexts } from "../../texts/use-texts"
import { useErrorToast } from "../use-error-toast"

type SwitchEnvironmentProps = { settings: Settings; environment: Environment }

/** Requires credentials, and asks for confirmation, because loans are real in production. */
export function SwitchEnvironmentButton({ settings, environment }: SwitchEnvironmentProps) {
  const { t } = useTexts()
  const { showError } = useErrorToast()
  const prompt = usePrompt()
  const save = useSaveSettings()
  const other: Environment = environment === "staging" ? "production" : "staging"
  const textKey = other === "production" ? "toProduction" : "toStaging"
  const { data: selfCheck } = useSelfCheck()
  const openCount = getOpenCount(environment, selfCheck?.self_check.checks)
  const hasCredentials = settings.credentials[other].api_username !== null

  const handleSwitch = async (): Promise<void> => {
    const isConfirmed = await prompt({
      title: t(`settings.environment.${textKey}Title`),
      description: [
        t(`settings.environment.${textKey}Text`),
        ...(openCount === 0 ? [] : [`${t("settings.environment.stillOpen")} ${openCount}.`]),
      ].join(" "),
      confirmText: t(`settings.environment.${textKey}`),
      cancelText: t("actions.abort"),
      variant: other === "production" ? "danger" : "confirmation",
    })
    if (!isConfirmed) return
    save.mutate(
      { environment: other },
      {
        onSuccess: () => void toast.success(t("settings.environment.switched")),
        onError: (error) =>
          /connection test/.test(error.message)
            ? toast.error(t(`settings.environment.${other}Refused`))
            : showError(error),
      }
    )
  }

  const button = (
    <Button
      size="small"
      variant="secondary"
      disabled={!hasCredentials}
      isLoading={save.isPending}
      onClick={() => void handleSwitch()}
    >
      {t(`settings.environment.${textKey}`)}
    </Button>
  )
  if (hasCredentials) return button
  return (
    <Tooltip content={t("settings.environment.needsCredentials")}>
      <span>{button}</span>
    </Tooltip>
  )
}

/** Returns the number of open applications in an environment, which the self-check counts. */
function getOpenCount(environment: Environment, checks: Check[] = []): number {
  const counts = checks.find(({ name }) => name === "other-environment")?.details[environment]
  return typeof counts === "object" && counts ? Number(Reflect.get(counts, "open")) : 0
}
