import type * as TypeScript from "typescript"

export type TypeScriptModule = typeof TypeScript
type ConfigObject = TypeScript.ObjectLiteralExpression
type ConfigArray = TypeScript.ArrayLiteralExpression
/** Source code, or a nested structure that prints one entry per line. */
type CodeNode = string | CodeNode[] | { [name: string]: CodeNode }

const PACKAGE_NAME = "medusa-payment-consumer-financing"
const PAYMENT_MODULE = "@medusajs/medusa/payment"
const PROVIDER_PATH = `${PACKAGE_NAME}/providers/consumer-financing`
const PAYMENT_DEPENDENCIES = ['"consumerFinancing"', '"query"']

const formatVariable = (name: string) => `process.env.${name}`
const formatStagingVariable = (name: string) => formatVariable(`FINANCING_STAGING_${name}`)
const PLUGIN_ENTRY: CodeNode = {
  resolve: `"${PACKAGE_NAME}"`,
  options: {
    environment: formatVariable("FINANCING_ENVIRONMENT"),
    environments: {
      staging: {
        baseUrl: formatStagingVariable("BASE_URL"),
        apiUsername: formatStagingVariable("USERNAME"),
        apiPassword: formatStagingVariable("PASSWORD"),
        apiSignature: formatStagingVariable("SIGNATURE"),
      },
    },
    backendUrl: formatVariable("BACKEND_URL"),
    storefrontUrl: formatVariable("STOREFRONT_URL"),
    secret: formatVariable("FINANCING_SECRET"),
  },
}
const PROVIDER_ENTRY: CodeNode = { resolve: `"${PROVIDER_PATH}"`, id: '"default"' }
const dependencies = `[${PAYMENT_DEPENDENCIES.join(", ")}]`
const MODULE_ENTRY: CodeNode = {
  resolve: `"${PAYMENT_MODULE}"`,
  dependencies,
  options: { providers: [PROVIDER_ENTRY] },
}

function printCode(code: CodeNode, indent: string, indentUnit: string): string {
  if (typeof code === "string") return code
  const lines = Object.entries(code).map(([name, value]) => {
    const key = Array.isArray(code) ? "" : `${name}: `
    return `${indent}${indentUnit}${key}${printCode(value, indent + indentUnit, indentUnit)},\n`
  })
  const [open, close] = Array.isArray(code) ? "[]" : "{}"
  return `${open}\n${lines.join("")}${indent}${close}`
}

/** `defineConfig` entries to paste by hand when the config cannot be edited. */
export const CONFIG_BLOCK = `plugins: ${printCode([PLUGIN_ENTRY], "", "  ")},\nmodules: ${printCode([MODULE_ENTRY], "", "  ")},`

/**
 * Adds the plugin and its payment provider to a medusa-config with text insertions, which keep the formatting of the
 * other lines. Returns null when the config is not statically readable, for example when a list is computed.
 *
 * @param ts the store's own TypeScript
 */
