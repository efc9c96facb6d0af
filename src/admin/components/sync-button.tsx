import { Button, toast } from "@medusajs/ui"
import { useSync } from "../server/applications"
import { useTexts } from "../texts/use-texts"
import { useTell } from "./use-tell"

/** Compares both worlds now. */
export function SyncButton({ applicationId }: { applicationId: string }) {
  const { t } = useTexts()
  const { tell } = useTell()
  const sync = useSync()
  const press = (): void =>
    sync.mutate(applicationId, {
      onSuccess: () => toast.success(t("actions.synced")),
      onError: tell,
    })
  return (
    <Button size="small" variant="secondary" isLoading={sync.isPending} onClick={press}>
      {t("actions.sync")}
    </Button>
  )
}
