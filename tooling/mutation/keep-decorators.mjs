import { createRequire } from "node:module"

// Stryker changes the code as a tree and prints it with Babel, whose printer forgets the decorators of
// a parameter that has a default value. Without `@MedusaContext() context = {}` there are no
// transactions, and the tests fail before anything was changed.
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
