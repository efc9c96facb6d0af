import { useTexts } from "../texts/use-texts"

/** What a page is called in the line above it. */
function Breadcrumb({ labelKey }: { labelKey: string }) {
  const { t } = useTexts()
  return <>{t(labelKey)}</>
}

/** For a page's `handle`. */
export const createBreadcrumb = (labelKey: string) => ({
  breadcrumb: () => <Breadcrumb labelKey={labelKey} />,
})
