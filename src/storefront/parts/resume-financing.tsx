import type { CartFinancing, OpenApplication } from "../answers"
import { type ClassNames, namesOf } from "./class-names"
import { told, useDollars, useFinancing } from "./financing-context"
import { sentenceOf } from "./sentences"
import { useAnswer } from "./use-answer"

type Pieces = ClassNames<"message" | "link" | "amount">
export type ResumeFinancingProps = Pieces & { cartId: string }

/** Links to the cart's open application, on any page. Renders nothing while there is nothing to do. */
export function ResumeFinancing(props: ResumeFinancingProps) {
  const { cartId } = props
  const { calls } = useFinancing()
  const { getStatus } = calls
  const { answer } = useAnswer(getStatus && (() => told(getStatus(cartId))), cartId)
  if (!answer?.ok || answer.value.url === null) return null
  return <Resume {...props} financing={answer.value} />
}

/** Links to all open applications of the customer who is logged in, from all devices. */
export function OpenApplications(props: Pieces) {
  const { calls } = useFinancing()
  const { getMyApplications } = calls
  const { answer } = useAnswer(getMyApplications && (() => told(getMyApplications())), "mine")
  if (!answer?.ok) return null
  return answer.value.map((one) => <Resume {...props} key={one.cart_id} financing={one} />)
}

function Resume(props: Pieces & { financing: CartFinancing | OpenApplication }) {
  const { financing } = props
  const { texts } = useFinancing()
  const dollars = useDollars()
  const name = namesOf("resume", props)
  return (
    <aside className={name()}>
      <p className={name("message")}>
        {"amount" in financing ? (
          <strong className={name("amount")}>{dollars(financing.amount)} </strong>
        ) : null}
        {sentenceOf(financing, texts)}
      </p>
      {financing.url === null ? null : (
        <a className={name("link")} href={financing.url}>
          {texts.resume}
        </a>
      )}
    </aside>
  )
}
