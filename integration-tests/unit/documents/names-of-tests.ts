import ts from "typescript"
import { filesUnder, read } from "./documents"

const NAMING = ["describe", "it", "test"]

/** Tests that never run defend nothing. */
const NEVER_RUN = ["skip", "todo"]

/** `it` of `it(…)` and of `it.each(…)(…)`; nothing of a test that does not run. */
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

/** The names of the specs' tests and groups of tests that run, as written in their files. */
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
