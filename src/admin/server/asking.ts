import type { Query } from "@tanstack/react-query"

/** Milliseconds between two questions about what changes while somebody looks at it. */
export const EVERY = 15_000

/** What asking again changes nothing about: signed out, no right, or not there. */
const LASTING = [401, 403, 404]

function statusOf(error: unknown): number | undefined {
  return (error as { status?: number } | null | undefined)?.status
}

/** Whoever asks is not signed in any more. */
export function isSignedOut(error: unknown): boolean {
  return statusOf(error) === 401
}

/** The roles of whoever asks do not allow it. */
export function isForbidden(error: unknown): boolean {
  return statusOf(error) === 403
}

/** Nothing is shown to whoever asks, however often they do. */
export function isRefused(error: unknown): boolean {
  return isSignedOut(error) || isForbidden(error)
}

/** How every screen asks: once more after a passing failure, and never after one that lasts. */
export const ASKING = {
  retry: (times: number, error: Error): boolean =>
    !LASTING.includes(statusOf(error) ?? 0) && times < 1,
}

/** And what changes while somebody looks at it, every few seconds, until it is refused. */
export function askingEvery(milliseconds: number | (() => number) = EVERY) {
  const wait = typeof milliseconds === "number" ? () => milliseconds : milliseconds
  return {
    ...ASKING,
    refetchInterval: ({ state }: Pick<Query<unknown, Error>, "state">): number | false =>
      isRefused(state.error) ? false : wait(),
  }
}
