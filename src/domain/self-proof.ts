import { createHmac, randomBytes, timingSafeEqual } from "node:crypto"

/** Milliseconds that a challenge is answered. */
export const ANSWERED_FOR = 60_000

const FORM = /^([0-9a-z]{1,11})-([0-9a-f]{32})-([\w-]{43})$/

/** A question that this shop asks itself: random, with the time (ms), and signed. */
export function issueChallenge(now: number, secret: string): string {
  const question = `${now.toString(36)}-${randomBytes(16).toString("hex")}`
  return `${question}-${sign("challenge", question, secret)}`
}

/** Whether a server of this shop issued it within the last minute; no stranger can. */
export function isOwnChallenge(
  challenge: string,
  now: number,
  secrets: readonly string[]
): boolean {
  const [, moment = "", random = "", signature = ""] = FORM.exec(challenge) ?? []
  if (moment === "" || Math.abs(now - Number.parseInt(moment, 36)) > ANSWERED_FOR) return false
  const question = `${moment}-${random}`
  return secrets
    .map((secret) => isSame(signature, sign("challenge", question, secret)))
    .some(Boolean)
}

/** What a server of this shop answers to a challenge; good for nothing else. */
export function answerChallenge(challenge: string, secret: string): string {
  return sign("self-check", challenge, secret)
}

/** Whether a server answered that has one of this shop's secrets. */
export function isOwnAnswer(
  challenge: string,
  answer: string,
  secrets: readonly string[]
): boolean {
  return secrets.map((secret) => isSame(answer, answerChallenge(challenge, secret))).some(Boolean)
}

const sign = (purpose: "challenge" | "self-check", text: string, secret: string) =>
  createHmac("sha256", secret).update(`${purpose}\n${text}`).digest("base64url")

function isSame(one: string, other: string): boolean {
  const digest = (text: string) => createHmac("sha256", "length").update(text).digest()
  return timingSafeEqual(digest(one), digest(other))
}
