import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto"

const PLUGIN = "medusa-payment-consumer-financing"
const FORMAT = "v1"
const CIPHER = "aes-256-gcm"
const IV_BYTES = 12
const TAG_BYTES = 16

/** Where a sealed text belongs: it cannot be opened at any other place. */
export type Place = { environment: string; field: string }

/**
 * Encrypts a text (AES-256-GCM) with a key derived from the merchant's secret for this alone: the
 * secret itself signs addresses. A fresh initialisation vector each time, so that nothing tells
 * whether two texts are equal.
 */
export function seal(text: string, place: Place, secret: string): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(CIPHER, keyOf(secret), iv, { authTagLength: TAG_BYTES })
  cipher.setAAD(labelOf(place))
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()])
  return [
    FORMAT,
    ...[iv, cipher.getAuthTag(), sealed].map((one) => one.toString("base64url")),
  ].join(".")
}

export type Opened = {
  text: string
  /** It was sealed with the previous secret. */
  isOld: boolean
}

/** Decrypts with the current secret, else the previous one; null when neither fits, or it was altered. */
export function open(sealed: string, place: Place, secrets: readonly string[]): Opened | null {
  for (const [index, secret] of secrets.entries()) {
    const text = openWith(sealed, place, secret)
    if (text !== null) {
      return { text, isOld: index > 0 }
    }
  }
  return null
}

/** Tells one secret from another without telling anything of it. */
export function fingerprint(secret: string): string {
  const key = Buffer.from(hkdfSync("sha256", secret, "", `${PLUGIN}/fingerprint/${FORMAT}`, 32))
  return createHmac("sha256", key).update("fingerprint").digest("hex").slice(0, 16)
}

function openWith(sealed: string, place: Place, secret: string): string | null {
  const [format, ...parts] = sealed.split(".")
  const [iv, tag, body] = parts.map((part) => Buffer.from(part, "base64url"))
  const isWhole = iv?.length === IV_BYTES && tag?.length === TAG_BYTES && body
  if (format !== FORMAT || parts.length !== 3 || !isWhole) {
    return null
  }
  try {
    const decipher = createDecipheriv(CIPHER, keyOf(secret), iv, { authTagLength: TAG_BYTES })
    decipher.setAAD(labelOf(place))
    decipher.setAuthTag(tag)
    return Buffer.concat([decipher.update(body), decipher.final()]).toString("utf8")
  } catch {
    return null
  }
}

function keyOf(secret: string): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "", `${PLUGIN}/credentials/${FORMAT}`, 32))
}

const labelOf = ({ environment, field }: Place) =>
  Buffer.from([FORMAT, environment, field].join("\n"))
