import type { MedusaRequest } from "@medusajs/framework/http"

/** Stored bytes of a body; known postbacks are far smaller. */
const KEPT_BYTES = 16 * 1024
/** Bytes read before the answer; the rest is dropped. */
const READ_BYTES = 1024 * 1024
const READ_MILLISECONDS = 5_000

/**
 * Reads the raw body, neither parsed nor decompressed, and keeps its beginning (`isWhole`: all of it). Never fails:
 * an interrupted body ends where it stopped.
 */
export async function readBody(req: MedusaRequest) {
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
        // Drains the rest, because the next postback may follow on the connection.
        done()
      }
    })
    req.once("end", done)
    req.once("close", done)
    req.once("error", done)
  })
  // Postgres cannot store a NUL in a text.
  const text = Buffer.concat(kept).toString("utf8").replaceAll("\0", "\uFFFD")
  return { text, bytes, isWhole: bytes <= KEPT_BYTES }
}
