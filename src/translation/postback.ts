import { cleanLine } from "../domain/clean-text"
import { applicationToken } from "../financing-api"

/**
 * What postbacks of such services were seen to carry (docs/assumptions.md; the contract shows only `uuid`).
 * They are labels: no decision rests on any of them. Everything else in a body is dropped.
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

/** The known fields of a postback's body, form-encoded or JSON; whatever cannot be read is absent. */
export function readPostback(body: string): PostbackFields {
  const text = body.replace(/^\uFEFF/, "").trim()
  const value = text.startsWith("{") ? readJson(text) : readForm(text)
  const fields: PostbackFields = {}
  for (const name of KNOWN_FIELDS) {
    const found = value(name)
    if (typeof found === "string" || typeof found === "number" || typeof found === "boolean") {
      const text = String(found)
      // Unseen characters go: Postgres keeps neither a NUL nor half a character in its JSON. A token is
      // opaque: to the character, or not at all.
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
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    return () => undefined
  }
  const values: Record<string, unknown> =
    typeof parsed === "object" && parsed !== null ? { ...parsed } : {}
  return (name) => (Object.hasOwn(values, name) ? values[name] : undefined)
}

/** A key that is repeated says nothing certain: it is left out. */
function readForm(text: string): Reader {
  const form = new URLSearchParams(text)
  return (name) => {
    const values = form.getAll(name)
    return values.length === 1 ? values[0] : undefined
  }
}

/** The token that a postback names, when it could be one. */
export function readUuid({ uuid }: PostbackFields): string | null {
  return tokenIn(uuid)
}

function tokenIn(uuid: unknown): string | null {
  return applicationToken.safeParse(uuid).data ?? null
}

/** The named postbacks, as `payment_status` was seen to spell them (docs/assumptions.md). */
const LABELS = ["completed", "pending", "failed", "cancelled"] as const

type PostbackLabel = (typeof LABELS)[number] | "other"

/** What timeline and events call a postback: a word of ours, never text of an unsigned body. */
export function labelOf({ payment_status: status }: PostbackFields): PostbackLabel {
  return LABELS.find((label) => label === status?.toLowerCase()) ?? "other"
}
