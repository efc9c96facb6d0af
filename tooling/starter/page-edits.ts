import { mkdir, readFile, writeFile } from "node:fs/promises"
import path from "node:path"

/** A new file, or a change of an existing one, from a code block of the documentation. */
export type Edit = { file: string; kind: "new" | "change"; lines: string[] }

const BLOCK_PATTERN = /^```(tsx?|diff)\n([\s\S]*?)^```$/gm
/** The first line of a block: the file's path in the storefront. */
const TITLE_PATTERN = /^(?:\/\/|#) (src\/\S+|tsconfig\.json)$/

/** Parses the code blocks that name a file, in order. */
export function parseEdits(markdown: string): Edit[] {
  const edits: Edit[] = []
  for (const [, language, body = ""] of markdown.matchAll(BLOCK_PATTERN)) {
    const [title = "", ...lines] = body.split("\n")
    const file = TITLE_PATTERN.exec(title)?.[1]
    if (file) edits.push({ file, kind: language === "diff" ? "change" : "new", lines })
  }
  return edits
}

/** Reads the plugin's options from the page. @throws Error when it has none */
export function readPluginOptions(markdown: string): string {
  const options = /^```ts\n(checkout: [\s\S]*?)^```$/m.exec(markdown)?.[1]
  if (!options) throw new Error("The page has no options")
  return options
}

/** Reads the package versions for a Medusa upgrade from docs/operations.md. @throws Error when it has none */
export function readUpgradeVersions(markdown: string): Record<string, string> {
  const lines = /^## Upgrade Medusa$[\s\S]*?^```json\n([\s\S]*?)^```$/m.exec(markdown)?.[1]
  if (!lines) throw new Error("The page has no versions")
  return JSON.parse(lines) as Record<string, string>
}

/** Counts the lines that the edits add or remove. */
export function countChangedLines(edits: Edit[]): number {
  const listWrittenLines = (edit: Edit) =>
    edit.lines.filter((line) =>
      edit.kind === "new" ? line.trim() !== "" : /^[+-]\s*\S/.test(line)
    )
  return edits.reduce((sum, edit) => sum + listWrittenLines(edit).length, 0)
}

/** Finds the index of consecutive lines, ignoring indentation; -1 if absent. */
function findLines(lines: string[], wanted: string[]): number {
  return lines.findIndex((_, at) =>
    wanted.every((line, offset) => lines[at + offset]?.trim() === line.trim())
  )
}

/** Applies a diff: ` ` and `-` mark existing lines, `+` new ones, and `…` separates two places of the file. */
function applyChange(text: string, edit: Edit): string {
  const lines = text.split("\n")
  const places = edit.lines.join("\n").split(/^…$/m)
  for (const place of places) {
    const marked = place.split("\n").filter((line) => line !== "")
    const old = marked.filter((line) => !line.startsWith("+")).map((line) => line.slice(1))
    const next = marked.filter((line) => !line.startsWith("-")).map((line) => line.slice(1))
    const at = findLines(lines, old)
    if (at < 0) {
      throw new Error(
        `${edit.file} lacks these lines; the starter may have changed:\n${old.join("\n")}`
      )
    }
    lines.splice(at, old.length, ...next)
  }
  return lines.join("\n")
}

/** Applies the edits to a storefront. @throws Error that names a file without the expected lines */
export async function applyEdits(edits: Edit[], storefront: string): Promise<void> {
  for (const edit of edits) {
    const file = path.join(storefront, edit.file)
    await mkdir(path.dirname(file), { recursive: true })
    const text =
      edit.kind === "new" ? edit.lines.join("\n") : applyChange(await readFile(file, "utf8"), edit)
    await writeFile(file, text)
  }
}
