import { createHmac, timingSafeEqual } from "node:crypto"

/**
 * A capability is the secret last part of an address given to the service: it allows a status check of one
 * application and nothing else. It is derived from the merchant's secret, not stored, and specific to a purpose,
 * environment and application.
 */
export const CAPABILITY_PURPOSES = ["postback", "return", "cancel", "pre-approval"] as const
export type CapabilityPurpose = (typeof CAPABILITY_PURPOSES)[number]

export type CapabilitySubject = {
  purpose: CapabilityPurpose
  environment: string
  applicationId: string
}

/** Signs with the current secret: 43 characters, safe in a path. */
export function signCapability(subject: CapabilitySubject, secret: string): string {
  const message = ["capability", subject.purpose, subject.environment, subject.applicationId]
  return createHmac("sha256", secret).update(message.join("\n")).digest("base64url")
}

/** Whether any current secret made the signature; compares in constant time. */
export function verifyCapability(
  subject: CapabilitySubject,
  signature: string,
  secrets: readonly string[]
): boolean {
  return isSignedByAny(secrets, signature, (secret) => signCapability(subject, secret))
}

/** Whether `sign` makes this signature with any of the secrets; compares in constant time. */
export function isSignedByAny(
  secrets: readonly string[],
  signature: string,
  sign: (secret: string) => string
): boolean {
  const digest = (text: string) => createHmac("sha256", "length").update(text).digest()
  return secrets
    .map((secret) => timingSafeEqual(digest(signature), digest(sign(secret))))
    .some(Boolean)
}
