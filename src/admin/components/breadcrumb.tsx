import { useTexts } from "../texts/use-texts"

/** What a page is called in the line above it. */
function Crumb({ name }: { name: string }) {
  const { t } = useTexts()
  return <>{t(name)}</>
}

/** For a page's `handle`. */
export const crumb = (name: string) => ({ breadcrumb: () => <Crumb name={name} /> })
