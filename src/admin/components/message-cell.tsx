import type { Message } from "../../domain/order-message"
import { useTexts } from "../texts/use-texts"

export function MessageCell({ message }: { message: Message }) {
  const { say } = useTexts()
  return (
    <span className="block w-80 whitespace-normal py-1" data-headline={message.code}>
      {say(message)}
    </span>
  )
}
