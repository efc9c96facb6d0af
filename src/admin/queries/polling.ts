import type { Query } from "@tanstack/react-query"

/** Milliseconds. */
export const POLL_INTERVAL = 15_000

const PERMANENT_STATUSES = [401, 403, 404]

function getStatus(error: unknown): number | undefined {
  return (error as { status?: number } | null | undefined)?.status
}

export function isSignedOut(error: unknown): boolean {
  return getStatus(error) === 401
}

export function isForbidden(error: unknown): boolean {
  return getStatus(error) === 403
}

export function isAccessDenied(error: unknown): boolean {
  return isSignedOut(error) || isForbidden(error)
}

/** Retries a temporary failure once. */
export const RETRY_OPTIONS = {
  retry: (failureCount: number, error: Error): boolean =>
    !PERMANENT_STATUSES.includes(getStatus(error) ?? 0) && failureCount < 1,
}

/** Polls until the server rejects the user. */
export function getPollingOptions(interval: number | (() => number) = POLL_INTERVAL) {
  const getInterval = typeof interval === "number" ? () => interval : interval
  return {
    ...RETRY_OPTIONS,
    refetchInterval: ({ state }: Pick<Query<unknown, Error>, "state">): number | false =>
      isAccessDenied(state.error) ? false : getInterval(),
  }
}
