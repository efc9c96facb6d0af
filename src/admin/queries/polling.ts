import type { Query } from "@tanstack/react-query"

/** Milliseconds between two reads of data on screen that changes. */
export const POLL_INTERVAL = 15_000

/** What asking again changes nothing about: signed out, no right, or not there. */
const PERMANENT_STATUSES = [401, 403, 404]

function statusOf(error: unknown): number | undefined {
  return (error as { status?: number } | null | undefined)?.status
}

/** The session has ended. */
export function isSignedOut(error: unknown): boolean {
  return statusOf(error) === 401
}

/** The user's roles do not allow it. */
export function isForbidden(error: unknown): boolean {
  return statusOf(error) === 403
}

/** Repeating the request cannot help. */
export function isRefused(error: unknown): boolean {
  return isSignedOut(error) || isForbidden(error)
}

/** How every screen asks: once more after a passing failure, and never after one that lasts. */
export const RETRY_OPTIONS = {
  retry: (failureCount: number, error: Error): boolean =>
    !PERMANENT_STATUSES.includes(statusOf(error) ?? 0) && failureCount < 1,
}

/** Refreshes data on screen every few seconds, until the server refuses. */
export function pollingOptions(interval: number | (() => number) = POLL_INTERVAL) {
  const getInterval = typeof interval === "number" ? () => interval : interval
  return {
    ...RETRY_OPTIONS,
    refetchInterval: ({ state }: Pick<Query<unknown, Error>, "state">): number | false =>
      isRefused(state.error) ? false : getInterval(),
  }
}
