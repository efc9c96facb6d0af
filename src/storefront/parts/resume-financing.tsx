import type { CartFinancing, OpenApplication } from "../answers"
import { type ClassNames, namesOf } from "./class-names"
import { told, useDollars, useFinancing } from "./financing-context"
import { getStatusMessage } from "./sentences"
import { useAnswer } from "./use-answer"

type ResumeClassNames = ClassNames<"message" | "link" | "amount">
export type ResumeFinancingProps = ResumeClassNames & { cartId: string }

/** Links to the cart's open application, on any page. Renders nothing while there is nothing to do. */
export function ResumeFinancing(props: ResumeFinancingProps) {
  const { cartId } = props
  const { calls } = useFinancing()
  const { getStatus } = calls
  const { answer } = useAnswer(getStatus && (() => told(getStatus(cartId))), cartId)
  if (!answer?.ok || answer.value.url === null) return null
  return <ResumeNotice {...props} financing={answer.value} />
}

/** Links to all open applications of the customer who is logged in, from all devices. */
export function OpenApplications(props: ResumeClassNames) {
  const { calls } = useFinancing()
  const { getMyApplications } = calls
  const { answer } = useAnswer(getMyApplications && (() => told(getMyApplications())), "mine")
  if (!answer?.ok) return null
  return answer.value.map((application) => (
    <ResumeNotice {...props} key={application.cart_id} financing={application} />
  ))
}

function ResumeNotice(props: ResumeClassNames & { financing: CartFinancing | OpenApplication }) {
  const { financing } = props
  const { texts } = useFinancing()
  const formatDollars = useDollars()
  const getClassName = namesOf("resume", props)
  return (
    <aside className={getClassName()}>
      <p className={getClassName("message")}>
        {"amount" in financing ? (
          <strong className={getClassName("amount")}>{formatDollars(financing.amount)} </strong>
        ) : null}
        {getStatusMessage(financing, texts)}
      </p>
      {financing.url === null ? null : (
        <a className={getClassName("link")} href={financing.url}>
          {texts.resume}
        </a>
      )}
    </aside>
  )
}
