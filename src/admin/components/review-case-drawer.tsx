import { Drawer, Text } from "@medusajs/ui"
import { useReviewCases } from "../queries/review-cases"
import { useTexts } from "../texts/use-texts"
import { caseParams } from "./review-case-text"
import { Failure } from "./load-error"
import { Headline } from "./headline"
import { ReviewCaseDetails } from "./review-case-details"
import { useReturnFocus } from "./use-dialog-focus"
import { Waiting } from "./loading-skeleton"

/** One case in a drawer, kept up to date; says so when the case is settled. */
export function CaseDrawer({ id, close }: { id: string; close: () => void }) {
  const { t, word, amount } = useTexts()
  const { data, error, isPending, refetch } = useReviewCases({ id, limit: 1, offset: 0 })
  const one = data?.review_cases[0]
  const part = useReturnFocus()
  const title = one
    ? word("cases", `${one.cause}.title`, caseParams(one, { word, amount }))
    : t("attention.title")
  return (
    <Drawer open onOpenChange={(open) => !open && close()}>
      <Drawer.Content aria-describedby={undefined}>
        <Drawer.Header>
          <Drawer.Title>{title}</Drawer.Title>
        </Drawer.Header>
        <Drawer.Body ref={part} className="overflow-y-auto">
          {isPending && <Waiting />}
          {error && <Failure error={error} again={() => void refetch()} />}
          {data && !one && <Text size="small">{t("attention.gone")}</Text>}
          {one && (
            <div className="flex flex-col gap-4">
              <Headline message={one.message} />
              <ReviewCaseDetails reviewCase={one} />
            </div>
          )}
        </Drawer.Body>
      </Drawer.Content>
    </Drawer>
  )
}
