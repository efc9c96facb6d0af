import ts from "typescript"
import { listFiles, readRepositoryFile } from "./documents"

const TEST_FUNCTIONS = ["describe", "it", "test"]

/** Modifiers of tests that do not run. */
const SKIP_MODIFIERS = ["skip", "todo"]

/** Returns `it` for `it(…)` and `it.each(…)(…)`, and an empty string for a test that does not run. */
function getRootName(called: ts.Expression): string {
  if (ts.isPropertyAccessExpression(called) && SKIP_MODIFIERS.includes(called.name.text)) return ""
  if (ts.isCallExpression(called) || ts.isPropertyAccessExpression(called)) {
    return getRootName(called.expression)
  }
  return ts.isIdentifier(called) ? called.text : ""
}

function findTestName(node: ts.Node): string[] {
  if (!ts.isCallExpression(node) || !TEST_FUNCTIONS.includes(getRootName(node.expression)))
    return []
  const [name] = node.arguments
  return name && (ts.isStringLiteralLike(name) || ts.isTemplateExpression(name))
    ? [name.getText()]
    : []
}

/** Lists the names of all running tests and describe blocks, as written in the spec files. */
export function listTestNames(): string[] {
  return listFiles("integration-tests", ".spec.ts").flatMap((file) => {
    const spec = ts.createSourceFile(file, readRepositoryFile(file), ts.ScriptTarget.Latest, true)
    const findNames = (node: ts.Node): string[] => {
      const names = findTestName(node)
      ts.forEachChild(node, (child) => void names.push(...findNames(child)))
      return names
    }
    return findNames(spec)
  })
}
