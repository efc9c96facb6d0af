import { type ChildProcess, spawn } from "node:child_process"
import { mkdtemp, rm } from "node:fs/promises"
import { createServer } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { addVariables } from "../../../src/init/init"
import { buildOrder, readReply, requestToken } from "./caller"
import { STAGING_CREDENTIALS } from "../../../src/sandbox/credentials"
import type { Sandbox } from "../../../src/sandbox"

const root = join(__dirname, "../../..")
/** Loads tsx in the process itself; its command starts a child that a SIGKILL would leave running. */
const TSX_ARGUMENTS = ["--import", "tsx"]

const running = new Set<ChildProcess>()

const run = (...args: string[]) => runWithEnvironment({}, ...args)

function runWithEnvironment(environment: Record<string, string>, ...args: string[]) {
  const child = spawn(
    process.execPath,
    [...TSX_ARGUMENTS, join(root, "src/init/bin.ts"), "sandbox", ...args],
    {
      cwd: root,
      env: { ...process.env, ...environment },
    }
  )
  let output = ""
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()))
  running.add(child)
  const exitCode = new Promise<number | null>((resolve) => child.on("exit", resolve))
  const waitForOutput = async (pattern: RegExp) => {
    for (let match = pattern.exec(output); ; match = pattern.exec(output)) {
      if (match) return match
      if (!running.has(child)) throw new Error(`It did not say ${String(pattern)}:\n${output}`)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
  return { child, exitCode, waitForOutput, output: () => output }
}

afterEach(() => {
  for (const child of running) child.kill("SIGKILL")
  running.clear()
})

describe("the command medusa-payment-consumer-financing sandbox", () => {
  it("explains magic, credentials, behaviour and control API with --help", async () => {
    const { exitCode, output } = run("--help")
    expect(await exitCode).toBe(0)
    for (const word of [
      "Declined",
      "$1,313.13",
      "staging-merchant",
      "secondSettle",
      "/control/faults",
    ]) {
      expect(output()).toContain(word)
    }
    expect(output()).toContain("FINANCING_STAGING_BASE_URL=http://localhost:4010/api/v1")
  }, 40_000)

  it("serves on another port when its port is taken, and stops on Ctrl-C", async () => {
    const blocker = createServer().listen(0, "127.0.0.1")
    await new Promise((resolve) => blocker.once("listening", resolve))
    const address = blocker.address()
    const port = typeof address === "object" ? address?.port : undefined
    const { child, exitCode, waitForOutput } = run("--port", String(port))
    const [, url = ""] = await waitForOutput(/listens on (\S+)/)
    expect(url).not.toBe(`http://localhost:${String(port)}`)
    const answer = await requestToken(
      { credentials: { staging: STAGING_CREDENTIALS } } as Sandbox,
      "staging",
      `${url}/api/v1`
    )
    expect(answer.status).toBe(200)
    child.kill("SIGINT")
    expect(await exitCode).toBe(0)
    await expect(fetch(url).then(readReply)).rejects.toThrow("fetch failed")
    blocker.close()
  }, 40_000)

  it("prints the .env lines that init writes, with its own address", async () => {
    const { child, exitCode, waitForOutput, output } = run("--port", "0")
    const [, url = ""] = await waitForOutput(/listens on (\S+)/)
    await waitForOutput(/Ctrl-C ends it/)
    child.kill("SIGINT")
    await exitCode
    const lines = output().match(/^FINANCING_\w+=.+$/gm) ?? []
    expect(lines).toContain(`FINANCING_STAGING_USERNAME=${STAGING_CREDENTIALS.apiUsername}`)
    expect(lines).toHaveLength(5)
    const initLines = addVariables("").replaceAll("http://localhost:4010", url).split("\n")
    expect(initLines).toEqual(expect.arrayContaining(lines))
  }, 40_000)

  it("prints no production credentials", async () => {
    const help = run("--help")
    await help.exitCode
    const { child, exitCode, waitForOutput, output } = run("--port", "0")
    await waitForOutput(/Ctrl-C ends it/)
    child.kill("SIGINT")
    await exitCode
    expect(help.output() + output()).not.toMatch(
      /production-merchant|production\/api|production: \{/
    )
  }, 40_000)

  it("does not start with NODE_ENV=production", async () => {
    const { exitCode, output } = runWithEnvironment({ NODE_ENV: "production" }, "--port", "0")
    expect(await exitCode).toBe(1)
    expect(output()).toContain("The simulator does not run with NODE_ENV=production")
  }, 40_000)

  it("warns only when it listens on every network", async () => {
    const openRun = run("--port", "0", "--quiet", "--host", "0.0.0.0")
    await openRun.waitForOutput(/Anyone who reaches this machine can approve/)
    const localRun = run("--port", "0")
    await localRun.waitForOutput(/Ctrl-C ends it/)
    expect(localRun.output()).not.toContain("Anyone")
  }, 40_000)

  it("accepts an approval range, and refuses a reversed or unreadable one", async () => {
    const { child, exitCode, waitForOutput } = run(
      "--port",
      "0",
      "--min-amount",
      "10.50",
      "--max-amount",
      "99"
    )
    const [, url = ""] = await waitForOutput(/listens on (\S+)/)
    const settings = (await (await fetch(`${url}/control/settings`)).json()) as object
    expect(settings).toMatchObject({ minAmount: 10.5, maxAmount: 99 })
    child.kill("SIGINT")
    await exitCode
    for (const range of [
      ["--min-amount", "500", "--max-amount", "300"],
      ["--min-amount", "cheap"],
    ]) {
      const refusedRun = run("--port", "0", ...range)
      expect(await refusedRun.exitCode).toBe(1)
      expect(refusedRun.output()).toContain("The approval range has to be two amounts in dollars")
    }
  }, 40_000)

  it("keeps its applications after a restart with --state", async () => {
    const directory = await mkdtemp(join(tmpdir(), "sandbox-state-"))
    const file = join(directory, "below", "state.json")
    const first = run("--port", "0", "--state", file)
    const [, url = ""] = await first.waitForOutput(/listens on (\S+)/)
    const sandbox = { credentials: { staging: STAGING_CREDENTIALS } } as Sandbox
    const { json } = await requestToken(sandbox, "staging", `${url}/api/v1`)
    const created = await fetch(`${url}/api/v1/application/ecommerce/orders`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${String(json.access_token)}`,
        "content-type": "application/json",
      },
      body: JSON.stringify(buildOrder()),
    })
    const { token } = (await created.json()) as { token: string }
    // SIGKILL leaves no time to save anything.
    first.child.kill("SIGKILL")
    await first.exitCode
    const second = run("--port", "0", "--state", file)
    await second.waitForOutput(/Took up 1 application from/)
    const [, newUrl = ""] = await second.waitForOutput(/listens on (\S+)/)
    const application = (await (
      await fetch(`${newUrl}/control/applications/${token}`)
    ).json()) as object
    expect(application).toMatchObject({ status: "P", loanAmount: 812.4 })
    second.child.kill("SIGINT")
    expect(await second.exitCode).toBe(0)
    await rm(directory, { recursive: true })
  }, 40_000)

  it("refuses an unknown behaviour and names it", async () => {
    const { exitCode, output } = run("--behaviour", "secondSettel=ok")
    expect(await exitCode).toBe(1)
    expect(output()).toContain("secondSettel")
  }, 40_000)
})
