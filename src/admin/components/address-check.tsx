import { Button, Text, toast } from "@medusajs/ui"
import { useAddressStatus } from "../server/applications"
import { useTexts } from "../texts/use-texts"

/** Asks the service whether the customer's address matched, and shows what it says. */
export function AddressCheck({ applicationId }: { applicationId: string }) {
  const { t } = useTexts()
  const check = useAddressStatus()
  const status = check.data?.address_status
  const press = (): void =>
    check.mutate(applicationId, { onError: (error) => void toast.error(error.message) })
  return (
    <>
      <Button size="small" variant="secondary" isLoading={check.isPending} onClick={press}>
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
