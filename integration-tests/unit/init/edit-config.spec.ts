import { runInNewContext } from "node:vm"
import ts from "typescript"
import { CONFIG_BLOCK, editConfig } from "../../../src/init/edit-config"

const PACKAGE = "medusa-payment-consumer-financing"
const PROVIDER_ENTRY = { resolve: `${PACKAGE}/providers/consumer-financing`, id: "default" }
const DEPENDENCIES = ["consumerFinancing", "query"]

const PROJECT = `  projectConfig: {
    databaseUrl: process.env.DATABASE_URL,
    http: {
      storeCors: process.env.STORE_CORS!,
      jwtSecret: process.env.JWT_SECRET || "supersecret",
    }
  }`

/** As create-medusa-app and the official starter write it. */
const FRESH_CONFIG = `import { loadEnv, defineConfig } from '@medusajs/framework/utils'

loadEnv(process.env.NODE_ENV || 'development', process.cwd())

module.exports = defineConfig({
${PROJECT}
})
`

const STRIPE_CONFIG = `import { loadEnv, defineConfig, Modules } from "@medusajs/framework/utils"

export default defineConfig({
${PROJECT},
  plugins: ["medusa-plugin-reviews"], // ours
  modules: [
    { resolve: "@medusajs/medusa/caching", options: { redisUrl: process.env.REDIS_URL } },
    {
      resolve: "@medusajs/medusa/payment",
      options: {
        providers: [
          // Cards.
          { resolve: "@medusajs/medusa/payment-stripe", id: "stripe", options: {} } // the first
        ],
      },
    },
  ],
})
`

const CONSTANT_CONFIG = `const { defineConfig } = require("@medusajs/framework/utils")
/** @type {any} */
const config = {
\tprojectConfig: { databaseUrl: process.env.DATABASE_URL },
\tplugins: [
\t\t{
\t\t\tresolve: "@acme/plugin",
\t\t\toptions: {},
\t\t},
\t],
\tmodules: [
\t\t{
\t\t\tresolve: "@medusajs/medusa/payment",
\t\t\tdependencies: ["query"],
\t\t\toptions: { providers: [] },
\t\t},
\t],
}
module.exports = defineConfig(config)
`

const EMPTY_CONFIG = `import { defineConfig } from "@medusajs/framework/utils"
export default defineConfig({ plugins: [], modules: [] })
`

const ONE_LINE_CONFIG = `import { defineConfig } from "@medusajs/framework/utils"
export default defineConfig({ projectConfig: {} })
`

type Config = {
  plugins: unknown[]
  modules: { resolve: string; dependencies?: string[]; options: { providers: object[] } }[]
}

/** The config as Medusa reads it. */
function readConfig(text: string): Config {
  const compilerOptions = { module: ts.ModuleKind.CommonJS, esModuleInterop: true }
  const { outputText } = ts.transpileModule(text, { compilerOptions })
  const module: { exports: Config | { default: Config } } = { exports: {} as Config }
  const require = () => ({ defineConfig: (config: Config) => config, loadEnv: () => undefined })
  const environment = { process: { env: {}, cwd: () => "/" } }
  runInNewContext(outputText, { module, exports: module.exports, require, ...environment })
  const { exports } = module
  return structuredClone("default" in exports ? exports.default : exports)
}

const splitLines = (text: string) =>
  text.split("\n").map((line) => line.replace(/,(\s*\/\/.*)?$/, "$1"))

describe("the plugin in a shop's medusa-config", () => {
  it.each([
    ["the config of create-medusa-app and the starter", FRESH_CONFIG],
    ["a config with Stripe, a plugin given by name and comments", STRIPE_CONFIG],
    ["a config in a constant, with tabs", CONSTANT_CONFIG],
    ["a config with empty lists", EMPTY_CONFIG],
    ["a config on one line", ONE_LINE_CONFIG],
  ])("is added to %s, with nothing else changed", (_name, text) => {
    const edited = editConfig(ts, text) ?? ""
    const original = readConfig(text)
    const { plugins, modules } = readConfig(edited)
    expect(plugins.slice(0, -1)).toEqual(original.plugins ?? [])
    expect(plugins.at(-1)).toMatchObject({ resolve: PACKAGE, options: { environments: {} } })
    const payment = modules.filter(({ resolve }) => resolve === "@medusajs/medusa/payment")
    expect(payment).toHaveLength(1)
    expect([...(payment[0]?.dependencies ?? [])].sort()).toEqual(DEPENDENCIES)
    expect(payment[0]?.options.providers.at(-1)).toEqual(PROVIDER_ENTRY)
    const listOtherModules = (config: Config) =>
      (config.modules ?? []).filter(({ resolve }) => resolve !== "@medusajs/medusa/payment")
    expect(listOtherModules({ plugins, modules })).toEqual(listOtherModules(original))

    // Every old line is still there, in the same order.
    const editedLines = splitLines(edited)
    let lastIndex = -1
    // Except lines with a list that gets an entry.
    const isExtended = (line: string) =>
      /\[\]|dependencies|medusa-plugin-reviews|defineConfig\(\{ /.test(line)
    for (const line of splitLines(text).filter((oldLine) => !isExtended(oldLine))) {
      lastIndex = editedLines.indexOf(line, lastIndex + 1)
      expect([line, lastIndex]).not.toEqual([line, -1])
    }
    expect(editConfig(ts, edited)).toBe(edited)
  })

  it("keeps the Stripe provider", () => {
    const { modules } = readConfig(editConfig(ts, STRIPE_CONFIG) ?? "")
    expect(modules.at(-1)?.options.providers).toMatchObject([{ id: "stripe" }, PROVIDER_ENTRY])
  })

  it("uses the file's own indentation", () => {
    expect(editConfig(ts, CONSTANT_CONFIG)).toContain(`\n\t\t{\n\t\t\tresolve: "${PACKAGE}",\n`)
    expect(editConfig(ts, FRESH_CONFIG)).toContain(`\n    {\n      resolve: "${PACKAGE}",\n`)
  })

  it.each([
    ["modules as an object", `defineConfig({ modules: { payment: {} } })`],
    ["a computed list", `const list = () => []\ndefineConfig({ plugins: list() })`],
    ["a spread object", `const more = {}\ndefineConfig({ ...more })`],
    ["a shorthand list", `const plugins = []\ndefineConfig({ plugins })`],
    ["the plugin given by name only", `defineConfig({ plugins: ["${PACKAGE}"] })`],
    [
      "the payment module in a spread list",
      `const list = [{ resolve: "@medusajs/medusa/payment" }]\ndefineConfig({ modules: [...list] })`,
    ],
    ["the result of a function", `const make = () => ({})\ndefineConfig(make())`],
    ["two defineConfig calls", `defineConfig({})\ndefineConfig({})`],
    ["no defineConfig", `module.exports = { plugins: [] }`],
    ["a syntax error", `defineConfig({ plugins: [ )`],
  ])("is not added to a config with %s", (_name, text) => {
    expect(editConfig(ts, text)).toBeNull()
  })

  it("is the same in the block to add by hand", () => {
    const { plugins, modules } = readConfig(`module.exports = { ${CONFIG_BLOCK} }`)
    const edited = readConfig(editConfig(ts, EMPTY_CONFIG) ?? "")
    expect({ plugins, modules }).toEqual(edited)
  })
})
