import type { ApplicationDetails } from "../queries/api-types"
import { useTexts } from "../texts/use-texts"

export function PortalLink({ file: { portal_url: url } }: { file: ApplicationDetails }) {
  const { t } = useTexts()
  if (!url) return null
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      className="txt-compact-small text-ui-fg-base hover:text-ui-fg-subtle underline"
    >
      {t("file.portal")}
    </a>
  )
}
