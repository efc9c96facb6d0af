/**
 * The part of `@medusajs/js-sdk` that the kit needs: its `client`, which adds the server's URL, the publishable
 * key and the login. Any object with a compatible `fetch` works.
 */
export type StoreSdk = {
  client: { fetch<Answer>(path: string, init?: Record<string, unknown>): Promise<Answer> }
}

/** Options of a call, such as a customer's `headers` in a server action. */
export type CallOptions = {
  signal?: AbortSignal
  headers?: Record<string, string>
  cache?: RequestCache
  /** Options of Next's `fetch`, such as `{ revalidate: 60 }`. */
  next?: Record<string, unknown>
}

const STORE_API_PATH = "/store/consumer-financing/"

/** Sends a GET request. @param path relative to `/store/consumer-financing/` */
export function getJson<Answer>(
  sdk: StoreSdk,
  path: string,
  options?: CallOptions
): Promise<Answer> {
  return sdk.client.fetch(STORE_API_PATH + path, { ...options })
}

type PostRequest = { path: string; body?: unknown }

/** Sends a POST request. */
export function postJson<Answer>(
  sdk: StoreSdk,
  { path, body }: PostRequest,
  options?: CallOptions
): Promise<Answer> {
  const payload = body === undefined ? {} : { body }
  return sdk.client.fetch(STORE_API_PATH + path, { ...options, method: "POST", ...payload })
}

/** Encodes an id as a path segment. */
export const encodePathSegment = (id: string | number) => encodeURIComponent(id)