export function editConfig(ts: TypeScriptModule, text: string): string | null {
  const config = isValid(ts, text) ? findConfig(ts, text) : null
  if (!config) return null
  const edits: { at: number; text: string }[] = []
  const appended = new Set<ConfigObject | ConfigArray>()
  let isReadable = true

  ensureEntry(config, "plugins", (entries) =>
    findEntry(entries, PACKAGE_NAME) ? null : PLUGIN_ENTRY
  )
  ensureEntry(config, "modules", (entries) => {
    const payment = findEntry(entries, PAYMENT_MODULE)
    if (!payment) return MODULE_ENTRY
    ensureDependencies(payment)
    const options = findProperty(payment, "options")
    if (!options) appendEntry(payment, { providers: [PROVIDER_ENTRY] }, "options")
    else if (!ts.isObjectLiteralExpression(options)) isReadable = false
    else
      ensureEntry(options, "providers", (list) =>
        findEntry(list, PROVIDER_PATH) ? null : PROVIDER_ENTRY
      )
    return null
  })

  // Applies edits from the end of the text, so that earlier positions stay valid.
  edits.reverse().sort((a, b) => b.at - a.at)
  let edited = text
  for (const edit of edits) edited = edited.slice(0, edit.at) + edit.text + edited.slice(edit.at)
  return isReadable && isValid(ts, edited) ? edited : null

  /** Appends the entry that `buildMissingEntry` returns, if any, to the named list. Creates the list when it is absent. */
  function ensureEntry(
    object: ConfigObject,
    name: string,
    buildMissingEntry: (entries: readonly TypeScript.Expression[]) => CodeNode | null
  ): void {
    const list = findProperty(object, name)
    if (list && !ts.isArrayLiteralExpression(list)) return void (isReadable = false)
    const entry = buildMissingEntry(list?.elements ?? [])
    if (entry === null) return
    if (list) appendEntry(list, entry)
    else appendEntry(object, [entry], name)
  }

  function ensureDependencies(payment: ConfigObject): void {
    const list = findProperty(payment, "dependencies")
    if (!list) return appendEntry(payment, dependencies, "dependencies")
    if (!ts.isArrayLiteralExpression(list)) return void (isReadable = false)
    const listedNames = list.elements.map((element) => `"${readText(element)}"`)
    const missingNames = PAYMENT_DEPENDENCIES.filter((name) => !listedNames.includes(name))
    if (missingNames.length > 0) appendEntry(list, missingNames.join(", "))
  }

  /** Reads a property. A spread or shorthand that may define it makes the config unreadable. */
  function findProperty(object: ConfigObject, name: string): TypeScript.Expression | undefined {
    const property = object.properties.find(
      (property) => !property.name || property.name.getText() === name
    )
    if (property && !ts.isPropertyAssignment(property)) isReadable = false
    return property && ts.isPropertyAssignment(property) ? property.initializer : undefined
  }

  function readText(node: TypeScript.Expression | undefined): string | undefined {
    return node && ts.isStringLiteralLike(node) ? node.text : undefined
  }

  function findEntry(
    entries: readonly TypeScript.Expression[],
    name: string
  ): ConfigObject | undefined {
    const objects = entries.filter((entry) => ts.isObjectLiteralExpression(entry))
    const found = objects.find((object) => readText(findProperty(object, "resolve")) === name)
    // A bare string or a spread list may already contain the package.
    if (!found && text.includes(name)) isReadable = false
    return found
  }

  /** Appends an entry on its own lines, or inline when both the literal and the entry fit on one line. */
  function appendEntry(literal: ConfigObject | ConfigArray, code: CodeNode, name?: string): void {
    const nodes = ts.isArrayLiteralExpression(literal) ? literal.elements : literal.properties
    const [end, last] = [literal.getEnd() - 1, nodes.at(-1)]
    const lineStart = text.lastIndexOf("\n", end) + 1
    const indent = /^[ \t]*/.exec(text.slice(lineStart))?.[0] ?? ""
    const step = /^\t/m.test(text) ? "\t" : "  "
    const entry = (name ? `${name}: ` : "") + printCode(code, indent + step, step)
    const isFirst = !appended.has(literal)
    appended.add(literal)
    if (last && isFirst && !nodes.hasTrailingComma) edits.push({ at: last.getEnd(), text: "," })
    if (last && text.slice(last.getEnd(), end).includes("\n")) {
      edits.push({ at: lineStart, text: `${indent}${step}${entry},\n` })
    } else if (last && !entry.includes("\n")) {
      edits.push({ at: end, text: ` ${entry}` })
    } else {
      const start = isFirst ? `\n${indent}${step}` : step
      edits.push({ at: end, text: `${start}${entry},\n${indent}` })
    }
  }
}

function isValid(ts: TypeScriptModule, text: string): boolean {
  return ts.transpileModule(text, { reportDiagnostics: true }).diagnostics?.length === 0
}

/** Finds the argument of the only `defineConfig` call: an object, or a constant that holds one. */
function findConfig(ts: TypeScriptModule, text: string): ConfigObject | null {
  const configArguments: TypeScript.Expression[] = []
  const constants = new Map<string, TypeScript.Expression>()
  const visit = (node: TypeScript.Node): void => {
    if (ts.isVariableDeclaration(node) && node.initializer) {
      constants.set(node.name.getText(), node.initializer)
    }
    if (ts.isCallExpression(node) && node.expression.getText() === "defineConfig") {
      configArguments.push(...node.arguments.slice(0, 1))
    }
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile("medusa-config.ts", text, ts.ScriptTarget.Latest, true))
  const config = configArguments.map((argument) => constants.get(argument.getText()) ?? argument)[0]
  return configArguments.length === 1 && config && ts.isObjectLiteralExpression(config)
    ? config
    : null
}
