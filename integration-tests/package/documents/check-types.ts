import { mkdirSync, writeFileSync } from "node:fs"
import path from "node:path"
import ts from "typescript"
import { type Block, isFragment, formatPlace } from "./blocks"

const OPTIONS: ts.CompilerOptions = {
  noEmit: true,
  strict: true,
  skipLibCheck: true,
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  lib: ["lib.es2023.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
  jsx: ts.JsxEmit.ReactJSX,
  types: ["node"],
}

/** Builds a module from a block. Wraps a fragment of options in a Medusa configuration. */
function buildModule(block: Block): string {
  if (!isFragment(block)) return `${block.text}\nexport {}\n`
  return `import { defineConfig } from "@medusajs/framework/utils"\nexport default defineConfig({ ${block.text} })\n`
}

/**
 * Type-checks blocks in one program, in a folder that resolves the packed package.
 * @returns the compiler's messages, each with the place of its block
 */
export function findTypeErrors(blocks: Block[], folder: string): string[] {
  const places = new Map<string, Block>()
  for (const [index, block] of blocks.entries()) {
    const file = path.join(folder, `block-${index}.${block.language}`)
    mkdirSync(folder, { recursive: true })
    writeFileSync(file, buildModule(block))
    places.set(file, block)
  }
  const declarations = path.join(__dirname, "readers-own.d.ts")
  const paths = { "@lib/config": [path.join(__dirname, "starter-config.d.ts")] }
  const program = ts.createProgram([declarations, ...places.keys()], { ...OPTIONS, paths })
  return [...places].flatMap(([file, block]) => {
    const source = program.getSourceFile(file)
    const found = [
      ...program.getSyntacticDiagnostics(source),
      ...program.getSemanticDiagnostics(source),
    ]
    return found.map((diagnostic) => {
      const message = ts.flattenDiagnosticMessageText(diagnostic.messageText, " ")
      return `${formatPlace(block)}: ${message}`
    })
  })
}
