import { useTexts } from "../texts/use-texts"

/** How long ago something was; the moment itself when it is pointed at. */
export function RelativeTime({ date }: { date: string }) {
  const { ago, moment } = useTexts()
  return (
    <time dateTime={date} title={moment(date)} className="text-nowrap">
      {ago(date)}
    </time>
  )
}
