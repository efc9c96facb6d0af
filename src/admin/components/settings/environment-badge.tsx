import { StatusBadge } from "@medusajs/ui"
import type { Environment } from "../../queries/settings-api-types"
import { useTexts } from "../../texts/use-texts"

export function EnvironmentBadge({ environment }: { environment: Environment }) {
  const { t } = useTexts()
  return (
    <StatusBadge
      color={environment === "production" ? "red" : "grey"}
      className="text-nowrap"
      data-testid="environment-badge"
    >
      {t(`settings.environment.${environment}Badge`)}
    </StatusBadge>
  )
}
