import type { MedusaRequest } from "@medusajs/framework/http"

/** Kept of a body; no postback seen comes near it. */
const KEPT_BYTES = 16 * 1024
/** Read of a body before it is answered; the rest is dropped as it comes. */
const READ_BYTES = 1024 * 1024
const READ_MILLISECONDS = 5_000

export type RawBody = {
  text: string
  bytes: number
  /** Nothing of it was dropped for being too long. */
  isWhole: boolean
}

/**
 * The body as it comes over the wire, neither parsed nor unpacked, its beginning kept. Never fails:
 * a sender who stops midway has said what arrived until then.
 */
export async function readBody(req: MedusaRequest): Promise<RawBody> {
  const kept: Buffer[] = []
  let bytes = 0
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, READ_MILLISECONDS)
    const done = () => {
      clearTimeout(timer)
      resolve()
    }
    req.on("data", (chunk: Buffer) => {
      if (bytes < KEPT_BYTES) {
        kept.push(chunk.subarray(0, KEPT_BYTES - bytes))
      }
      bytes += chunk.length
      if (bytes > READ_BYTES) {
        // What still comes is dropped, not left on the wire: the next postback may be behind it.
        done()
      }
    })
    req.once("end", done)
    req.once("close", done)
    req.once("error", done)
  })
  // Postgres cannot keep a NUL in a text.
  const text = Buffer.concat(kept).toString("utf8").replaceAll("\0", "\uFFFD")
  return { text, bytes, isWhole: bytes <= KEPT_BYTES }
}
