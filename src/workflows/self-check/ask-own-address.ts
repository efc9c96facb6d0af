import { isOwnAnswer, issueChallenge } from "../../domain/self-proof"
import type { PluginOptions } from "../../options/options"

export type OwnAddress = {
  url: string
  http_status: number | null
  problem: "timed-out" | "unreachable" | "redirected" | "unexpected-status" | "not-this-shop" | null
}

const PATIENCE = 5_000
/** The right answer is far shorter. */
const READ_BYTES = 1_024

/**
 * Asks the address that the service and returning shoppers are given for a proof that it leads to this
 * shop. `now` is milliseconds by the database's clock. Follows no redirect, and keeps nothing of the answer but whether it was the right one.
 */
export async function askOwnAddress(
  { backendUrl, secret }: Pick<PluginOptions, "backendUrl" | "secret">,
  now: number
): Promise<OwnAddress> {
  // Signed with the previous secret while there is one: a server may not know the current one yet.
  const challenge = issueChallenge(now, secret.at(-1) ?? "")
  const url = `${backendUrl}/consumer-financing/here/${challenge}`
  const told = { url: `${backendUrl}/consumer-financing/here/…` }
  const signal = AbortSignal.timeout(PATIENCE)
  try {
    const response = await fetch(url, {
      redirect: "manual",
      signal,
      headers: { accept: "application/json" },
    })
    const http_status = response.status
    const answer = readAnswer(await readBeginning(response))
    if (http_status >= 300 && http_status <= 399) {
      return { ...told, http_status, problem: "redirected" }
    }
    if (http_status !== 200) {
      return { ...told, http_status, problem: "unexpected-status" }
    }
    const isOwn = isOwnAnswer(challenge, answer, secret)
    return { ...told, http_status, problem: isOwn ? null : "not-this-shop" }
  } catch {
    return { ...told, http_status: null, problem: signal.aborted ? "timed-out" : "unreachable" }
  }
}

async function readBeginning(response: Response): Promise<string> {
  const reader = response.body?.getReader()
  let text = ""
  const decoder = new TextDecoder()
  while (reader && text.length < READ_BYTES) {
    const { done, value } = await reader.read()
    if (done) return text
    text += decoder.decode(value, { stream: true })
  }
  await reader?.cancel()
  return text
}

function readAnswer(text: string): string {
  try {
    const body = JSON.parse(text) as unknown
    const answer: unknown =
      typeof body === "object" && body !== null ? Reflect.get(body, "answer") : null
    return typeof answer === "string" ? answer : ""
  } catch {
    return ""
  }
}
