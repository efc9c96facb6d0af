/**
 * What the kit needs of `@medusajs/js-sdk`: its `client`, which knows the server's address, the publishable
 * key and who is logged in. Anything that fetches in the same way does.
 */
export type StoreSdk = {
  client: { fetch<Answer>(path: string, init?: Record<string, unknown>): Promise<Answer> }
}

/** What goes along with a call, such as a customer's `headers` in a server action. */
export type CallOptions = {
  signal?: AbortSignal
  headers?: Record<string, string>
  cache?: RequestCache
  /** What Next's `fetch` takes beside, such as `{ revalidate: 60 }`. */
  next?: Record<string, unknown>
}

const ROOT = "/store/consumer-financing/"

/** @param path below `/store/consumer-financing/` */
export function read<Answer>(sdk: StoreSdk, path: string, options?: CallOptions): Promise<Answer> {
  return sdk.client.fetch(ROOT + path, { ...options })
}

type Sent = { path: string; body?: unknown }

export function send<Answer>(
  sdk: StoreSdk,
  { path, body }: Sent,
  options?: CallOptions
): Promise<Answer> {
  const sent = body === undefined ? {} : { body }
  return sdk.client.fetch(ROOT + path, { ...options, method: "POST", ...sent })
}

/** A part of a path, whatever an id is made of. */
export const inPath = (id: string | number) => encodeURIComponent(id)
