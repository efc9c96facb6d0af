import { createHmac, timingSafeEqual } from "node:crypto"

/** A question that only this shop can answer: random, and of no other form than this. */
export const CHALLENGE = /^[0-9a-f]{32}$/

/** What a server of this shop answers to a challenge; good for nothing else. */
export function answerChallenge(challenge: string, secret: string): string {
  return createHmac("sha256", secret).update(`self-check\n${challenge}`).digest("base64url")
}

/** Whether a server answered that has one of this shop's secrets. */
export function isOwnAnswer(
  challenge: string,
  answer: string,
  secrets: readonly string[]
): boolean {
  const digest = (text: string) => createHmac("sha256", "length").update(text).digest()
  return secrets
    .map((secret) => timingSafeEqual(digest(answer), digest(answerChallenge(challenge, secret))))
    .some(Boolean)
}
