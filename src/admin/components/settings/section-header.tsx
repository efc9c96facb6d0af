import { Heading, Text } from "@medusajs/ui"
import type { ReactNode } from "react"

type SectionHeaderProps = { title: string; hint?: string; children?: ReactNode }

export function SectionHeader({ title, hint, children }: SectionHeaderProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-6 py-4">
      <div>
        <Heading level="h2">{title}</Heading>
        {hint && (
          <Text size="small" className="text-ui-fg-subtle">
            {hint}
          </Text>
        )}
      </div>
      <div className="flex flex-wrap justify-end gap-2">{children}</div>
    </div>
  )
}
