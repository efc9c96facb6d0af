import { readFileSync } from "node:fs"
import path from "node:path"
import { ROOT } from "../../../tooling/paths"
import { listDocuments } from "../../unit/documents/documents"

/** A fenced code block. `line` is the 1-based line of its first text line. */
export type Block = {
  document: string
  line: number
  language: string
  text: string
  /** The heading of the block's section. */
  heading: string
}

/** Lists the fenced code blocks of all documents. */
export function listDocumentBlocks(): Block[] {
  return listDocuments().flatMap((document) => {
    const page = readFileSync(path.join(ROOT, document), "utf8")
    return [...page.matchAll(/^ *```(\w*)\n([\s\S]*?)^ *```$/gm)].map((found) => ({
      document,
      line: page.slice(0, found.index).split("\n").length + 1,
      language: String(found[1]),
      text: String(found[2]),
      heading:
        page
          .slice(0, found.index)
          .match(/^## .*$/gm)
          ?.at(-1)
          ?.slice(3) ?? "",
    }))
  })
}

export const formatPlace = ({ document, line }: Block) => `${document}:${line}`

/** Whether a block is part of an object, such as options. */
export const isFragment = ({ text }: Block) => /^\w+: /.test(text)

/** Parses the commands of a shell block: removes comments and joins continued lines. */
export function parseCommands({ text }: Block): string[] {
  return text
    .replaceAll(/\\\n\s*/g, "")
    .split("\n")
    .map((line) => line.replace(/(^|\s)#.*$/, "").trim())
    .filter((line) => line !== "")
}
