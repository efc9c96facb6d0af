import { Button, toast, Tooltip, usePrompt } from "@medusajs/ui"
import type { Check, Environment, Settings } from "../../queries/settings-api-types"
import { useSelfCheck } from "../../queries/self-check"
import { useSaveSettings } from "../../queries/settings"
import { useTexts } from "../../texts/use-texts"
import { useTell } from "../use-error-toast"

type Props = { settings: Settings; environment: Environment }

/** To the other environment, once it has credentials; asks first, since it decides whose money it is. */
export function SwitchEnvironment({ settings, environment }: Props) {
  const { t } = useTexts()
  const { tell } = useTell()
  const ask = usePrompt()
  const save = useSaveSettings()
  const other: Environment = environment === "staging" ? "production" : "staging"
  const to = other === "production" ? "toProduction" : "toStaging"
  const { data: checked } = useSelfCheck()
  const open = openIn(environment, checked?.self_check.checks)
  const isPossible = settings.credentials[other].api_username !== null

  const press = async (): Promise<void> => {
    const isSure = await ask({
      title: t(`settings.environment.${to}Title`),
      description: [
        t(`settings.environment.${to}Text`),
        ...(open === 0 ? [] : [`${t("settings.environment.stillOpen")} ${open}.`]),
      ].join(" "),
      confirmText: t(`settings.environment.${to}`),
      cancelText: t("actions.abort"),
      variant: other === "production" ? "danger" : "confirmation",
    })
    if (!isSure) return
    save.mutate(
      { environment: other },
      {
        onSuccess: () => void toast.success(t("settings.environment.switched")),
        onError: (error) =>
          /connection test/.test(error.message)
            ? toast.error(t(`settings.environment.${other}Refused`))
            : tell(error),
      }
    )
  }

  const button = (
    <Button
      size="small"
      variant="secondary"
      disabled={!isPossible}
      isLoading={save.isPending}
      onClick={() => void press()}
    >
      {t(`settings.environment.${to}`)}
    </Button>
  )
  if (isPossible) return button
  return (
    <Tooltip content={t("settings.environment.needsCredentials")}>
      <span>{button}</span>
    </Tooltip>
  )
}

/** How many applications are not over yet in the environment that is left, as the self-check counted. */
function openIn(environment: Environment, checks: Check[] = []): number {
  const counted = checks.find(({ name }) => name === "other-environment")?.details[environment]
  return typeof counted === "object" && counted ? Number(Reflect.get(counted, "open")) : 0
}
