import type { Query } from "@tanstack/react-query"

/** Milliseconds between two reads of data on screen that changes. */
export const EVERY = 15_000

/** What asking again changes nothing about: signed out, no right, or not there. */
const LASTING = [401, 403, 404]

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
export const ASKING = {
  retry: (times: number, error: Error): boolean =>
    !LASTING.includes(statusOf(error) ?? 0) && times < 1,
}

/** Refreshes data on screen every few seconds, until the server refuses. */
export function askingEvery(milliseconds: number | (() => number) = EVERY) {
  const wait = typeof milliseconds === "number" ? () => milliseconds : milliseconds
  return {
    ...ASKING,
    refetchInterval: ({ state }: Pick<Query<unknown, Error>, "state">): number | false =>
      isRefused(state.error) ? false : wait(),
  }
}
