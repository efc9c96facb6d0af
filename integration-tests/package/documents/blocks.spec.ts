import { mkdtemp, rm } from "node:fs/promises"
import path from "node:path"
import { runInNewContext } from "node:vm"
import manifest from "../../../package.json"
import { parseOptions } from "../../../src/options/parse-options"
import { CACHE, PACKAGE_NAME, ROOT } from "../../../tooling/paths"
import { packPlugin, unpackPlugin } from "../../../tooling/plugin-package"
import { consoleProgress as progress } from "../../../tooling/progress"
import { runScript } from "../../../tooling/run-command"
import { readRepositoryFile } from "../../unit/documents/documents"
import { type Block, listDocumentBlocks, parseCommands, isFragment, formatPlace } from "./blocks"
import { findTypeErrors } from "./check-types"

const MINUTE_MS = 60_000

const blocks = listDocumentBlocks()
const listBlocks = (...languages: string[]) =>
  blocks.filter(({ language }) => languages.includes(language))
const code = listBlocks("ts", "tsx")
const FRESH_SHOP_FILE = "integration-tests/package/fresh-shop.ts"
const INIT_SPEC = "integration-tests/package/packed-tarball.spec.ts"
const VERIFY_SPEC = "integration-tests/verify/command.spec.ts"
const SIMULATOR_FILE = "tooling/installed-simulator.ts"
const SCRIPTS_SPEC = "integration-tests/store/scripts-of-documents.spec.ts"
const REQUESTS_FILE = "integration-tests/store/financing-request-steps.ts"

const MINIMAL_OPTIONS = {
  backendUrl: "https://api.shop.example",
  storefrontUrl: "https://shop.example",
  secret: "9057016420a8931ec8fc165aaa8569c988744763f66440088b642cc65603547e",
}

/** Whether a fragment belongs to Medusa's configuration, not to the plugin's options. */
const isMedusaConfig = (text: string) => /^(plugins|modules): /.test(text)

/** Whether a block changes the starter's own files, which unit/documents/starter.spec.ts checks in place. */
const isStarterChange = ({ heading }: Block) => heading === "Medusa's Next.js starter"

/** The documents' commands, each with the spec or tool that runs it and a string found there. */
const COMMAND_RUNNERS: [command: RegExp, file: string, words: string][] = [
  [/^npm install$/, "tooling/ensure-installed.mjs", '"install"'],
  [/^node -p '/, "integration-tests/package/documents/blocks.spec.ts", "make a secret"],
  [/^npm install medusa-payment-consumer-financing$/, FRESH_SHOP_FILE, '"install"'],
  [/^npx medusa db:migrate$/, "tooling/shop.ts", '"db:migrate"'],
  [/^npx medusa exec \.\/src\/scripts\/financing-(review-case|data)\.ts/, SCRIPTS_SPEC, '"exec"'],
  [/^npx medusa-payment-consumer-financing sandbox/, SIMULATOR_FILE, '"sandbox"'],
  [/^npx medusa-payment-consumer-financing init/, INIT_SPEC, '"init"'],
  [/^npx medusa-payment-consumer-financing verify/, VERIFY_SPEC, '"--env-file"'],
  [
    /^curl -X POST "\$BACKEND_URL\/admin\/consumer-financing\/financing-requests"/,
    REQUESTS_FILE,
    '"/admin/consumer-financing/financing-requests"',
  ],
]

/** Equivalents of the commands above. */
const EQUIVALENT_COMMANDS = [
  "yarn add medusa-payment-consumer-financing",
  "pnpm add --filter ./apps/backend --filter ./apps/storefront medusa-payment-consumer-financing",
  "npx medusa develop",
]

function isCommandRun(command: string): boolean {
  const script = /^npm (?:run )?([\w:-]+)( -- --[\w-]+)?$/.exec(command)?.[1]
  if (script && script in manifest.scripts) return true
  if (EQUIVALENT_COMMANDS.includes(command)) return true
  return COMMAND_RUNNERS.some(
    ([pattern, file, words]) => pattern.test(command) && readRepositoryFile(file).includes(words)
  )
}

describe("the code blocks of the documents", () => {
  it("are in languages that are checked here", () => {
    const checkedLanguages = ["ts", "tsx", "diff", "json", "bash", "dotenv", "mermaid", "sql"]
    expect(blocks.length).toBeGreaterThan(60)
    expect(
      blocks.filter(({ language }) => !checkedLanguages.includes(language)).map(formatPlace)
    ).toEqual([])
  })

  it(
    "compile against the packed package",
    async () => {
      const { tarball } = await packPlugin(progress)
      const folder = await mkdtemp(path.join(CACHE, "documents-"))
      try {
        await unpackPlugin(tarball, path.join(folder, "node_modules", PACKAGE_NAME))
        expect(code.length).toBeGreaterThan(8)
        const compilable = code.filter(
          (block) => (!isFragment(block) || isMedusaConfig(block.text)) && !isStarterChange(block)
        )
        expect(findTypeErrors(compilable, folder)).toEqual([])
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    },
    5 * MINUTE_MS
  )

  it("set options that the plugin accepts", () => {
    const options = code.filter((block) => isFragment(block) && !isMedusaConfig(block.text))
    expect(options.length).toBeGreaterThan(2)
    for (const block of options) {
      const parsed = runInNewContext(`({ ${block.text} })`) as object
      expect(() => parseOptions({ ...MINIMAL_OPTIONS, ...parsed })).not.toThrow()
    }
  })

  it("contain valid JSON when marked as JSON", () => {
    const json = listBlocks("json")
    expect(json.length).toBeGreaterThan(20)
    for (const { text } of json) expect(() => void JSON.parse(text)).not.toThrow()
  })

  it("set variables that medusa-config.example.ts reads", () => {
    const variables = listBlocks("dotenv").flatMap(({ text }) => text.match(/^\w+(?==)/gm) ?? [])
    expect(variables).toContain("FINANCING_SECRET")
    const example = readRepositoryFile("medusa-config.example.ts")
    expect(variables.filter((name) => !example.includes(`process.env.${name}`))).toEqual([])
  })

  it("contain only commands that a spec or a script runs", () => {
    const commands = listBlocks("bash").flatMap(parseCommands)
    expect(commands).toContain("npm run demo")
    expect(commands.filter((command) => !isCommandRun(command))).toEqual([])
  })

  it("make a secret that the plugin accepts", async () => {
    // The command of docs/install.md.
    const command = listBlocks("bash")
      .flatMap(parseCommands)
      .find((line) => line.startsWith("node -p"))
    const [, expression = ""] = /^node -p '(.+)'$/.exec(String(command)) ?? []
    const secret = await runScript({ script: "-p", args: [expression], cwd: ROOT })
    expect(() => parseOptions({ ...MINIMAL_OPTIONS, secret: secret.trim() })).not.toThrow()
  })
})
