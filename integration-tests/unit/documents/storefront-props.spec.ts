import path from "node:path"
import ts from "typescript"
import { ROOT } from "../../../tooling/paths"
import { readRepositoryFile } from "./documents"

const ENTRIES = ["react", "form"].map((name) => path.join(ROOT, "src", "storefront", `${name}.ts`))

const program = ts.createProgram(ENTRIES, {
  strict: true,
  skipLibCheck: true,
  jsx: ts.JsxEmit.ReactJSX,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  target: ts.ScriptTarget.ES2022,
})
const checker = program.getTypeChecker()

/** Every component that the kit exports, with its props (including `classNames`). */
function propsOfParts(): [part: string, props: string[]][] {
  const exported = ENTRIES.flatMap((entry) => {
    const source = program.getSourceFile(entry)
    const symbol = source && checker.getSymbolAtLocation(source)
    return symbol ? checker.getExportsOfModule(symbol) : []
  })
  return exported
    .filter(({ name }) => /^[A-Z][a-z]/.test(name))
    .flatMap((alias) => {
      const symbol = alias.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(alias) : alias
      const type = symbol.valueDeclaration && checker.getTypeOfSymbol(symbol)
      const [signature] = type?.getCallSignatures() ?? []
      if (!signature) return []
      const [given] = signature.getParameters()
      const props = given ? checker.getTypeOfSymbol(given).getProperties() : []
      const named = props.map((one) => {
        const isOptional = (one.flags & ts.SymbolFlags.Optional) !== 0
        return `${one.name}${isOptional ? "" : " required"}`
      })
      return [[alias.name, named.sort()] as [string, string[]]]
    })
}

/** The props that docs/storefront.md lists for a component. */
function propsOfDocument(part: string): string[] {
  const [, body = ""] =
    new RegExp(`^\\| \`<${part}>\` +\\| Default[^\\n]*\\n\\|[-| ]+\\n((?:\\|.*\\n)*)`, "m").exec(
      readRepositoryFile("docs/storefront.md")
    ) ?? []
  return [...body.matchAll(/^\| `(\w+)` +\| (\S*)/gm)]
    .map(([, name, value]) => `${name}${value === "required" ? " required" : ""}`)
    .sort()
}

describe("the props in docs/storefront.md", () => {
  const parts = propsOfParts()

  it("are checked for more than ten components, including FinancingStatus", () => {
    expect(parts.map(([name]) => name)).toContain("FinancingStatus")
    expect(parts.length).toBeGreaterThan(10)
  })

  it.each(parts)("match the props of <%s>", (part, props) => {
    expect(propsOfDocument(part)).toEqual(props)
  })
})
