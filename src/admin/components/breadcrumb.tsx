import { useTexts } from "../texts/use-texts"

function Breadcrumb({ labelKey }: { labelKey: string }) {
  const { t } = useTexts()
  return <>{t(labelKey)}</>
}

/** The `handle` export of a route. */
export const createBreadcrumb = (labelKey: string) => ({
  breadcrumb: () => <Breadcrumb labelKey={labelKey} />,
})
