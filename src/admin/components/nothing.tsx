import { Text } from "@medusajs/ui"

/** Shown where there is nothing, with why. */
export function Nothing({ title, hint }: { title: string; hint: string }) {
  return (
    <div className="flex flex-col items-center gap-1 px-6 py-16 text-center">
      <Text size="small" leading="compact" weight="plus">
        {title}
      </Text>
      <Text size="small" className="text-ui-fg-subtle">
        {hint}
      </Text>
    </div>
  )
}
