import type { z } from "@medusajs/framework/zod"

const PLUGIN = "medusa-payment-consumer-financing"

/**
 * What is wrong with an option, in words: handed to zod, which asks it for every issue that has no
 * words of its own. Never repeats a value, since some of them are secrets.
 */
export function wordProblem(issue: z.core.$ZodRawIssue): string {
  if (issue.input === undefined) return "is missing"
  switch (issue.code) {
    case "invalid_type":
      return `has to be ${KINDS[issue.expected] ?? `of the kind ${issue.expected}`}`
    case "invalid_value":
      return `has to be ${issue.values.map((value) => `"${String(value)}"`).join(" or ")}`
    case "too_small":
      return wordTooSmall(issue)
    case "too_big":
      return `has to be ${amountOf(issue.origin, issue.maximum)} or less`
    default:
      return "is not valid"
  }
}

function wordTooSmall({ origin, minimum }: z.core.$ZodRawIssue<z.core.$ZodIssueTooSmall>): string {
  const isEmpty = origin === "string" && Number(minimum) === 1
  return isEmpty ? "is empty" : `has to be ${amountOf(origin, minimum)} or more`
}

function amountOf(origin: string, bound: number | bigint): string {
  if (origin === "string") return `${bound} characters`
  return origin === "array" ? `${bound} entries` : String(bound)
}

const KINDS: Record<string, string> = {
  string: "a text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  object: "an object",
  array: "a list",
}

type Problem = z.core.$ZodIssue | { path: string[]; message: string }

/** One sentence that names the option and the line to write. */
export function describeProblem(issue: Problem | undefined): string {
  const unknownKey =
    issue && "code" in issue && issue.code === "unrecognized_keys" ? issue.keys[0] : undefined
  const path = [...(issue?.path ?? []).map(String), ...(unknownKey ? [unknownKey] : [])]
  const problem = unknownKey
    ? "is not an option of this plugin"
    : (issue?.message ?? "is not valid")
  const advice = unknownKey ? "correct its name or take it out" : adviseOn(path)
  return `${PLUGIN}: option "${path.join(".")}" ${problem}; ${advice} in the options of the plugin in medusa-config.`
}

const LINES: Record<string, string> = {
  secret:
    "write `secret: process.env.FINANCING_SECRET`, 32 characters or more, made with `openssl rand -hex 32`,",
  backendUrl: 'write `backendUrl: "https://api.shop.example"`',
  storefrontUrl: 'write `storefrontUrl: "https://shop.example"`',
  environment: 'write `environment: "staging"` or `environment: "production"`, or leave it out,',
}

const CREDENTIALS: Record<string, string> = {
  baseUrl: "BASE_URL",
  apiUsername: "USERNAME",
  apiPassword: "PASSWORD",
  apiSignature: "SIGNATURE",
}

function adviseOn([key = "", environment = "", credential = ""]: string[]): string {
  const variable = CREDENTIALS[credential]
  if (key === "environments" && variable) {
    const name = `FINANCING_${environment.toUpperCase()}_${variable}`
    return `write \`${credential}: process.env.${name}\`, or leave \`${environment}\` out altogether,`
  }
  return LINES[key] ?? "correct it"
}
