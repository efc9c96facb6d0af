import { listObjects, listPlaces, formatTree, type Tree, buildTree } from "./json-tree"
import { pickOddKey, buildOddTree } from "./odd-values"
import type { Random } from "./random"

type Mutation = (tree: Tree, random: Random) => Tree | void

/** Ways to mutate an answer. Each changes the tree or returns a replacement. */
const MUTATIONS: Record<string, Mutation> = {
  replaceValue: (tree, random) => {
    const places = listPlaces(tree)
    if (places.length > 0) random.pick(places).set(buildOddTree(random))
  },
  retypeValue: (tree, random) => {
    const places = listPlaces(tree)
    if (places.length === 0) return
    const place = random.pick(places)
    place.set(changeType(place.get()))
  },
  corruptText: (tree, random) => {
    const places = listPlaces(tree).filter((place) => getText(place.get()) !== null)
    if (places.length === 0) return
    const place = random.pick(places)
    const text = getText(place.get()) ?? ""
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
    place.set(buildTree(random.pick([bit, bit + text, text + bit, text.slice(1) + bit + text])))
  },
  removeKey: (tree, random) => {
    const objects = listObjects(tree).filter(({ entries }) => entries.length > 0)
    if (objects.length === 0) return
    const { entries } = random.pick(objects)
    entries.splice(random.int(entries.length), 1)
  },
  renameKey: (tree, random) => {
    const objects = listObjects(tree).filter(({ entries }) => entries.length > 0)
    if (objects.length === 0) return
    const entry = random.pick(random.pick(objects).entries)
    const { key } = entry
    const spellings = [key.toUpperCase(), `${key} `, `_${key}`, key.replace("e", "е"), `${key}\0`]
    entry.key = random.pick([...spellings, pickOddKey(random)])
  },
  repeatKey: (tree, random) => {
    const objects = listObjects(tree).filter(({ entries }) => entries.length > 0)
    if (objects.length === 0) return
    const { entries } = random.pick(objects)
    const { key, value } = random.pick(entries)
    const again = { key, value: random.oneIn(3) ? value : buildOddTree(random) }
    entries.splice(random.int(entries.length + 1), 0, again)
  },
  addKey: (tree, random) => {
    const objects = listObjects(tree)
    if (objects.length === 0) return
    random.pick(objects).entries.push({ key: pickOddKey(random), value: buildOddTree(random) })
  },
  swapValues: (tree, random) => {
    const places = listPlaces(tree)
    if (places.length === 0) return
    const [one, other] = [random.pick(places), random.pick(places)]
    const value = cloneTree(one.get())
    one.set(cloneTree(other.get()))
    other.set(value)
  },
  wrap: (tree, random) =>
    random.pick<Tree>([
      { kind: "array", items: [tree] },
      { kind: "array", items: [tree, tree] },
      { kind: "object", entries: [{ key: random.pick(["data", "__proto__"]), value: tree }] },
      buildTree(formatTree(tree)),
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
  replaceTree: (_tree, random) => buildOddTree(random),
}

export const MUTATION_NAMES = Object.keys(MUTATIONS)

/** Copies a tree and applies the named mutation. */
export function mutateTree(tree: Tree, name: string, random: Random): Tree {
  const copy = cloneTree(tree)
  return MUTATIONS[name]?.(copy, random) ?? copy
}

/** Changes a value's type: a number to text, text to a number, other values to an array of one. */
function changeType(tree: Tree): Tree {
  if (tree.kind !== "literal") return { kind: "array", items: [tree] }
  const text = getText(tree)
  if (text === null) return buildTree(tree.text)
  return { kind: "literal", text: /^-?\d+(\.\d+)?$/.test(text) ? text : "1" }
}

/** Returns the text between the quotes, or null for other values. */
function getText(tree: Tree): string | null {
  return tree.kind === "literal" ? (/^"(.*)"$/s.exec(tree.text)?.[1] ?? null) : null
}

function cloneTree(tree: Tree): Tree {
  return structuredClone(tree)
}
