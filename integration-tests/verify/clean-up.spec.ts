import { spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import path from "node:path"
import { type Sandbox, startSandbox } from "../../src/sandbox"
import { createFinancingClient } from "../../src/financing-api"
import { cleanUp } from "../../src/verify/clean-up"
import { openJournal } from "../../src/verify/journal"
import { ROOT } from "../../tooling/paths"
import { type Proxy, startProxy } from "./proxy"
import {
  getAccess,
  findLive,
  findUnlisted,
  createJournalPath,
  signNewest,
  verifyAccess,
} from "./run-verification"

/** Runs the command in a process of its own and kills it at the n-th answer. */
async function runUntilKilled(
  sandbox: Sandbox,
  step: number
): Promise<{ file: string; proxy: Proxy; wasKilled: boolean }> {
  const file = createJournalPath()
  const runningChild: { kill: () => void } = { kill: () => undefined }
  const proxy = await startProxy(sandbox, async (answer, count) => {
    if (count === step) runningChild.kill()
    return answer
  })
  const { apiUsername, apiPassword, apiSignature } = sandbox.credentials.staging
  const bin = path.join(ROOT, "src", "init", "bin.ts")
  const child = spawn(
    process.execPath,
    [
      "--import",
      "tsx",
      bin,
      "verify",
      "--yes",
      "--with-person",
      "--wait",
      "0.2",
      "--journal",
      file,
    ],
    {
      cwd: ROOT,
      stdio: "ignore",
      env: {
        ...process.env,
        FINANCING_ENVIRONMENT: "staging",
        FINANCING_STAGING_BASE_URL: proxy.baseUrl,
        FINANCING_STAGING_USERNAME: apiUsername,
        FINANCING_STAGING_PASSWORD: apiPassword,
        FINANCING_STAGING_SIGNATURE: apiSignature,
      },
    }
  )
  runningChild.kill = () => child.kill("SIGKILL")
  const signTimer = setInterval(() => void trySignNewest(sandbox), 50)
  const [, signal] = (await once(child, "exit")) as [number | null, string | null]
  clearInterval(signTimer)
  return { file, proxy, wasKilled: signal === "SIGKILL" }
}

/** Signs the newest application once the run has created five. */
async function trySignNewest(sandbox: Sandbox): Promise<void> {
  const applications = await sandbox.control.applications()
  if (applications.length >= 5) await signNewest(sandbox).catch(() => undefined)
}

describe("the clean-up of verify", () => {
  let sandbox: Sandbox
  beforeAll(async () => {
    sandbox = await startSandbox({ quiet: true, postbackDelayMs: 0 })
  })
  afterAll(() => sandbox.close())
  beforeEach(() => sandbox.control.reset())

  const steps = Array.from({ length: 46 }, (_value, index) => index + 1)
  it.each(steps)("ends or lists every application after a kill at call %i", async (step) => {
    const { file, proxy, wasKilled } = await runUntilKilled(sandbox, step)
    const access = { ...getAccess(sandbox), baseUrl: proxy.baseUrl }
    const client = createFinancingClient(access)
    const leftOpen = existsSync(file) ? await cleanUp(client, openJournal(file, access), 10) : []
    await client.close()
    proxy.close()
    expect(wasKilled).toBe(true)
    expect(await findUnlisted(sandbox, leftOpen)).toEqual([])
    expect(leftOpen.length).toBeLessThanOrEqual(1)
    expect(existsSync(file)).toBe(leftOpen.length > 0)
  })

  it("ends every application of a run that is interrupted after a creating call", async () => {
    for (const lastCall of ["create", "virtual-cart", "pre-approval"]) {
      const controller = new AbortController()
      const report = await verifyAccess(getAccess(sandbox), {
        signal: controller.signal,
        onStart: (call) => call === lastCall && controller.abort(),
      })
      expect(report.problems).toEqual(["The run was interrupted."])
      expect(report.leftOpen).toEqual([])
    }
    expect(await findLive(sandbox)).toEqual([])
  })

  it("ends every application of a run in which a step crashed", async () => {
    const report = await verifyAccess(getAccess(sandbox), {
      onPage: () => Promise.reject(new Error("no page for Maya")),
    })
    expect(report.problems).toEqual(["The step runWithPerson stopped (Error)."])
    expect(report.leftOpen).toEqual([])
    expect(await findLive(sandbox)).toEqual([])
  })

  it("refuses a second run while a journal exists, and a journal of other credentials", async () => {
    const file = createJournalPath()
    writeFileSync(file, `${JSON.stringify({ baseUrl: "https://other.test", apiUsername: "x" })}\n`)
    const run = verifyAccess(getAccess(sandbox), { journalFile: file })
    await expect(run).rejects.toThrow(`--clean-up ${file}`)
    expect(() => openJournal(file, getAccess(sandbox))).toThrow("other credentials")
    expect(readFileSync(file, "utf8")).toContain("other.test")
  })
})
