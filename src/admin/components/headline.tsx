import { Alert } from "@medusajs/ui"
import type { Message } from "../../domain/order-message"
import type { Goods, MessageCode } from "../../domain/order-message-codes"
import { useTexts } from "../texts/use-texts"

type Variant = "error" | "success" | "warning" | "info"

const VARIANT_BY_GOODS: Record<Goods, Variant> = {
  ship: "success",
  hold: "warning",
  "hold-rest": "error",
  none: "info",
}
const VARIANT_BY_CODE: Partial<Record<MessageCode, Variant>> = {
  "test-order": "error",
  declined: "error",
  "cancelled-unshipped": "error",
  "expired-unshipped": "error",
  "shipped-collect": "warning",
  "paid-out": "success",
}

export function Headline({ message }: { message: Message }) {
  const { say } = useTexts()
  const variant = VARIANT_BY_CODE[message.code] ?? VARIANT_BY_GOODS[message.goods]
  return (
    <Alert role="status" variant={variant} data-headline={message.code}>
      {say(message)}
    </Alert>
  )
}
