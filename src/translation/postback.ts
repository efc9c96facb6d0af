import { cleanLine } from "../domain/clean-text"
import { applicationToken } from "../financing-api"

/**
 * Fields seen in postbacks of such services (docs/assumptions.md; the contract shows only `uuid`). They are labels
 * that no decision uses; other fields are dropped.
 */
const KNOWN_FIELDS = [
  "uuid",
  "txn_type",
  "payment_status",
  "pt_currency",
  "pt_amount",
  "pt_ammount",
  "pt_id",
  "pt_app_status",
  "platform",
  "lender",
  "tax_exempt",
  "order_id",
] as const

type KnownField = (typeof KNOWN_FIELDS)[number]
export type PostbackFields = Partial<Record<KnownField, string>>

const LONGEST_VALUE = 256

/** Reads the known fields of a form-encoded or JSON body; unreadable ones are absent. */
export function readPostback(body: string): PostbackFields {
  const text = body.replace(/^\uFEFF/, "").trim()
  const value = text.startsWith("{") ? readJson(text) : readForm(text)
  const fields: PostbackFields = {}
  for (const name of KNOWN_FIELDS) {
    const found = value(name)
    if (typeof found === "string" || typeof found === "number" || typeof found === "boolean") {
      const text = String(found)
      // Removes invisible characters: Postgres' JSON stores neither NUL nor lone surrogates. A token is kept exactly
      // or dropped.
      const kept = name === "uuid" ? tokenIn(text) : cleanLine(text, LONGEST_VALUE)
      if (kept !== null) {
        fields[name] = kept
      }
    }
  }
  return fields
}

type Reader = (name: KnownField) => unknown

function readJson(text: string): Reader {
  try {
    const values = new Map<string, unknown>(Object.entries(JSON.parse(text) as object))
    return (name) => values.get(name)
  } catch {
    return () => undefined
  }
}

/** Omits a repeated key, which is ambiguous. */
function readForm(text: string): Reader {
  const form = new URLSearchParams(text)
  return (name) => {
    const values = form.getAll(name)
    return values.length === 1 ? values[0] : undefined
  }
}

/** Returns the postback's token if its form is valid. */
export function readUuid({ uuid }: PostbackFields): string | null {
  return tokenIn(uuid)
}

function tokenIn(uuid: unknown): string | null {
  return applicationToken.safeParse(uuid).data ?? null
}

/** The named postbacks, spelled as seen in `payment_status` (docs/assumptions.md). */
const LABELS = ["completed", "pending", "failed", "cancelled"] as const

type PostbackLabel = (typeof LABELS)[number] | "other"

/** Returns the label of a postback for the timeline and events: a fixed word, never text of an unsigned body. */
export function labelOf({ payment_status: status }: PostbackFields): PostbackLabel {
  return LABELS.find((label) => label === status?.toLowerCase()) ?? "other"
}
