import { Drawer, Text } from "@medusajs/ui"
import { useReviewCases } from "../queries/review-cases"
import { useTexts } from "../texts/use-texts"
import { buildCaseParams } from "./review-case-text"
import { LoadError } from "./load-error"
import { Headline } from "./headline"
import { ReviewCaseDetails } from "./review-case-details"
import { useDialogFocus } from "./use-dialog-focus"
import { LoadingSkeleton } from "./loading-skeleton"

export function ReviewCaseDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const { t, word, amount } = useTexts()
  const { data, error, isPending, refetch } = useReviewCases({ id, limit: 1, offset: 0 })
  const reviewCase = data?.review_cases[0]
  const focusRef = useDialogFocus()
  const title = reviewCase
    ? word("cases", `${reviewCase.cause}.title`, buildCaseParams(reviewCase, { word, amount }))
    : t("attention.title")
  return (
    <Drawer open onOpenChange={(open) => !open && onClose()}>
      <Drawer.Content aria-describedby={undefined}>
        <Drawer.Header>
          <Drawer.Title>{title}</Drawer.Title>
        </Drawer.Header>
        <Drawer.Body ref={focusRef} className="overflow-y-auto">
          {isPending && <LoadingSkeleton />}
          {error && <LoadError error={error} onRetry={() => void refetch()} />}
          {data && !reviewCase && <Text size="small">{t("attention.gone")}</Text>}
          {reviewCase && (
            <div className="flex flex-col gap-4">
              <Headline message={reviewCase.message} />
              <ReviewCaseDetails reviewCase={reviewCase} />
            </div>
          )}
        </Drawer.Body>
      </Drawer.Content>
    </Drawer>
  )
}
