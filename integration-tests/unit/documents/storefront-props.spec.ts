import path from "node:path"
import ts from "typescript"
import { ROOT } from "../../../tooling/paths"
import { readRepositoryFile } from "./documents"

const ENTRY_FILES = ["react", "form"].map((name) =>
  path.join(ROOT, "src", "storefront", `${name}.ts`)
)

const program = ts.createProgram(ENTRY_FILES, {
  strict: true,
  skipLibCheck: true,
  jsx: ts.JsxEmit.ReactJSX,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  target: ts.ScriptTarget.ES2022,
})
const checker = program.getTypeChecker()

/** Every component that the kit exports, with its props (including `classNames`). */
function listComponentProps(): [part: string, props: string[]][] {
  const exportedSymbols = ENTRY_FILES.flatMap((entry) => {
    const source = program.getSourceFile(entry)
    const symbol = source && checker.getSymbolAtLocation(source)
    return symbol ? checker.getExportsOfModule(symbol) : []
  })
  return exportedSymbols
    .filter(({ name }) => /^[A-Z][a-z]/.test(name))
    .flatMap((alias) => {
      const symbol = alias.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(alias) : alias
      const type = symbol.valueDeclaration && checker.getTypeOfSymbol(symbol)
      const [signature] = type?.getCallSignatures() ?? []
      if (!signature) return []
      const [parameter] = signature.getParameters()
      const props = parameter ? checker.getTypeOfSymbol(parameter).getProperties() : []
      const propNames = props.map((prop) => {
        const isOptional = (prop.flags & ts.SymbolFlags.Optional) !== 0
        return `${prop.name}${isOptional ? "" : " required"}`
      })
      return [[alias.name, propNames.sort()] as [string, string[]]]
    })
}

/** The props that docs/storefront.md lists for a component. */
function readDocumentedProps(component: string): string[] {
  const [, body = ""] =
    new RegExp(
      `^\\| \`<${component}>\` +\\| Default[^\\n]*\\n\\|[-| ]+\\n((?:\\|.*\\n)*)`,
      "m"
    ).exec(readRepositoryFile("docs/storefront.md")) ?? []
  return [...body.matchAll(/^\| `(\w+)` +\| (\S*)/gm)]
    .map(([, name, value]) => `${name}${value === "required" ? " required" : ""}`)
    .sort()
}

describe("the props in docs/storefront.md", () => {
  const components = listComponentProps()

  it("are checked for more than ten components, including FinancingStatus", () => {
    expect(components.map(([name]) => name)).toContain("FinancingStatus")
    expect(components.length).toBeGreaterThan(10)
  })

  it.each(components)("match the props of <%s>", (component, props) => {
    expect(readDocumentedProps(component)).toEqual(props)
  })
})
