import { mkdir, readFile, writeFile } from "node:fs/promises"
import path from "node:path"

/** A file that the page has the reader write, or the lines that it has them change in one. */
export type Edit = { file: string; kind: "new" | "change"; lines: string[] }

const BLOCK = /^```(tsx?|diff)\n([\s\S]*?)^```$/gm
/** What a block begins with: the file it is about, from the storefront's folder. */
const TITLE = /^(?:\/\/|#) (src\/\S+|tsconfig\.json)$/

/** The code blocks of a document that name a file, in their order. */
export function editsOf(markdown: string): Edit[] {
  const edits: Edit[] = []
  for (const [, language, body = ""] of markdown.matchAll(BLOCK)) {
    const [title = "", ...lines] = body.split("\n")
    const file = TITLE.exec(title)?.[1]
    if (file) edits.push({ file, kind: language === "diff" ? "change" : "new", lines })
  }
  return edits
}

/** The plugin's options that the page has the reader set. */
export function optionsOf(markdown: string): string {
  const options = /^```ts\n(checkout: [\s\S]*?)^```$/m.exec(markdown)?.[1]
  if (!options) throw new Error("The page names no options")
  return options
}

/** The versions that docs/operations.md has a shop of an older Medusa write into package.json. */
export function upgradeOf(markdown: string): Record<string, string> {
  const lines = /^## Upgrade Medusa$[\s\S]*?^```json\n([\s\S]*?)^```$/m.exec(markdown)?.[1]
  if (!lines) throw new Error("The page names no versions")
  return JSON.parse(lines) as Record<string, string>
}

/** Lines that a reader writes or takes away: what the work comes to. */
export function changedLines(edits: Edit[]): number {
  const written = (edit: Edit) =>
    edit.lines.filter((line) =>
      edit.kind === "new" ? line.trim() !== "" : /^[+-]\s*\S/.test(line)
    )
  return edits.reduce((sum, edit) => sum + written(edit).length, 0)
}

/** Where `wanted` stands in `lines`, one after the other, whatever the indentation. */
function placeOf(lines: string[], wanted: string[]): number {
  return lines.findIndex((_, at) =>
    wanted.every((line, offset) => lines[at + offset]?.trim() === line.trim())
  )
}

/** A change is lines that are there (` `, `-`) and lines that come (`+`); `…` parts two places of a file. */
function change(text: string, edit: Edit): string {
  const lines = text.split("\n")
  const places = edit.lines.join("\n").split(/^…$/m)
  for (const place of places) {
    const marked = place.split("\n").filter((line) => line !== "")
    const old = marked.filter((line) => !line.startsWith("+")).map((line) => line.slice(1))
    const next = marked.filter((line) => !line.startsWith("-")).map((line) => line.slice(1))
    const at = placeOf(lines, old)
    if (at < 0) {
      throw new Error(
        `${edit.file} has no such lines; the starter may have changed:\n${old.join("\n")}`
      )
    }
    lines.splice(at, old.length, ...next)
  }
  return lines.join("\n")
}

/** Does to a storefront what the page says. @throws Error that names the file whose lines are not found */
export async function applyEdits(edits: Edit[], storefront: string): Promise<void> {
  for (const edit of edits) {
    const file = path.join(storefront, edit.file)
    await mkdir(path.dirname(file), { recursive: true })
    const text =
      edit.kind === "new" ? edit.lines.join("\n") : change(await readFile(file, "utf8"), edit)
    await writeFile(file, text)
  }
}
