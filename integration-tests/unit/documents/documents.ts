import { readdirSync, readFileSync } from "node:fs"
import path from "node:path"

export const ROOT = path.join(__dirname, "../../..")

export function readRepositoryFile(file: string): string {
  return readFileSync(path.join(ROOT, file), "utf8")
}

/** Lists the files under a folder whose names end with `ending`, as paths relative to the root. */
export function listFiles(folder: string, ending: string): string[] {
  return readdirSync(path.join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(ending))
    .map((name) => path.join(folder, name))
}

/** Lists the Markdown documents at the root and in docs. */
export function listDocuments(): string[] {
  const atRoot = readdirSync(ROOT).filter((name) => name.endsWith(".md"))
  return [...atRoot, ...listFiles("docs", ".md")]
}

/** Reads the cells of the table under a heading. */
export function readTableRows(text: string, heading: string): string[][] {
  const after = text.split(new RegExp(`^#+ ${heading}$`, "m"))[1] ?? ""
  const section = after.split(/^#+ /m)[0] ?? ""
  const rows = section.split("\n").filter((line) => line.startsWith("|"))
  return rows.slice(2).map((row) =>
    row
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim())
  )
}

/** Finds the texts in backticks. */
export function findCodeWords(cell = ""): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, word]) => String(word))
}

/** Reads all source, with string literals that are split over lines joined. */
export function readSourceText(): string {
  return listFiles("src", ".ts")
    .map(readRepositoryFile)
    .join("\n")
    .replaceAll(/"\s*\+\s*["`]/g, "")
    .replaceAll('\\"', '"')
}
