import { gzipSync } from "node:zlib"
import { TOKEN } from "../financing-api/sample-bodies"
import { GARBLE_NAMES, garble } from "./garble"
import { formatTree, buildTree } from "./json-tree"
import { CANARY, pickOddKey, pickOddText } from "./odd-values"
import type { Random } from "./random"
import { mutateTree, MUTATION_NAMES } from "./mutate-tree"

/** A postback's body and headers, and the changes made to it. */
export type OddPostback = { body: Buffer; headers: Record<string, string>; done: string[] }

const SAMPLE = {
  txn_type: "cart",
  payment_status: "pending",
  pt_currency: "USD",
  pt_amount: "1099.98",
  uuid: TOKEN,
  pt_app_status: "S",
  lender: "A Lender",
  tax_exempt: "yes",
}

const TYPES = [
  ...["application/x-www-form-urlencoded", "application/json", "text/plain", "", ";;;"],
  ...["application/json; charset=utf-42", "application/octet-stream", "application/xml", "a/b/c"],
  ...["multipart/form-data; boundary=x", "multipart/form-data", `text/${"x".repeat(2_000)}`],
]

/** Builds a postback, malformed or valid. */
export function buildOddPostback(random: Random): OddPostback {
  const done: string[] = []
  let body = Buffer.from(random.oneIn(2) ? buildOddForm(random, done) : buildOddJson(random, done))
  for (let left = random.pick([0, 0, 0, 1, 1, 2]); left > 0; left -= 1) {
    const name = random.pick(GARBLE_NAMES)
    body = Buffer.from(garble(body, name, random))
    done.push(name)
  }
  const headers: Record<string, string> = { "content-type": random.pick(TYPES) }
  if (random.oneIn(10)) {
    headers["content-encoding"] = random.pick(["gzip", "deflate", "br", "identity", "x"])
    if (random.oneIn(2)) body = gzipSync(body)
    done.push("packed")
  }
  return { body, headers, done }
}

function buildOddJson(random: Random, done: string[]): string {
  let tree = buildTree({ ...SAMPLE, ssn: CANARY })
  for (let left = random.pick([0, 1, 1, 2, 3]); left > 0; left -= 1) {
    const name = random.pick(MUTATION_NAMES)
    tree = mutateTree(tree, name, random)
    done.push(name)
  }
  return formatTree(tree)
}

type Pair = readonly [key: string, value: string]

/** Ways to mutate the pairs of a form. */
const FORM_MUTATIONS: Record<string, (pairs: Pair[], random: Random) => void> = {
  replaceValue: (pairs, random) => {
    const at = random.int(pairs.length)
    pairs[at] = [pairs[at]?.[0] ?? "", encodeURIComponent(toWellFormed(pickOddText(random)))]
  },
  setRawValue: (pairs, random) => {
    const at = random.int(pairs.length)
    const raw = random.pick(["%", "%zz", "%00", "%ff%fe", "%ed%a0%80", "+%2B", "a=b=c", "\0", "é"])
    pairs[at] = [pairs[at]?.[0] ?? "", raw]
  },
  renameKey: (pairs, random) => {
    const at = random.int(pairs.length)
    const key = pairs[at]?.[0] ?? ""
    const spellings = [`${key}[]`, `${key}[a]`, `${key}.a`, key.toUpperCase(), `%${key}`, ""]
    pairs[at] = [random.pick([...spellings, pickOddKey(random)]), pairs[at]?.[1] ?? ""]
  },
  repeatKey: (pairs, random) => {
    const [key] = random.pick(pairs)
    pairs.splice(random.int(pairs.length + 1), 0, [key, encodeURIComponent("another-token")])
  },
  addPairs: (pairs, random) => {
    const times = random.oneIn(20) ? 2_000 : 1
    for (let n = 0; n < times; n += 1) pairs.push([`${pickOddKey(random)}${n}`, CANARY])
  },
  removePair: (pairs, random) => void pairs.splice(random.int(pairs.length), 1),
}

const FORM_MUTATION_NAMES = Object.keys(FORM_MUTATIONS)

function buildOddForm(random: Random, done: string[]): string {
  const pairs: Pair[] = [...Object.entries(SAMPLE), ["ssn", CANARY]]
  for (let left = random.pick([0, 1, 1, 2, 3]); left > 0 && pairs.length > 0; left -= 1) {
    const name = random.pick(FORM_MUTATION_NAMES)
    FORM_MUTATIONS[name]?.(pairs, random)
    done.push(name)
  }
  return pairs.map(([key, value]) => `${key}=${value}`).join(random.oneIn(30) ? ";" : "&")
}

function toWellFormed(text: string): string {
  return Buffer.from(text).toString()
}
