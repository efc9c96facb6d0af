import type { Message } from "../../domain/order-message"
import { useTexts } from "../texts/use-texts"

export function MessageCell({ message }: { message: Message }) {
  const { say } = useTexts()
  const text = say(message)
  return (
    <span title={text} className="block max-w-[360px] truncate" data-headline={message.code}>
      {text}
    </span>
  )
}
