// The exports of lib/config in Medusa's Next.js starter.
export declare const sdk: {
  client: { fetch: <T>(path: string, init?: { cache?: string }) => Promise<T> }
}
