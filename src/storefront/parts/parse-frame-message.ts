type FrameMessage = { origin: string; source: unknown; data: unknown }

/**
 * Parses the message with which the service's page in a frame reports that the shopper is done. Null for other
 * messages, and for those of other sites and windows.
 */
export function parseFrameMessage(
  { origin, source, data }: FrameMessage,
  service: { origin: string; window: unknown }
): "finished" | "closed" | null {
  if (origin !== service.origin || source !== service.window) return null
  if (data === "pt-close") return "closed"
  const { message } = (data ?? {}) as { message?: unknown }
  return message === "pt-confirmation" ? "finished" : null
}
