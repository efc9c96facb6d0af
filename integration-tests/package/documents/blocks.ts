import { readFileSync } from "node:fs"
import path from "node:path"
import { ROOT } from "../../../tooling/paths"
import { documents } from "../../unit/documents/documents"

/** A fenced block of a document. `line`: where its text begins, as editors count. */
export type Block = {
  document: string
  line: number
  language: string
  text: string
  /** Of the block's section. */
  heading: string
}

/** Every fenced block of every document. */
export function blocksOfDocuments(): Block[] {
  return documents().flatMap((document) => {
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

export const placeOf = ({ document, line }: Block) => `${document}:${line}`

/** Options, or what else belongs into an object that the reader has already. */
export const isFragment = ({ text }: Block) => /^\w+: /.test(text)

/** The commands of a shell block: comments and broken lines are put right, so is what one word holds. */
export function commandsIn({ text }: Block): string[] {
  return text
    .replaceAll(/\\\n\s*/g, "")
    .split("\n")
    .map((line) => line.replace(/(^|\s)#.*$/, "").trim())
    .filter((line) => line !== "")
}
