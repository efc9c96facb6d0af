import type { Message } from "../../domain/order-message"
import { useTexts } from "../texts/use-texts"

/** The message in a row of a list: cut at the cell's end, whole when pointed at. */
export function MessageCell({ message }: { message: Message }) {
  const { say } = useTexts()
  const text = say(message)
  return (
    <span title={text} className="block max-w-[360px] truncate" data-headline={message.code}>
      {text}
    </span>
  )
}
