import { createHash, createHmac, randomBytes } from "node:crypto"
import { isSignedByAny } from "./capability"

export const CHALLENGE_SECONDS = 60

const FORM = /^([0-9a-z]{1,11})-([0-9a-f]{32})-([\w-]{43})$/

/** Whether the answering server uses the database that contains the challenge. */
export type Verdict = "same" | "other"

/** Creates a random, signed challenge with the time (ms): only a server with the shop's secret can issue one. */
export function issueChallenge(now: number, secret: string): string {
  const challenge = `${now.toString(36)}-${randomBytes(16).toString("hex")}`
  return `${challenge}-${sign("challenge", challenge, secret)}`
}

/** Whether a server with one of these secrets issued the challenge within the last minute. */
export function isOwnChallenge(
  challenge: string,
  now: number,
  secrets: readonly string[]
): boolean {
  const [, moment = "", random = "", signature = ""] = FORM.exec(challenge) ?? []
  const age = Math.abs(now - Number.parseInt(moment, 36))
  if (moment === "" || age > CHALLENGE_SECONDS * 1000) return false
  const issued = `${moment}-${random}`
  return isSignedByAny(secrets, signature, (secret) => sign("challenge", issued, secret))
}

/** Stored in place of the challenge, so that a copy of the database alone cannot answer. */
export function hashChallenge(challenge: string): string {
  return createHash("sha256").update(challenge).digest("base64url")
}

/** Signs a verdict about one challenge; the signature is valid for nothing else. */
export function signVerdict(challenge: string, verdict: Verdict, secret: string): string {
  return sign(`verdict-${verdict}`, challenge, secret)
}

/** Returns the verdict of an answer, or null if its signature is invalid. */
export function readVerdict(
  challenge: string,
  answer: { verdict: unknown; signature: unknown },
  secrets: readonly string[]
): Verdict | null {
  const { verdict, signature } = answer
  if ((verdict !== "same" && verdict !== "other") || typeof signature !== "string") return null
  const signedBy = (secret: string) => signVerdict(challenge, verdict, secret)
  return isSignedByAny(secrets, signature, signedBy) ? verdict : null
}

const sign = (purpose: "challenge" | `verdict-${Verdict}`, text: string, secret: string) =>
  createHmac("sha256", secret).update(`${purpose}\n${text}`).digest("base64url")
