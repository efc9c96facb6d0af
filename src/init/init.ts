import { spawn } from "node:child_process"
import { randomBytes } from "node:crypto"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import path from "node:path"
import { createInterface } from "node:readline/promises"
import { parseArgs } from "node:util"
import { structuredPatch } from "diff"
import { buildStagingVariables } from "../sandbox/credentials"
import { CONFIG_BLOCK, editConfig, type TypeScriptModule } from "./edit-config"

const HELP = `medusa-payment-consumer-financing init: adds the plugin to the Medusa project in this folder.

  --yes          writes without asking
  --dry-run      shows the changes, and writes nothing
  --demo-region  after db:migrate: creates what a purchase in the United States needs`

/** Environment variables for local development. The credentials are the simulator's. */
const buildVariables = () => ({
  ...buildStagingVariables("http://localhost:4010"),
  BACKEND_URL: "http://localhost:9000",
  STOREFRONT_URL: "http://localhost:8000",
  FINANCING_SECRET: randomBytes(32).toString("hex"),
})

/** Appends the variables that the text of a `.env` file lacks. */
export function addVariables(before: string): string {
  const isMissing = (name: string) =>
    !new RegExp(`^\\s*(export\\s+)?${name}\\s*=`, "m").test(before)
  const missing = Object.entries(buildVariables()).filter(([name]) => isMissing(name))
  const existingText = missing.length === 0 || /(^|\n)$/.test(before) ? before : `${before}\n`
  return existingText + missing.map(([name, value]) => `${name}=${value}\n`).join("")
}

type FileChange = { file: string; before: string; after: string }

/** Formats a diff. Shows two lines of context, but none for `.env`, whose other lines are secret. */
function formatDiff({ file, before, after }: FileChange): string {
  const context = file === ".env" ? 0 : 2
  const { hunks } = structuredPatch(file, file, before, after, "", "", { context })
  const lines = hunks.flatMap((hunk) => hunk.lines).filter((line) => !line.startsWith("\\"))
  return [file, ...lines.map((line) => `${line.slice(0, 1)} ${line.slice(1)}`)].join("\n")
}

/** Edits the config with the store's own TypeScript. Returns null when the store has none. */
function editWithStoreTypeScript(folder: string, text: string): string | null {
  try {
    const ts: unknown = createRequire(path.join(folder, "package.json"))("typescript")
    return editConfig(ts as TypeScriptModule, text)
  } catch {
    return null
  }
}

async function confirmChanges(): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const closed = new Promise<string>((resolve) => terminal.once("close", () => resolve("")))
  const answer = await Promise.race([terminal.question("Write this? (y/N) "), closed])
  terminal.close()
  return /^y(es)?$/i.test(answer.trim())
}

/** Runs the seed script with `medusa exec` in the store. Resolves to the exit code. */
async function runDemoRegionScript(folder: string): Promise<number> {
  const medusa = createRequire(path.join(folder, "package.json")).resolve("@medusajs/cli/cli.js")
  const script = path.join(__dirname, "demo-region.js")
  const child = spawn(process.execPath, [medusa, "exec", script], { cwd: folder, stdio: "inherit" })
  return await new Promise((resolve) => child.once("exit", (code) => resolve(code ?? 1)))
}

/** Runs `init`: shows the changes, asks for confirmation and writes them. @returns the exit code */
export async function init(args: string[], folder = process.cwd()): Promise<number> {
  const names = ["yes", "dry-run", "demo-region", "help"]
  const options = Object.fromEntries(names.map((name) => [name, { type: "boolean" as const }]))
  const { values } = parseArgs({ args, options })
  if (values.help) console.log(HELP)
  if (values.help) return 0
  if (values["demo-region"]) return await runDemoRegionScript(folder)
  const readFile = (file: string) => {
    const filePath = path.join(folder, file)
    return existsSync(filePath) ? readFileSync(filePath, "utf8") : ""
  }
  const file = ["medusa-config.ts", "medusa-config.js"].find((name) => readFile(name) !== "")
  if (!file) {
    throw new Error("There is no medusa-config here. Run this in the folder of the backend.")
  }
  const edited = editWithStoreTypeScript(folder, readFile(file))
  const changes = [
    { file, before: readFile(file), after: edited ?? readFile(file) },
    { file: ".env", before: readFile(".env"), after: addVariables(readFile(".env")) },
  ].filter(({ before, after }) => before !== after)
  for (const change of changes) console.log(`${formatDiff(change)}\n`)
  if (edited === null) {
    console.log(`${file} could not be edited. Add this to its defineConfig:\n\n${CONFIG_BLOCK}\n`)
  }
  if (changes.length === 0 && edited !== null) console.log("Everything is there already.")
  const isConfirmed =
    changes.length > 0 && !values["dry-run"] && (values.yes || (await confirmChanges()))
  if (isConfirmed) {
    for (const change of changes) writeFileSync(path.join(folder, change.file), change.after)
  }
  console.log(isConfirmed ? "Written. Next: npx medusa db:migrate" : "Nothing was written.")
  return edited === null ? 1 : 0
}
