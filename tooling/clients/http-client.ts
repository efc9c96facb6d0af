/** A response with a status other than 2xx. */
export class HttpError extends Error {
  constructor(
    readonly status: number,
    readonly body: { message?: string; type?: string; code?: string },
    call: string
  ) {
    super(`${call} answered ${status}: ${body.message ?? JSON.stringify(body)}`)
  }
}

/** A JSON client with common headers. Rejects on a status other than 2xx. */
export type HttpClient = {
  get: <T>(path: string) => Promise<T>
  post: <T>(path: string, body?: unknown) => Promise<T>
  delete: <T>(path: string) => Promise<T>
  /** Downloads a file that is not JSON. */
  file: (path: string) => Promise<{ type: string | null; text: string; hasByteOrderMark: boolean }>
}

type Call = { method: string; path: string; body?: unknown }

/** Creates a JSON client. @param onAnswer called with the text of every response */
export function createHttpClient(
  baseUrl: string,
  headers: () => Promise<Record<string, string>>,
  onAnswer: (answer: string) => void = () => undefined
): HttpClient {
  const send = async <T>({ method, path, body }: Call): Promise<T> => {
    const response = await fetch(baseUrl + path, {
      method,
      headers: { "content-type": "application/json", ...(await headers()) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    onAnswer(text)
    const answer: unknown = text === "" ? {} : JSON.parse(text)
    if (!response.ok) {
      throw new HttpError(response.status, answer as HttpError["body"], `${method} ${path}`)
    }
    return answer as T
  }
  return {
    get: (path) => send({ method: "GET", path }),
    post: (path, body = {}) => send({ method: "POST", path, body }),
    delete: (path) => send({ method: "DELETE", path }),
    file: async (path) => {
      const response = await fetch(baseUrl + path, { headers: await headers() })
      const bytes = Buffer.from(await response.arrayBuffer())
      const hasByteOrderMark = bytes.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf]))
      const text = new TextDecoder().decode(bytes)
      return { type: response.headers.get("content-type"), text, hasByteOrderMark }
    },
  }
}
