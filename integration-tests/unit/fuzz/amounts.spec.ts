import { MedusaError } from "@medusajs/framework/utils"
import { fromDollars, toDollars } from "../../../src/domain/money"
import { isFunded, readStatusCode } from "../../../src/domain/status-codes"
import { toCents } from "../../../src/translation/amount"
import { readProofOptions, PROOF_TIMEOUT_MS } from "../../proofs/proof-options"
import { formatTree } from "./json-tree"
import { generateNumbers } from "./body-numbers"
import { pickOddNumber, pickOddText, buildOddTree } from "./odd-values"
import { type Random, createRandom } from "./random"
import { createTally } from "./tally"

const options = readProofOptions()

/** Picks a random value, parsed from JSON or created in JavaScript. */
function pickOddValue(random: Random): unknown {
  if (random.oneIn(3)) return Number(pickOddNumber(random))
  if (random.oneIn(3)) return random.int(2_000_000_000) / random.pick([1, 100, 1_000, 3, 1e9])
  try {
    return JSON.parse(formatTree(buildOddTree(random)))
  } catch {
    return pickOddText(random)
  }
}

/** Wraps the value in a random format in which Medusa passes numbers. */
function wrapNumber(value: unknown, random: Random): unknown {
  const formats = [value, { value, precision: 20 }, { raw: { value } }, { numeric: value }, [value]]
  return random.pick(formats)
}

type ReadResult = { ok: boolean; violation: string | null }

/** The service's dollars: whole cents or null. */
function readDollars(random: Random): ReadResult {
  const value = pickOddValue(random)
  const dollars = typeof value === "number" ? value : null
  const cents = fromDollars(dollars)
  if (cents === null) return { ok: false, violation: null }
  const isSame = Math.abs(toDollars(cents) - (dollars ?? NaN)) <= 1e-11 * Math.max(1, dollars ?? 1)
  const isValid = Number.isSafeInteger(cents) && !Object.is(cents, -0) && isSame
  return {
    ok: true,
    violation: isValid ? null : `${String(dollars)} dollars became ${cents} cents`,
  }
}

/** Medusa's amounts: safe whole cents, or an error that is shown to the user. */
function readMedusaAmount(random: Random): ReadResult {
  const value = wrapNumber(pickOddValue(random), random)
  try {
    const cents = toCents(value)
    const isValid = Number.isSafeInteger(cents) && !Object.is(cents, -0)
    return {
      ok: true,
      violation: isValid ? null : `${JSON.stringify(value)} became ${cents} cents`,
    }
  } catch (error) {
    const isUserFacing = error instanceof MedusaError && error.type === "invalid_data"
    return {
      ok: false,
      violation: isUserFacing ? null : `${JSON.stringify(value)}: ${String(error)}`,
    }
  }
}

/** The service's codes: exactly one of fourteen letters, or unknown. */
function readCode(random: Random): ReadResult {
  const value = pickOddValue(random)
  const status = typeof value === "string" ? value : null
  const code = readStatusCode(status)
  if (code === "unknown") return { ok: false, violation: null }
  const isValid = status === code && /^[PZRAWMSCLXUOTB]$/.test(code)
  const isWronglyFunded = isFunded(code) && status !== "C" && status !== "L"
  return {
    ok: true,
    violation: isValid && !isWronglyFunded ? null : `${String(status)} became ${code}`,
  }
}

const READERS = {
  "the service's dollars (F4)": readDollars,
  "Medusa's amounts (F1)": readMedusaAmount,
  "the service's status codes (G8)": readCode,
}

describe("an invalid amount or code is never accepted:", () => {
  test.each(Object.entries(READERS))(
    "%s",
    async (name, read) => {
      const tally = createTally(name)
      for await (const n of generateNumbers(options)) {
        const { ok, violation } = read(createRandom(options.seed, name, n))
        if (violation) tally.recordViolation(n, violation)
        tally.recordOutcome(ok ? "accepted" : "refused")
      }
      tally.close()
    },
    PROOF_TIMEOUT_MS
  )
})
