import type { Check } from "../../queries/settings-api-types"

type Words = {
  moment: (iso: string | null) => string
  word: (room: string, word: string) => string
}
type Region = { name: string; currency_code: string; is_enabled?: boolean }

const text = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" ? String(value) : ""

const names = (value: unknown): string =>
  Array.isArray(value)
    ? (value as Region[])
        .map(({ name, currency_code, is_enabled }) => {
          const mark = is_enabled === undefined ? "" : is_enabled ? " ✓" : " –"
          return `${name} (${currency_code.toUpperCase()})${mark}`
        })
        .join(" · ")
    : ""

/** How many applications are under way in an environment. */
const open = (environment: string, counted: unknown, word: Words["word"]): string =>
  `${word("settings.environment", environment)}: ${text(typeof counted === "object" && counted ? Reflect.get(counted, "open") : "")}`

/** Formats the details of each check: addresses, names, times. */
const FACTS: Record<string, (details: Check["details"], words: Words) => unknown[]> = {
  "public-address": ({ backend_url, storefront_url }) => [backend_url, storefront_url],
  reachable: ({ url, http_status, problem }) => [
    url,
    http_status === null ? "" : `HTTP ${text(http_status)}`,
    problem,
  ],
  home: ({ address, backend_url }) => [address, address === backend_url ? "" : backend_url],
  "provider-regions": ({ regions }) => [names(regions)],
  currency: ({ regions }) => [names(regions)],
  locking: ({ provider_id, worker_mode }) => [provider_id, worker_mode],
  secret: ({ since }, { moment }) => [typeof since === "string" ? moment(since) : ""],
  credentials: ({ environment, connection, http_status }, { word }) => [
    word("settings.environment", text(environment)),
    word("settings.connection", text(connection)),
    connection === "connected" || http_status === null ? "" : `HTTP ${text(http_status)}`,
  ],
  "other-environment": ({ staging, production }, { word }) => [
    open("staging", staging, word),
    open("production", production, word),
  ],
  postbacks: ({ last_at }, { moment }) => [typeof last_at === "string" ? moment(last_at) : ""],
  "message-channels": ({ missing }) => (Array.isArray(missing) ? (missing as string[]) : []),
  messages: ({ pending, failed }, { word }) =>
    pending === 0 && failed === 0
      ? []
      : [
          `${word("selfCheck", "pending")}: ${text(pending)}`,
          `${word("selfCheck", "failed")}: ${text(failed)}`,
        ],
}

/** Which of its sentences says how a check is: other people correct what the server's configuration sets. */
export function sayingOf({ outcome, details }: Check): string {
  return outcome === "bad" && details.is_locked === true ? "locked" : outcome
}

export function describeDetails({ name, details }: Check, { moment, word }: Words): string {
  const facts = FACTS[name]?.(details, { moment, word }) ?? []
  return facts.map(text).filter(Boolean).join(" · ")
}
