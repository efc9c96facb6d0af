import type * as TypeScript from "typescript"

export type Ts = typeof TypeScript
type Config = TypeScript.ObjectLiteralExpression
type List = TypeScript.ArrayLiteralExpression
/** Source code, or a nested structure that prints one entry per line. */
type Code = string | Code[] | { [name: string]: Code }

const PACKAGE = "medusa-payment-consumer-financing"
const PAYMENT = "@medusajs/medusa/payment"
const OURS = `${PACKAGE}/providers/consumer-financing`
const DEPENDENCIES = ['"consumerFinancing"', '"query"']

const variable = (name: string) => `process.env.${name}`
const staging = (name: string) => variable(`FINANCING_STAGING_${name}`)
const PLUGIN: Code = {
  resolve: `"${PACKAGE}"`,
  options: {
    environment: variable("FINANCING_ENVIRONMENT"),
    environments: {
      staging: {
        baseUrl: staging("BASE_URL"),
        apiUsername: staging("USERNAME"),
        apiPassword: staging("PASSWORD"),
        apiSignature: staging("SIGNATURE"),
      },
    },
    backendUrl: variable("BACKEND_URL"),
    storefrontUrl: variable("STOREFRONT_URL"),
    secret: variable("FINANCING_SECRET"),
  },
}
const PROVIDER: Code = { resolve: `"${OURS}"`, id: '"default"' }
const dependencies = `[${DEPENDENCIES.join(", ")}]`
const MODULE: Code = { resolve: `"${PAYMENT}"`, dependencies, options: { providers: [PROVIDER] } }

function print(code: Code, indent: string, unit: string): string {
  if (typeof code === "string") return code
  const lines = Object.entries(code).map(([name, value]) => {
    const key = Array.isArray(code) ? "" : `${name}: `
    return `${indent}${unit}${key}${print(value, indent + unit, unit)},\n`
  })
  const [open, close] = Array.isArray(code) ? "[]" : "{}"
  return `${open}\n${lines.join("")}${indent}${close}`
}

/** `defineConfig` entries to paste by hand when the config cannot be edited. */
export const CONFIG_BLOCK = `plugins: ${print([PLUGIN], "", "  ")},\nmodules: ${print([MODULE], "", "  ")},`

/**
 * Adds the plugin and its payment provider to a medusa-config with text insertions, which keep the formatting of the
 * other lines. Returns null when the config is not statically readable, for example when a list is computed.
 *
 * @param ts the store's own TypeScript
 */
