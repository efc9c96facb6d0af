import { Button, toast } from "@medusajs/ui"
import { useReconcile } from "../queries/applications"
import { useTexts } from "../texts/use-texts"
import { useTell } from "./use-error-toast"

/** Compares both worlds now. */
export function ReconcileButton({ applicationId }: { applicationId: string }) {
  const { t } = useTexts()
  const { tell } = useTell()
  const reconcile = useReconcile()
  const press = (): void =>
    reconcile.mutate(applicationId, {
      onSuccess: ({ failure }) =>
        failure === null
          ? toast.success(t("actions.reconciled"))
          : toast.warning(t(`errors.${failure}`)),
      onError: tell,
    })
  return (
    <Button size="small" variant="secondary" isLoading={reconcile.isPending} onClick={press}>
      {t("actions.reconcile")}
    </Button>
  )
}
