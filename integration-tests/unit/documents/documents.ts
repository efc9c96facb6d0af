import { readdirSync, readFileSync } from "node:fs"
import path from "node:path"

export const ROOT = path.join(__dirname, "../../..")

export function read(file: string): string {
  return readFileSync(path.join(ROOT, file), "utf8")
}

/** Paths below the root of all files under a folder whose names end so. */
export function filesUnder(folder: string, ending: string): string[] {
  return readdirSync(path.join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(ending))
    .map((name) => path.join(folder, name))
}

/** Every document of the package. */
export function documents(): string[] {
  const atRoot = readdirSync(ROOT).filter((name) => name.endsWith(".md"))
  return [...atRoot, ...filesUnder("docs", ".md")]
}

/** The cells of a table's rows, by the heading above it. */
export function rowsUnder(text: string, heading: string): string[][] {
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

/** The words in backticks. */
export function wordsIn(cell = ""): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, word]) => String(word))
}

/** All source, with the sentences that it breaks over lines in one piece. */
export function sentencesOfSource(): string {
  return filesUnder("src", ".ts")
    .map(read)
    .join("\n")
    .replaceAll(/"\s*\+\s*["`]/g, "")
    .replaceAll('\\"', '"')
}