export function editConfig(ts: Ts, text: string): string | null {
  const config = isValid(ts, text) ? findConfig(ts, text) : null
  if (!config) return null
  const edits: { at: number; text: string }[] = []
  const appended = new Set<Config | List>()
  let isReadable = true

  ensureEntry(config, "plugins", (entries) => (findBy(entries, PACKAGE) ? null : PLUGIN))
  ensureEntry(config, "modules", (entries) => {
    const payment = findBy(entries, PAYMENT)
    if (!payment) return MODULE
    ensureDependencies(payment)
    const options = find(payment, "options")
    if (!options) append(payment, { providers: [PROVIDER] }, "options")
    else if (!ts.isObjectLiteralExpression(options)) isReadable = false
    else ensureEntry(options, "providers", (list) => (findBy(list, OURS) ? null : PROVIDER))
    return null
  })

  // Applies edits from the end of the text, so that earlier positions stay valid.
  edits.reverse().sort((a, b) => b.at - a.at)
  let edited = text
  for (const edit of edits) edited = edited.slice(0, edit.at) + edit.text + edited.slice(edit.at)
  return isReadable && isValid(ts, edited) ? edited : null

  /** Appends the entry that `missing` returns, if any, to the named list. Creates the list when it is absent. */
  function ensureEntry(
    object: Config,
    name: string,
    missing: (entries: readonly TypeScript.Expression[]) => Code | null
  ): void {
    const list = find(object, name)
    if (list && !ts.isArrayLiteralExpression(list)) return void (isReadable = false)
    const entry = missing(list?.elements ?? [])
    if (entry === null) return
    if (list) append(list, entry)
    else append(object, [entry], name)
  }

  function ensureDependencies(payment: Config): void {
    const list = find(payment, "dependencies")
    if (!list) return append(payment, dependencies, "dependencies")
    if (!ts.isArrayLiteralExpression(list)) return void (isReadable = false)
    const known = list.elements.map((one) => `"${textOf(one)}"`)
    const missing = DEPENDENCIES.filter((name) => !known.includes(name))
    if (missing.length > 0) append(list, missing.join(", "))
  }

  /** Reads a property. A spread or shorthand that may define it makes the config unreadable. */
  function find(object: Config, name: string): TypeScript.Expression | undefined {
    const property = object.properties.find((one) => !one.name || one.name.getText() === name)
    if (property && !ts.isPropertyAssignment(property)) isReadable = false
    return property && ts.isPropertyAssignment(property) ? property.initializer : undefined
  }

  function textOf(node: TypeScript.Expression | undefined): string | undefined {
    return node && ts.isStringLiteralLike(node) ? node.text : undefined
  }

  function findBy(entries: readonly TypeScript.Expression[], name: string): Config | undefined {
    const objects = entries.filter((one) => ts.isObjectLiteralExpression(one))
    const found = objects.find((one) => textOf(find(one, "resolve")) === name)
    // A bare string or a spread list may already contain the package.
    if (!found && text.includes(name)) isReadable = false
    return found
  }

  /** Appends an entry on its own lines, or inline when both the literal and the entry fit on one line. */
  function append(literal: Config | List, code: Code, name?: string): void {
    const nodes = ts.isArrayLiteralExpression(literal) ? literal.elements : literal.properties
    const [end, last] = [literal.getEnd() - 1, nodes.at(-1)]
    const lineStart = text.lastIndexOf("\n", end) + 1
    const indent = /^[ \t]*/.exec(text.slice(lineStart))?.[0] ?? ""
    const unit = /^\t/m.test(text) ? "\t" : "  "
    const entry = (name ? `${name}: ` : "") + print(code, indent + unit, unit)
    const isFirst = !appended.has(literal)
    appended.add(literal)
    if (last && isFirst && !nodes.hasTrailingComma) edits.push({ at: last.getEnd(), text: "," })
    if (last && text.slice(last.getEnd(), end).includes("\n")) {
      edits.push({ at: lineStart, text: `${indent}${unit}${entry},\n` })
    } else if (last && !entry.includes("\n")) {
      edits.push({ at: end, text: ` ${entry}` })
    } else {
      const start = isFirst ? `\n${indent}${unit}` : unit
      edits.push({ at: end, text: `${start}${entry},\n${indent}` })
    }
  }
}

function isValid(ts: Ts, text: string): boolean {
  return ts.transpileModule(text, { reportDiagnostics: true }).diagnostics?.length === 0
}

/** Finds the argument of the only `defineConfig` call: an object, or a constant that holds one. */
function findConfig(ts: Ts, text: string): Config | null {
  const given: TypeScript.Expression[] = []
  const constants = new Map<string, TypeScript.Expression>()
  const visit = (node: TypeScript.Node): void => {
    if (ts.isVariableDeclaration(node) && node.initializer) {
      constants.set(node.name.getText(), node.initializer)
    }
    if (ts.isCallExpression(node) && node.expression.getText() === "defineConfig") {
      given.push(...node.arguments.slice(0, 1))
    }
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile("medusa-config.ts", text, ts.ScriptTarget.Latest, true))
  const config = given.map((one) => constants.get(one.getText()) ?? one)[0]
  return given.length === 1 && config && ts.isObjectLiteralExpression(config) ? config : null
}
