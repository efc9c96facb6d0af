/**
 * A syntax tree of JSON text. Represents what JavaScript values cannot: repeated keys, `1e400`, `-0`, `NaN` and
 * invalid JSON.
 */
export type Tree =
  | { kind: "object"; entries: { key: string; value: Tree }[] }
  | { kind: "array"; items: Tree[] }
  /** Written unchanged. */
  | { kind: "literal"; text: string }

export function literal(text: string): Tree {
  return { kind: "literal", text }
}

export function buildTree(value: unknown): Tree {
  if (Array.isArray(value)) return { kind: "array", items: value.map(buildTree) }
  if (typeof value !== "object" || value === null) return literal(JSON.stringify(value) ?? "null")
  const entries = Object.entries(value).map(([key, inner]) => ({ key, value: buildTree(inner) }))
  return { kind: "object", entries }
}

export function formatTree(tree: Tree): string {
  if (tree.kind === "literal") return tree.text
  if (tree.kind === "array") return `[${tree.items.map(formatTree).join(",")}]`
  const entries = tree.entries.map(
    ({ key, value }) => `${JSON.stringify(key)}:${formatTree(value)}`
  )
  return `{${entries.join(",")}}`
}

/** A position in a tree that can be read and replaced. */
export type Place = { get: () => Tree; set: (tree: Tree) => void }

/** Lists every position in a tree except its root, at any depth. */
export function listPlaces(tree: Tree): Place[] {
  if (tree.kind === "literal") return []
  const here: Place[] =
    tree.kind === "array"
      ? tree.items.map((item, index) => ({
          get: () => item,
          set: (other) => void (tree.items[index] = other),
        }))
      : tree.entries.map((entry) => ({
          get: () => entry.value,
          set: (other) => void (entry.value = other),
        }))
  const inner = tree.kind === "array" ? tree.items : tree.entries.map(({ value }) => value)
  return [...here, ...inner.flatMap(listPlaces)]
}

type ObjectTree = Extract<Tree, { kind: "object" }>

/** Lists every object in a tree, including the root. */
export function listObjects(tree: Tree): ObjectTree[] {
  if (tree.kind === "literal") return []
  const inner = tree.kind === "array" ? tree.items : tree.entries.map(({ value }) => value)
  return [...(tree.kind === "object" ? [tree] : []), ...inner.flatMap(listObjects)]
}
