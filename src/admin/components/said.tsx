import type { Message } from "../../domain/order-message"
import { useTexts } from "../texts/use-texts"

/** The message in a row of a list. */
export function Said({ message }: { message: Message }) {
  const { say } = useTexts()
  const said = say(message)
  return (
    <span className="block w-80 whitespace-normal py-1" data-headline={message.code}>
      {said}
    </span>
  )
}
