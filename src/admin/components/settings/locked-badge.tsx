import { Badge, Tooltip } from "@medusajs/ui"
import { useTexts } from "../../texts/use-texts"

/** Marks a value that medusa-config sets. */
export function LockedBadge() {
  const { t } = useTexts()
  return (
    <Tooltip content={t("settings.lockedHint")}>
      <Badge size="2xsmall" className="text-nowrap">
        {t("settings.locked")}
      </Badge>
    </Tooltip>
  )
}
