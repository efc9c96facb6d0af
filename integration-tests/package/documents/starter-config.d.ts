// What Medusa's Next.js starter exports of its lib/config.
export declare const sdk: {
  client: { fetch: <T>(path: string, init?: { cache?: string }) => Promise<T> }
}
