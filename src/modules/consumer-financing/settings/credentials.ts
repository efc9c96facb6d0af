import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto"
import type { Environment, PluginOptions } from "../../../options/options"
import { readOptions } from "../../../options/parse-options"

const PLUGIN = "medusa-payment-consumer-financing"
const FORMAT = "v1"
const CIPHER = "aes-256-gcm"
const IV_BYTES = 12
const TAG_BYTES = 16

/** Where an encrypted text belongs; it cannot be decrypted at another place. */
export type Place = { environment: string; field: string }

/**
 * Encrypts a text (AES-256-GCM) with a key derived from the merchant's secret for this purpose alone, because the
 * secret itself signs addresses. A fresh initialisation vector hides whether two texts are equal.
 */
export function seal(text: string, place: Place, secret: string): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(CIPHER, keyOf(secret), iv, { authTagLength: TAG_BYTES })
  cipher.setAAD(labelOf(place))
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()])
  return [
    FORMAT,
    ...[iv, cipher.getAuthTag(), sealed].map((part) => part.toString("base64url")),
  ].join(".")
}

export type Opened = { text: string; isOld: boolean }

/** Decrypts with the current secret, else the previous one; null when neither fits or the text was altered. */
export function open(sealed: string, place: Place, secrets: readonly string[]): Opened | null {
  for (const [index, secret] of secrets.entries()) {
    const text = openWith(sealed, place, secret)
    if (text !== null) {
      return { text, isOld: index > 0 }
    }
  }
  return null
}

/** Identifies a secret without revealing it. */
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

export type Credentials = NonNullable<PluginOptions["environments"][Environment]>
export const ENVIRONMENTS = ["staging", "production"] as const satisfies readonly Environment[]

/** Names of the fields in the dashboard and in the options. */
export const CREDENTIAL_FIELDS = {
  base_url: "baseUrl",
  api_username: "apiUsername",
  api_password: "apiPassword",
  api_signature: "apiSignature",
} as const satisfies Record<string, keyof Credentials>
export type CredentialField = keyof typeof CREDENTIAL_FIELDS
export const FIELDS = Object.keys(CREDENTIAL_FIELDS) as CredentialField[]

export type GivenCredentials = Partial<Record<CredentialField, string>>
export type Written = { environment: Environment; given: GivenCredentials }

/** The stored form, unreadable without the merchant's secret. */
export type SealedCredentials = {
  fields: Record<CredentialField, string>
  changed_at: string
  changed_by: string
}

export function sealCredentials(
  environment: Environment,
  credentials: Credentials,
  secret: string
): SealedCredentials["fields"] {
  const sealed = FIELDS.map((field) => [
    field,
    seal(credentials[CREDENTIAL_FIELDS[field]], { environment, field }, secret),
  ])
  return Object.fromEntries(sealed) as SealedCredentials["fields"]
}

/**
 * Null when they were altered or encrypted with a secret that is gone; `old` counts fields under the previous one.
 */
export function openCredentials(
  environment: Environment,
  { fields }: SealedCredentials,
  secrets: readonly string[]
): { credentials: Credentials; old: number } | null {
  const opened = FIELDS.map((field) => open(fields[field] ?? "", { environment, field }, secrets))
  if (opened.some((one) => one === null)) {
    return null
  }
  const credentials = Object.fromEntries(
    FIELDS.map((field, index) => [CREDENTIAL_FIELDS[field], opened[index]?.text])
  ) as Credentials
  return { credentials, old: opened.filter((one) => one?.isOld).length }
}

export type CredentialProblem = { place: CredentialField; message: string }

/** Checks fields with the options' own schema; messages name the rule, never the input. */
export function checkCredentials(
  options: Record<string, unknown>,
  { environment, given }: { environment: Environment; given: GivenCredentials }
): { credentials: Credentials; problems: null } | { problems: CredentialProblem[] } {
  const fields = Object.fromEntries(FIELDS.map((field) => [CREDENTIAL_FIELDS[field], given[field]]))
  const nothing = FIELDS.every((field) => given[field] === undefined || given[field] === "")
  const parsed = readOptions({ ...options, environments: { [environment]: fields } })
  const credentials = parsed.data?.environments[environment]
  if (credentials) {
    return { credentials, problems: null }
  }
  const issues = parsed.success ? [] : parsed.error.issues
  const problems = FIELDS.flatMap((field) => {
    const name = CREDENTIAL_FIELDS[field]
    const issue = issues.find(({ path }) => path.at(-1) === name)
    const message = nothing ? "is missing" : issue?.message
    return message ? [{ place: field, message }] : []
  })
  return { problems }
}

const SHOWN = 4
const SHORTEST_SHOWN = 12

/** `••••1234`: the last characters, and none of a short text. */
export function mask(text: string): string {
  return `••••${text.length >= SHORTEST_SHOWN ? text.slice(-SHOWN) : ""}`
}
