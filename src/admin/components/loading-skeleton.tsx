import { Skeleton } from "@medusajs/ui"
import { useTexts } from "../texts/use-texts"

export function LoadingSkeleton() {
  const { t } = useTexts()
  return (
    <div role="status" aria-label={t("page.loading")} className="flex flex-col gap-2 px-6 py-4">
      <Skeleton className="h-5 w-full" />
      <Skeleton className="h-5 w-full" />
      <Skeleton className="h-5 w-full" />
    </div>
  )
}
