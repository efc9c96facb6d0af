/** Waits until both promises have settled. Rejects if one of them was rejected. */
export async function waitForBoth<A, B>(first: Promise<A>, second: Promise<B>): Promise<[A, B]> {
  await Promise.allSettled([first, second])
  return [await first, await second]
}
