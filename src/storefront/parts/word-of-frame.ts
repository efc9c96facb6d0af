type Said = { origin: string; source: unknown; data: unknown }

/**
 * How the service's page in a frame says that the shopper is through with it. Null for anything else, and
 * for what another site or another window says.
 */
export function wordOfFrame(
  { origin, source, data }: Said,
  service: { origin: string; window: unknown }
): "finished" | "closed" | null {
  if (origin !== service.origin || source !== service.window) return null
  if (data === "pt-close") return "closed"
  const { message } = (data ?? {}) as { message?: unknown }
  return message === "pt-confirmation" ? "finished" : null
}
