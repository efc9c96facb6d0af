import { type Environment, type PluginOptions } from "../../../options/options"
import { readOptions } from "../../../options/parse-options"
import { open, seal } from "./seal"

export type Credentials = NonNullable<PluginOptions["environments"][Environment]>
export const ENVIRONMENTS = ["staging", "production"] as const satisfies readonly Environment[]

/** The fields as the dashboard names them, and as the options do. */
export const CREDENTIAL_FIELDS = {
  base_url: "baseUrl",
  api_username: "apiUsername",
  api_password: "apiPassword",
  api_signature: "apiSignature",
} as const satisfies Record<string, keyof Credentials>
export type CredentialField = keyof typeof CREDENTIAL_FIELDS
export const FIELDS = Object.keys(CREDENTIAL_FIELDS) as CredentialField[]

/** Whatever of them was written. */
export type GivenCredentials = Partial<Record<CredentialField, string>>

/** How they are stored: nothing of them can be read without the merchant's secret. */
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

/** Null when they were encrypted with a secret that is gone, or altered; `old` counts its fields. */
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

/** The options' own schema judges them; the rule is told, and never what was written. */
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

/** `••••1234`: the end of it, and not even that of a short one. */
export function mask(text: string): string {
  return `••••${text.length >= SHORTEST_SHOWN ? text.slice(-SHOWN) : ""}`
}
