import { spawn } from "node:child_process"
import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import path from "node:path"
import { addVariables } from "../../../src/init/init"
import { parseOptions } from "../../../src/options/parse-options"

const ROOT = path.join(__dirname, "../../..")

const CONFIG = `import { defineConfig } from "@medusajs/framework/utils"

module.exports = defineConfig({
  projectConfig: { databaseUrl: process.env.DATABASE_URL }
})
`

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "financing-init-"))
  await writeFile(path.join(folder, "package.json"), "{}")
  await writeFile(path.join(folder, "medusa-config.ts"), CONFIG)
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** Gives the folder the TypeScript of this repository. */
async function linkTypeScript(): Promise<void> {
  await symlink(path.join(ROOT, "node_modules"), path.join(folder, "node_modules"), "junction")
}

async function run(args: string[], answer = ""): Promise<{ code: number | null; output: string }> {
  const script = path.join(ROOT, "src/init/bin.ts")
  const tsx = require.resolve("tsx", { paths: [ROOT] })
  const child = spawn(process.execPath, ["--import", tsx, script, ...args], { cwd: folder })
  let output = ""
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()))
  child.stdin.end(answer)
  const code = await new Promise<number | null>((resolve) => child.on("exit", resolve))
  return { code, output }
}

const readFolderFile = (name: string) => readFile(path.join(folder, name), "utf8")

describe("the command medusa-payment-consumer-financing init", () => {
  it("shows the changes and writes nothing with --dry-run", async () => {
    await linkTypeScript()
    const { code, output } = await run(["init", "--dry-run"])
    expect(code).toBe(0)
    expect(output).toContain("-   projectConfig: { databaseUrl: process.env.DATABASE_URL }\n")
    expect(output).toContain("+   projectConfig: { databaseUrl: process.env.DATABASE_URL },\n")
    expect(output).toContain('+       resolve: "medusa-payment-consumer-financing",')
    expect(output).toMatch(/\.env\n[\s\S]*\+ FINANCING_SECRET=[0-9a-f]{64}\n/)
    expect(await readFolderFile("medusa-config.ts")).toBe(CONFIG)
    expect(await readdir(folder)).not.toContain(".env")
  }, 40_000)

  it("asks before it writes, and writes only after the answer y", async () => {
    await linkTypeScript()
    for (const answer of ["", "n\n", "maybe\n"]) {
      const { output } = await run(["init"], answer)
      expect(output).toContain("Write this? (y/N)")
      expect(output).toContain("Nothing was written.")
    }
    expect(await readFolderFile("medusa-config.ts")).toBe(CONFIG)
    expect((await run(["init"], "y\n")).output).toContain("Written. Next: npx medusa db:migrate")
    expect(await readFolderFile("medusa-config.ts")).not.toBe(CONFIG)
  }, 60_000)

  it("writes with --yes, keeps the lines of .env, and changes nothing the second time", async () => {
    await linkTypeScript()
    await writeFile(path.join(folder, ".env"), "BACKEND_URL=https://api.shop.example")
    expect((await run(["init", "--yes"])).code).toBe(0)
    const [config, variables] = [
      await readFolderFile("medusa-config.ts"),
      await readFolderFile(".env"),
    ]
    expect(variables).toMatch(/^BACKEND_URL=https:\/\/api\.shop\.example\nFINANCING_ENVIRONMENT=/)
    expect(variables.match(/BACKEND_URL/g)).toHaveLength(1)
    const { output } = await run(["init", "--yes"])
    expect(output).toContain("Everything is there already.")
    expect([await readFolderFile("medusa-config.ts"), await readFolderFile(".env")]).toEqual([
      config,
      variables,
    ])
  }, 60_000)

  it.each([
    ["the project has no TypeScript", CONFIG, false],
    ["the config has an unsupported form", "export default make()\n", true],
  ])(
    "prints the block and leaves the config unchanged when %s",
    async (_name, config, hasTypeScript) => {
      if (hasTypeScript) await linkTypeScript()
      await writeFile(path.join(folder, "medusa-config.ts"), config)
      const { code, output } = await run(["init", "--yes"])
      expect(code).toBe(1)
      expect(output).toContain("Add this to its defineConfig:\n\nplugins: [")
      expect(output).toContain('dependencies: ["consumerFinancing", "query"]')
      expect(await readFolderFile("medusa-config.ts")).toBe(config)
      expect(await readFolderFile(".env")).toContain("FINANCING_SECRET=")
    },
    40_000
  )

  it("asks to run in the backend's folder when there is no medusa-config", async () => {
    await rm(path.join(folder, "medusa-config.ts"))
    const { code, output } = await run(["init"])
    expect(code).toBe(1)
    expect(output).toContain("Run this in the folder of the backend.")
  }, 40_000)

  it("lists its commands, and refuses an unknown one", async () => {
    expect(await run([])).toMatchObject({
      code: 0,
      output: expect.stringContaining("sandbox") as string,
    })
    expect((await run(["start"])).code).toBe(1)
  }, 40_000)
})

describe("the variables that init writes", () => {
  it("are valid plugin options, with a new secret each time", () => {
    const [variables, otherVariables] = [addVariables(""), addVariables("")]
    expect(variables).not.toBe(otherVariables)
    const env = Object.fromEntries(
      variables
        .trimEnd()
        .split("\n")
        .map((line) => /^(\w+)=(.*)$/.exec(line)?.slice(1) ?? [])
    ) as Record<string, string>
    expect(
      parseOptions({
        environment: env.FINANCING_ENVIRONMENT,
        environments: {
          staging: {
            baseUrl: env.FINANCING_STAGING_BASE_URL,
            apiUsername: env.FINANCING_STAGING_USERNAME,
            apiPassword: env.FINANCING_STAGING_PASSWORD,
            apiSignature: env.FINANCING_STAGING_SIGNATURE,
          },
        },
        backendUrl: env.BACKEND_URL,
        storefrontUrl: env.STOREFRONT_URL,
        secret: env.FINANCING_SECRET,
      })
    ).toBeDefined()
  })
})
