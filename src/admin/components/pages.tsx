import { Table } from "@medusajs/ui"
import { useTexts } from "../texts/use-texts"

type Props = { count: number; limit: number; offset: number; go: (offset: number) => void }

/** From one page of a list to the next. */
export function Pages({ count, limit, offset, go }: Props) {
  const { t } = useTexts()
  const translations = {
    of: t("page.of"),
    results: t("page.results"),
    pages: t("page.page"),
    prev: t("page.previous"),
    next: t("page.next"),
  }
  return (
    <Table.Pagination
      count={count}
      pageSize={limit}
      pageIndex={Math.floor(offset / limit)}
      pageCount={Math.max(1, Math.ceil(count / limit))}
      canPreviousPage={offset > 0}
      canNextPage={offset + limit < count}
      previousPage={() => go(Math.max(0, offset - limit))}
      nextPage={() => go(offset + limit)}
      translations={translations}
    />
  )
}
