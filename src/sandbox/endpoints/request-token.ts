import { timingSafeEqual } from "node:crypto"
import { buildJsonAnswer } from "./answer"
import { expectQuery, type Call, type Handler } from "./call"
import { Refusal } from "./refusal"

const FORM_FIELDS = ["grant_type", "scope", "username", "password"] as const

function isEqualSecret(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}

function readForm(call: Call): Map<string, string> {
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(call.headers["content-type"] ?? "")) {
    throw new Refusal(415, "Content-Type: must be application/x-www-form-urlencoded")
  }
  const form = new Map<string, string>()
  for (const [name, value] of new URLSearchParams(call.text)) {
    if (!FORM_FIELDS.some((field) => field === name)) {
      throw new Refusal(400, `${name}: is not a field of this call`)
    }
    if (form.has(name)) throw new Refusal(400, `${name}: is given twice`)
    form.set(name, value)
  }
  for (const field of FORM_FIELDS) {
    if (!form.get(field)) throw new Refusal(400, `${field}: is required`)
  }
  return form
}

/** Endpoint 1, "Authentication" 2 and 3. */
export const requestToken: Handler = (call) => {
  const { simulator, environment } = call
  const expected = simulator.options.credentials[environment]
  expectQuery(call, [])
  if (!isEqualSecret(call.headers.authorization ?? "", `Basic ${expected.apiSignature}`)) {
    throw new Refusal(401, "Authorization: wrong API signature for this environment")
  }
  if (!(call.headers.accept ?? "").includes("application/json")) {
    throw new Refusal(406, "Accept: must be application/json")
  }
  const form = readForm(call)
  if (form.get("grant_type") !== "password") throw new Refusal(400, "grant_type: must be password")
  if (form.get("scope") !== "openid") throw new Refusal(400, "scope: must be openid")
  const isNameCorrect = isEqualSecret(form.get("username") ?? "", expected.apiUsername)
  const isPasswordCorrect = isEqualSecret(form.get("password") ?? "", expected.apiPassword)
  if (!isNameCorrect || !isPasswordCorrect) {
    throw new Refusal(401, "username, password: wrong for this environment")
  }
  const lifetime = simulator.options.tokenLifetimeSeconds
  simulator.narrate(`Issued an access token for ${environment}, good for ${String(lifetime)} s`)
  return buildJsonAnswer({
    access_token: simulator.accessTokens.issue(environment, lifetime),
    token_type: "Bearer",
    expires_in: lifetime,
    refresh_token: simulator.random.hex(32),
    refresh_expires_in: 432_000,
    scope: "openid profile email",
  })
}
