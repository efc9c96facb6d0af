import ts from "typescript"
import { filesUnder, read } from "./documents"

const NAMING = ["describe", "it", "test"]

/** Modifiers of tests that do not run. */
const NEVER_RUN = ["skip", "todo"]

/** Returns `it` for `it(…)` and `it.each(…)(…)`, and an empty string for a test that does not run. */
function rootOf(called: ts.Expression): string {
  if (ts.isPropertyAccessExpression(called) && NEVER_RUN.includes(called.name.text)) return ""
  if (ts.isCallExpression(called) || ts.isPropertyAccessExpression(called)) {
    return rootOf(called.expression)
  }
  return ts.isIdentifier(called) ? called.text : ""
}

function nameIn(node: ts.Node): string[] {
  if (!ts.isCallExpression(node) || !NAMING.includes(rootOf(node.expression))) return []
  const [name] = node.arguments
  return name && (ts.isStringLiteralLike(name) || ts.isTemplateExpression(name))
    ? [name.getText()]
    : []
}

/** Lists the names of all running tests and describe blocks, as written in the spec files. */
export function namesOfTests(): string[] {
  return filesUnder("integration-tests", ".spec.ts").flatMap((file) => {
    const spec = ts.createSourceFile(file, read(file), ts.ScriptTarget.Latest, true)
    const within = (node: ts.Node): string[] => {
      const names = nameIn(node)
      ts.forEachChild(node, (child) => void names.push(...within(child)))
      return names
    }
    return within(spec)
  })
}
