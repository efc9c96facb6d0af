import { Button, toast } from "@medusajs/ui"
import { useReconcile } from "../queries/applications"
import { useTexts } from "../texts/use-texts"
import { useErrorToast } from "./use-error-toast"

export function ReconcileButton({ applicationId }: { applicationId: string }) {
  const { t } = useTexts()
  const { showError } = useErrorToast()
  const reconcile = useReconcile()
  const handleReconcile = (): void =>
    reconcile.mutate(applicationId, {
      onSuccess: ({ failure }) =>
        failure === null
          ? toast.success(t("actions.reconciled"))
          : toast.warning(t(`errors.${failure}`)),
      onError: showError,
    })
  return (
    <Button
      size="small"
      variant="secondary"
      isLoading={reconcile.isPending}
      onClick={handleReconcile}
    >
      {t("actions.reconcile")}
    </Button>
  )
}
