import type { Check } from "../../queries/settings-api-types"

type Formatters = {
  moment: (iso: string | null) => string
  word: (group: string, word: string) => string
}
type Region = { name: string; currency_code: string; is_enabled?: boolean }

const toText = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" ? String(value) : ""

const formatRegions = (value: unknown): string =>
  Array.isArray(value)
    ? (value as Region[])
        .map(({ name, currency_code, is_enabled }) => {
          const suffix = is_enabled === undefined ? "" : is_enabled ? " ✓" : " –"
          return `${name} (${currency_code.toUpperCase()})${suffix}`
        })
        .join(" · ")
    : ""

const formatOpenCount = (environment: string, counts: unknown, word: Formatters["word"]): string =>
  `${word("settings.environment", environment)}: ${toText(typeof counts === "object" && counts ? Reflect.get(counts, "open") : "")}`

const DETAIL_FORMATTERS: Record<
  string,
  (details: Check["details"], formatters: Formatters) => unknown[]
> = {
  "public-address": ({ backend_url, storefront_url }) => [backend_url, storefront_url],
  reachable: ({ url, http_status, problem }) => [
    url,
    http_status === null ? "" : `HTTP ${toText(http_status)}`,
    problem,
  ],
  home: ({ address, backend_url }) => [address, address === backend_url ? "" : backend_url],
  "provider-regions": ({ regions }) => [formatRegions(regions)],
  currency: ({ regions }) => [formatRegions(regions)],
  locking: ({ provider_id, worker_mode }) => [provider_id, worker_mode],
  secret: ({ since }, { moment }) => [typeof since === "string" ? moment(since) : ""],
  credentials: ({ environment, connection, http_status }, { word }) => [
    word("settings.environment", toText(environment)),
    word("settings.connection", toText(connection)),
    connection === "connected" || http_status === null ? "" : `HTTP ${toText(http_status)}`,
  ],
  "other-environment": ({ staging, production }, { word }) => [
    formatOpenCount("staging", staging, word),
    formatOpenCount("production", production, word),
  ],
  postbacks: ({ last_at }, { moment }) => [typeof last_at === "string" ? moment(last_at) : ""],
  "message-channels": ({ missing }) => (Array.isArray(missing) ? (missing as string[]) : []),
  messages: ({ pending, failed }, { word }) =>
    pending === 0 && failed === 0
      ? []
      : [
          `${word("selfCheck", "pending")}: ${toText(pending)}`,
          `${word("selfCheck", "failed")}: ${toText(failed)}`,
        ],
}

/** Returns the key of a check's text; `locked` if only the server's operator can fix it, in medusa-config. */
export function getCheckTextKey({ outcome, details }: Check): string {
  return outcome === "bad" && details.is_locked === true ? "locked" : outcome
}

export function describeCheck({ name, details }: Check, { moment, word }: Formatters): string {
  const facts = DETAIL_FORMATTERS[name]?.(details, { moment, word }) ?? []
  return facts.map(toText).filter(Boolean).join(" · ")
}
