import { useTexts } from "../texts/use-texts"

export function RelativeTime({ date }: { date: string }) {
  const { ago, moment } = useTexts()
  return (
    <time dateTime={date} title={moment(date)} className="text-nowrap">
      {ago(date)}
    </time>
  )
}
