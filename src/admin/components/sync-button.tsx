import { Button, toast } from "@medusajs/ui"
import { useSync } from "../server/applications"
import { useTexts } from "../texts/use-texts"

/** Compares both worlds now. */
export function SyncButton({ applicationId }: { applicationId: string }) {
  const { t } = useTexts()
  const sync = useSync()
  const press = (): void =>
    sync.mutate(applicationId, {
      onSuccess: () => toast.success(t("actions.synced")),
      onError: (error) => toast.error(error.message),
    })
  return (
    <Button size="small" variant="secondary" isLoading={sync.isPending} onClick={press}>
      {t("actions.sync")}
    </Button>
  )
}
