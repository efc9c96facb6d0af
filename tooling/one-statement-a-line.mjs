// Minifies the published JavaScript: no comments and no indentation, but one statement per line, so that stack traces
// still point to statements.
import ts from "typescript"
import { transformWithEsbuild } from "vite"

const startsLine = ({ parent }) =>
  parent && (ts.isSourceFile(parent) || ts.isBlock(parent) || ts.isCaseOrDefaultClause(parent))

function statementStarts(code) {
  const starts = []
  const visit = (node) => {
    if (ts.isStatement(node) && startsLine(node)) starts.push(node.getStart())
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile("built.js", code, ts.ScriptTarget.ESNext, true))
  return starts.filter((start) => start > 0).sort((a, b) => a - b)
}

export async function oneStatementALine(text, file) {
  const options = { loader: "js", minifyWhitespace: true, sourcemap: false }
  const { code } = await transformWithEsbuild(text, file, options)
  const starts = [0, ...statementStarts(code)]
  const lines = starts.map((start, index) => code.slice(start, starts[index + 1]).trimEnd())
  // publint recognizes default exports of CommonJS only in TypeScript's format.
  return lines.join("\n").replaceAll("exports.default=(0,", "exports.default = (0, ")
}
