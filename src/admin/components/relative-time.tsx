import { useTexts } from "../texts/use-texts"

/** How long ago something was; the moment itself when it is pointed at. */
export function When({ at }: { at: string }) {
  const { ago, moment } = useTexts()
  return (
    <time dateTime={at} title={moment(at)} className="text-nowrap">
      {ago(at)}
    </time>
  )
}
