import { type ClassNames, namesOf } from "./class-names"
import { told, useFinancing } from "./financing-context"
import { standingIn } from "./sentences"
import { useAnswer } from "./use-answer"

export type ResumeFinancingProps = ClassNames<"message" | "link"> & { cartId: string }

/** "Continue your application", wherever the shopper is; nothing while there is nothing to do. */
export function ResumeFinancing(props: ResumeFinancingProps) {
  const { cartId } = props
  const { calls, texts } = useFinancing()
  const name = namesOf("resume", props)
  const { getStatus } = calls
  const { answer } = useAnswer(getStatus && (() => told(getStatus(cartId))), cartId)
  if (!answer?.ok || answer.value.url === null) return null
  const { url } = answer.value
  return (
    <aside className={name()}>
      <p className={name("message")}>{standingIn(answer.value, texts)}</p>
      <a className={name("link")} href={url}>
        {texts.resume}
      </a>
    </aside>
  )
}
