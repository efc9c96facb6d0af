import { objectsOf, placesOf, render, type Tree, treeOf } from "./json-tree"
import { oddKey, oddTree } from "./odd-values"
import type { Random } from "./random"

type Twist = (tree: Tree, random: Random) => Tree | void

/** Ways to mutate an answer. Each changes the tree or returns a replacement. */
const TWISTS: Record<string, Twist> = {
  replaceAValue: (tree, random) => {
    const places = placesOf(tree)
    if (places.length > 0) random.pick(places).set(oddTree(random))
  },
  retypeAValue: (tree, random) => {
    const places = placesOf(tree)
    if (places.length === 0) return
    const place = random.pick(places)
    place.set(retyped(place.get()))
  },
  spoilAText: (tree, random) => {
    const places = placesOf(tree).filter((place) => textOf(place.get()) !== null)
    if (places.length === 0) return
    const place = random.pick(places)
    const text = textOf(place.get()) ?? ""
    const bit = random.pick([
      "..",
      "../",
      "/",
      "\\",
      "?",
      "#",
      " ",
      "\r\n",
      "\0",
      "%2e",
      "é",
      "\ud800",
    ])
    place.set(treeOf(random.pick([bit, bit + text, text + bit, text.slice(1) + bit + text])))
  },
  leaveOutAKey: (tree, random) => {
    const objects = objectsOf(tree).filter(({ entries }) => entries.length > 0)
    if (objects.length === 0) return
    const { entries } = random.pick(objects)
    entries.splice(random.int(entries.length), 1)
  },
  renameAKey: (tree, random) => {
    const objects = objectsOf(tree).filter(({ entries }) => entries.length > 0)
    if (objects.length === 0) return
    const entry = random.pick(random.pick(objects).entries)
    const { key } = entry
    const spellings = [key.toUpperCase(), `${key} `, `_${key}`, key.replace("e", "е"), `${key}\0`]
    entry.key = random.pick([...spellings, oddKey(random)])
  },
  repeatAKey: (tree, random) => {
    const objects = objectsOf(tree).filter(({ entries }) => entries.length > 0)
    if (objects.length === 0) return
    const { entries } = random.pick(objects)
    const { key, value } = random.pick(entries)
    const again = { key, value: random.once(3) ? value : oddTree(random) }
    entries.splice(random.int(entries.length + 1), 0, again)
  },
  addAKey: (tree, random) => {
    const objects = objectsOf(tree)
    if (objects.length === 0) return
    random.pick(objects).entries.push({ key: oddKey(random), value: oddTree(random) })
  },
  swapTwoValues: (tree, random) => {
    const places = placesOf(tree)
    if (places.length === 0) return
    const [one, other] = [random.pick(places), random.pick(places)]
    const value = copyOf(one.get())
    one.set(copyOf(other.get()))
    other.set(value)
  },
  wrap: (tree, random) =>
    random.pick<Tree>([
      { kind: "array", items: [tree] },
      { kind: "array", items: [tree, tree] },
      { kind: "object", entries: [{ key: random.pick(["data", "__proto__"]), value: tree }] },
      treeOf(render(tree)),
    ]),
  hideInPrototype: (tree) => ({
    kind: "object",
    entries: [
      { key: "__proto__", value: tree },
      {
        key: "constructor",
        value: { kind: "object", entries: [{ key: "prototype", value: tree }] },
      },
    ],
  }),
  somethingElse: (_tree, random) => oddTree(random),
}

export const TWIST_NAMES = Object.keys(TWISTS)

/** Copies a tree and applies the named mutation. */
export function twist(tree: Tree, name: string, random: Random): Tree {
  const copy = copyOf(tree)
  return TWISTS[name]?.(copy, random) ?? copy
}

/** Changes a value's type: a number to text, text to a number, other values to an array of one. */
function retyped(tree: Tree): Tree {
  if (tree.kind !== "literal") return { kind: "array", items: [tree] }
  const text = textOf(tree)
  if (text === null) return treeOf(tree.text)
  return { kind: "literal", text: /^-?\d+(\.\d+)?$/.test(text) ? text : "1" }
}

/** Returns the text between the quotes, or null for other values. */
function textOf(tree: Tree): string | null {
  return tree.kind === "literal" ? (/^"(.*)"$/s.exec(tree.text)?.[1] ?? null) : null
}

function copyOf(tree: Tree): Tree {
  return structuredClone(tree)
}
