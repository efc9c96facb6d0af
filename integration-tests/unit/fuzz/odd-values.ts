import { type Tree, literal, buildTree } from "./json-tree"
import type { Random } from "./random"

/** Part of untrusted texts. Must not appear in the client's errors. */
export const CANARY = "canary-078-05-1120"

const NUMBERS = [
  ..."0 -0 1 -1 0.1 0.005 1.005 99.999 1099.98 1e21 1e-7 1e400 -1e400 5e-324".split(" "),
  ..."9007199254740993 123456789012345678901234567890 1E5 1.0000000000000001".split(" "),
  ..."NaN Infinity -Infinity 0x10 01 +1 1. .5 1_000 0b1".split(" "),
]

const TEXTS = [
  ...["", " ", "\t\r\n", "null", "true", "undefined", "[object Object]", "NaN", "Infinity", "-0"],
  ...[
    "1",
    "-1",
    "1099.98",
    "1,099.98",
    "1e5",
    "0x10",
    " 1 ",
    "1.",
    ".5",
    "１２",
    "$5",
    "1".repeat(40),
  ],
  ...[
    "ok",
    "OK",
    "ok ",
    " ok",
    "o\u006b\u0000",
    "оk",
    "S",
    "s",
    "S ",
    "C",
    "L",
    "T",
    "B",
    "O",
    "Ω9",
  ],
  ...["VERIFIED_PT", "bearer", "Basic", "Bad Request", "invalid_grant", "main_street", CANARY],
  ...[
    "../../etc",
    "..%2f",
    "a/b",
    "a?b",
    "a#b",
    "a b",
    "a\r\nX-Injected: 1",
    "%00",
    "\0",
    ".",
    "..",
    "a..b",
  ],
  ...["javascript:alert(1)", "JaVaScRiPt:1", "data:text/html,x", "//evil.example", "http://"],
  ...["https://u:p@evil.example/", "HTTPS://EVIL.EXAMPLE", "https://a b", " https://a.example"],
  ...["__proto__", "constructor", "toString", "hasOwnProperty", "\u202Etxt", "\uFEFF", "👩‍💻"],
  ...["\ud800", "\udc00x", "é", "e\u0301", "ß", "İ", "<script>", "${7*7}", "{{7*7}}", "' or 1=1--"],
]

const KEYS = ["__proto__", "constructor", "prototype", "toString", "", "status", "token", "error"]

/** Picks the text of a number, valid JSON or not. */
export function pickOddNumber(random: Random): string {
  return random.pick(NUMBERS)
}

export function pickOddText(random: Random): string {
  if (random.oneIn(30))
    return random.pick(["x", "9", "é", " ", "\\"]).repeat(1 + random.int(20_000))
  return random.pick(TEXTS)
}

export function pickOddKey(random: Random): string {
  return random.oneIn(4) ? pickOddText(random) : random.pick(KEYS)
}

/** Builds a value of any type. */
export function buildOddTree(random: Random): Tree {
  switch (random.int(10)) {
    case 0:
      return literal("null")
    case 1:
      return literal(random.pick(["true", "false", "undefined", "'a'", "", "None", '"\\x41"']))
    case 2:
    case 3:
    case 4:
      return literal(pickOddNumber(random))
    case 5:
      return {
        kind: "array",
        items: random.oneIn(2) ? [] : [buildOddTree(random), buildOddTree(random)],
      }
    case 6:
      return {
        kind: "object",
        entries: [{ key: pickOddKey(random), value: buildTree(pickOddText(random)) }],
      }
    case 7:
      return random.oneIn(5) ? buildNestedTree(random) : buildTree({})
    default:
      return buildTree(pickOddText(random))
  }
}

/** Builds nested arrays or objects around and beyond parsers' depth limits. */
function buildNestedTree(random: Random): Tree {
  const depth = random.pick([10, 62, 63, 64, 65, 100, 1_000, 20_000])
  const [open, close] = random.pick([
    ["[", "]"],
    ['{"a":', "}"],
    ['[{"__proto__":', "}]"],
  ] as const)
  return literal(`${open.repeat(depth)}1${close.repeat(random.oneIn(4) ? depth - 1 : depth)}`)
}
