import { createRequire } from "node:module"

// Stryker prints mutated code with Babel, which drops the decorators of parameters with default values. Without
// `@MedusaContext() context = {}` there are no transactions, and the tests fail before any mutation.
const requireFrom = (file) => createRequire(createRequire(import.meta.url).resolve(file))
const core = requireFrom("@stryker-mutator/core/package.json")
const instrumenter = createRequire(core.resolve("@stryker-mutator/instrumenter"))
instrumenter("@babel/generator")
const { generatorInfosMap: printers } = instrumenter("@babel/generator/lib/nodes.js")

const printer = printers.get("AssignmentPattern")
const [printWithoutDecorators] = printer
printer[0] = function printWithDecorators(node, ...rest) {
  for (const decorator of node.left.decorators ?? []) {
    this.print(decorator)
    this.space()
  }
  printWithoutDecorators.call(this, node, ...rest)
}

export const strykerPlugins = []
