import { Button, Text } from "@medusajs/ui"
import type { Application } from "../queries/api-types"
import { useCheckAddressStatus } from "../queries/applications"
import { useTexts } from "../texts/use-texts"
import { useErrorToast } from "./use-error-toast"

export const mayHaveAddressMismatch = ({ code }: Application): boolean =>
  code === "X" || code === "U"

export function AddressCheck({ applicationId }: { applicationId: string }) {
  const { t } = useTexts()
  const { showError } = useErrorToast()
  const check = useCheckAddressStatus()
  const status = check.data?.address_status
  const handleCheck = (): void => check.mutate(applicationId, { onError: showError })
  return (
    <>
      <Button size="small" variant="secondary" isLoading={check.isPending} onClick={handleCheck}>
        {t("address.ask")}
      </Button>
      {status && (
        <Text role="status" size="small" className="basis-full">
          {status.address_matches === false
            ? t("address.differs")
            : `${t("address.silent")} ${status.code}: ${status.meaning}`}
          {status.message !== null && ` ${t("address.words")} ${status.message}`}
        </Text>
      )}
    </>
  )
}
