import { mkdtempSync, readFileSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { type Sandbox, startSandbox } from "../../src/sandbox"
import { runVerify } from "../../src/verify/cli"

describe("the command verify", () => {
  let sandbox: Sandbox
  let folder: string
  const output: string[] = []
  beforeAll(async () => {
    sandbox = await startSandbox({ quiet: true, postbackDelayMs: 0 })
  })
  afterAll(() => sandbox.close())
  beforeEach(async () => {
    await sandbox.control.reset()
    folder = mkdtempSync(path.join(tmpdir(), "verify-"))
    output.length = 0
    for (const name of ["log", "error"] as const) {
      jest
        .spyOn(console, name)
        .mockImplementation((...args: unknown[]) => void output.push(args.join(" ")))
    }
  })
  afterEach(() => jest.restoreAllMocks())

  function writeEnvFile(
    environment: "staging" | "production",
    changes: Record<string, string> = {}
  ) {
    const { apiUsername, apiPassword, apiSignature } = sandbox.credentials[environment]
    const prefix = `FINANCING_${environment.toUpperCase()}_`
    const variables = {
      FINANCING_ENVIRONMENT: environment,
      [`${prefix}BASE_URL`]:
        environment === "staging" ? sandbox.baseUrl : sandbox.productionBaseUrl,
      [`${prefix}USERNAME`]: apiUsername,
      [`${prefix}PASSWORD`]: apiPassword,
      [`${prefix}SIGNATURE`]: apiSignature,
      ...changes,
    }
    const file = path.join(folder, ".env")
    writeFileSync(
      file,
      Object.entries(variables)
        .map((pair) => pair.join("="))
        .join("\n")
    )
    return file
  }
  const runCommand = (file: string, ...args: string[]) =>
    runVerify(["--env-file", file, "--journal", path.join(folder, "journal.jsonl"), ...args])

  it("exits 0 when nothing is contradicted, and writes both reports", async () => {
    expect(
      await runCommand(writeEnvFile("staging"), "--yes", "--report", path.join(folder, "out"))
    ).toBe(0)
    const report = readFileSync(path.join(folder, "out", "report.json"), "utf8")
    expect(JSON.parse(report)).toMatchObject({ version: 1, environment: "staging", leftOpen: [] })
    expect(readFileSync(path.join(folder, "out", "report.md"), "utf8")).toContain("## Assumptions")
    expect(output[0]?.replaceAll("\n", " ")).toContain("test applications of $500")
  })

  it("exits 1 when the service contradicts an assumption", async () => {
    await sandbox.control.settings({ behaviour: { statusAfterCancel: "CX" } })
    expect(await runCommand(writeEnvFile("staging"), "--yes")).toBe(1)
  })

  it("exits 2 with one message for wrong credentials, and creates nothing", async () => {
    const file = writeEnvFile("staging", { FINANCING_STAGING_PASSWORD: "wrong-one" })
    expect(await runCommand(file, "--yes")).toBe(2)
    expect(output.at(-1)).toMatch(/^The service refuses the credentials \(HTTP 401\)/)
    expect(output.join("\n")).not.toContain("wrong-one")
    expect(await sandbox.control.applications()).toEqual([])
  })

  it("exits 2 and names the variables that are missing", async () => {
    const file = writeEnvFile("staging", { FINANCING_STAGING_SIGNATURE: "" })
    expect(await runCommand(file, "--yes")).toBe(2)
    expect(output).toEqual([expect.stringContaining("Missing: FINANCING_STAGING_SIGNATURE.")])
  })

  it("exits 2 without a terminal and without --yes, and creates nothing", async () => {
    expect(await runCommand(writeEnvFile("staging"))).toBe(2)
    expect(output.at(-1)).toContain("Add --yes")
    expect(await sandbox.control.applications()).toEqual([])
  })

  it("refuses production without --read-only, which creates nothing", async () => {
    const file = writeEnvFile("production")
    expect(await runCommand(file, "--yes")).toBe(2)
    expect(output.at(-1)).toContain("--read-only")
    expect(await runCommand(file, "--read-only", "--token", "unknown-one")).toBe(0)
    expect(output.at(-1)).toContain("getStatus")
    expect(await sandbox.control.applications()).toEqual([])
  })
})
