import { createServer, type Server } from "node:http"
import { setTimeout as sleep } from "node:timers/promises"
import type { Postback } from "./evidence"
import type { Recorder } from "./recorder"

const MAX_BYTES = 65_536
/** Fields whose values are labels, not personal data. */
const LABEL_FIELDS = ["txn_type", "payment_status", "pt_app_status", "status"]
/** Milliseconds to wait for the last postbacks. */
const GRACE_MS = 2_000

export interface PostbackListener {
  publicUrl: string
  /** Sets the recorder whose last call is attributed to each postback. */
  setRecorder(recorder: Recorder): void
  postbacks(): Postback[]
  /** Waits for late postbacks. */
  waitForLatePostbacks(): Promise<void>
  close(): Promise<void>
}

type ReceivedPostback = {
  at: number
  encoding: Postback["encoding"]
  fields: Record<string, unknown>
}
type RecordedCall = { name: NonNullable<Postback["after"]>; at: number }

/** Starts a server that records postbacks. @throws when the port is taken */
export async function listenForPostbacks(options: {
  /** Null uses `http://localhost:<port>`. */
  publicUrl: string | null
  port: number
  graceMs?: number
}): Promise<PostbackListener> {
  const received: (ReceivedPostback & { call: RecordedCall | null })[] = []
  let current: Recorder | null = null
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    let size = 0
    request.on("data", (chunk: Buffer) => {
      size += chunk.length
      if (size <= MAX_BYTES) chunks.push(chunk)
    })
    request.on("error", () => undefined)
    request.on("end", () => {
      response.writeHead(200).end("OK")
      if (request.method !== "POST") return
      const body = Buffer.concat(chunks).toString("utf8")
      received.push({ ...readBody(body), at: Date.now(), call: current?.last() ?? null })
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject)
    server.listen(options.port, resolve)
  })
  return {
    publicUrl: options.publicUrl ?? getLocalUrl(server),
    setRecorder: (recorder) => void (current = recorder),
    postbacks: () => received.map(buildPostback),
    waitForLatePostbacks: () => sleep(options.graceMs ?? GRACE_MS),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

function getLocalUrl(server: Server): string {
  const address = server.address()
  if (address === null || typeof address === "string") throw new Error("the listener has no port")
  return `http://localhost:${address.port}`
}

function readBody(body: string): Pick<ReceivedPostback, "encoding" | "fields"> {
  try {
    const value: unknown = JSON.parse(body)
    if (typeof value === "object" && value !== null)
      return { encoding: "json", fields: { ...value } }
  } catch {
    // Not JSON; may be form-encoded.
  }
  const form = Object.fromEntries(new URLSearchParams(body))
  return "uuid" in form || body.includes("=")
    ? { encoding: "form", fields: form }
    : { encoding: "other", fields: {} }
}

function buildPostback({
  encoding,
  fields,
  at,
  call,
}: ReceivedPostback & { call: RecordedCall | null }): Postback {
  const labels = LABEL_FIELDS.flatMap((name) => {
    const value = fields[name]
    return typeof value === "string" && /^[\w -]{1,20}$/.test(value) ? [[name, value]] : []
  })
  const names = Object.keys(fields).filter((name) => /^[\w.-]{1,40}$/.test(name))
  return {
    encoding,
    fields: names,
    labels: Object.fromEntries(labels) as Record<string, string>,
    after: call?.name ?? null,
    lateMs: call === null ? 0 : at - call.at,
  }
}
