import { Heading, Text } from "@medusajs/ui"
import type { ReactNode } from "react"

type Props = { title: string; subtitle: string; children?: ReactNode }

/** The head of each of our pages: what it shows, and what can be done with it. */
export function PageHead({ title, subtitle, children }: Props) {
  return (
    <div className="flex items-center justify-between gap-4 px-6 py-4">
      <div>
        <Heading>{title}</Heading>
        <Text size="small" className="text-ui-fg-subtle">
          {subtitle}
        </Text>
      </div>
      <div className="flex gap-2">{children}</div>
    </div>
  )
}
