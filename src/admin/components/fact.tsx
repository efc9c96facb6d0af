import { Text } from "@medusajs/ui"
import type { ReactNode } from "react"

/** One fact of a list: what it is called, and what it is. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="text-ui-fg-subtle grid grid-cols-2 items-center px-6 py-3">
      <Text size="small" leading="compact" weight="plus">
        {name}
      </Text>
      <Text as="div" size="small" leading="compact" className="text-right">
        {children}
      </Text>
    </div>
  )
}
