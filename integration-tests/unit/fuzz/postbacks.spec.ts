import { labelOf, readPostback, readUuid } from "../../../src/translation/postback"
import { readProofOptions, PROOF_TIMEOUT_MS } from "../../proofs/proof-options"
import { isPathSegment } from "./contract"
import { generateNumbers } from "./body-numbers"
import { buildOddPostback } from "./odd-postback"
import { CANARY } from "./odd-values"
import { isPolluted } from "./prototypes"
import { createRandom } from "./random"
import { formatBody } from "./format-body"
import { createTally } from "./tally"

const options = readProofOptions()

const KNOWN_FIELDS = [
  ..."uuid txn_type payment_status pt_currency pt_amount pt_ammount pt_id pt_app_status".split(" "),
  ..."platform lender tax_exempt order_id".split(" "),
]
const LABELS = ["completed", "pending", "failed", "cancelled", "other"]

/** Characters that are not stored: control, format and surrogate characters. */
const UNSTORED_CHARACTERS = /[\p{Cc}\p{Cf}\p{Cs}]/u

/** The problem with the fields that are read from a postback's body, or null. */
function findFieldViolation(body: Buffer): string | null {
  const text = body.toString("utf8")
  const fields = readPostback(text)
  const uuid = readUuid(fields)
  for (const [name, value] of Object.entries(fields)) {
    if (!KNOWN_FIELDS.includes(name)) return `kept ${name}`
    const isToken = name === "uuid"
    // Counts characters, not UTF-16 code units.
    if (typeof value !== "string" || Array.from(value).length > (isToken ? 512 : 256))
      return `${name} is no short text`
    if (!isToken && UNSTORED_CHARACTERS.test(value)) return `${name} holds what cannot be kept`
    if (!text.includes(name) && !text.includes("%") && !text.includes("\\u"))
      return `made ${name} up`
  }
  if (uuid !== null && uuid !== fields.uuid) return "a token that is not the body's"
  if (uuid !== null && !isPathSegment(uuid)) return "a token that leads elsewhere"
  return LABELS.includes(labelOf(fields)) ? null : "a label that is not ours"
}

test(
  "readPostback returns only known, short and harmless fields of any body (B12, G3, G8)",
  async () => {
    const tally = createTally("postbacks")
    for await (const n of generateNumbers(options)) {
      const { body, done } = buildOddPostback(createRandom(options.seed, "postback", n))
      let violation: string | null
      try {
        violation = findFieldViolation(body)
      } catch (error) {
        violation = `threw ${String(error)}`
      }
      if (isPolluted()) violation ??= "a prototype was written to"
      if (violation)
        tally.recordViolation(n, `${violation}\n    ${done.join(", ")}: ${formatBody(body)}`)
      tally.recordOutcome(
        readUuid(readPostback(body.toString("utf8"))) === null ? "refused" : "accepted"
      )
    }
    tally.close()
  },
  PROOF_TIMEOUT_MS
)

test("the canary is in most fuzzed postbacks and in at most one field that readPostback returns", () => {
  const bodies = Array.from(
    { length: 200 },
    (_, n) => buildOddPostback(createRandom(1, "canary", n)).body
  )
  const withCanary = bodies.filter((body) => body.includes(CANARY))
  expect(withCanary.length).toBeGreaterThan(100)
  for (const body of withCanary) {
    const canaryFields = Object.values(readPostback(body.toString("utf8"))).filter(
      (value) => value === CANARY
    )
    expect(canaryFields.length).toBeLessThanOrEqual(1)
  }
})
