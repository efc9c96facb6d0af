/** Both at once. When one fails, the other is waited for, so that nothing goes on unseen. */
export async function together<A, B>(first: Promise<A>, second: Promise<B>): Promise<[A, B]> {
  await Promise.allSettled([first, second])
  return [await first, await second]
}
