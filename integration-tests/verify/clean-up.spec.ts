import { spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { createServer, type Server } from "node:http"
import path from "node:path"
import { type Sandbox, startSandbox } from "../../src/sandbox"
import { createFinancingClient } from "../../src/financing-api"
import { cleanUp } from "../../src/verify/clean-up"
import { openJournal } from "../../src/verify/journal"
import { ROOT } from "../../tooling/paths"
import { accessTo, newJournalFile, signNewest, verifyAccess } from "./verified"

const LIVE = ["P", "Z", "A", "R", "W", "M", "S", "C", "L", "B"]

/** Passes every call on, and runs `onAnswered` between the service's work and its answer. */
async function startProxy(
  sandbox: Sandbox,
  onAnswered: (count: number) => void
): Promise<{ baseUrl: string; server: Server }> {
  let count = 0
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => {
      const body = Buffer.concat(chunks)
      const headers = Object.entries(request.headers).flatMap(([name, value]) =>
        typeof value === "string" && !["host", "connection", "content-length"].includes(name)
          ? [[name, value] as [string, string]]
          : []
      )
      const target = new URL(request.url ?? "/", sandbox.url)
      void fetch(target, {
        method: request.method ?? "GET",
        headers,
        ...(body.length > 0 && { body }),
      }).then(async (answer) => {
        const text = await answer.text()
        count += 1
        onAnswered(count)
        const type = answer.headers.get("content-type") ?? ""
        response.writeHead(answer.status, { "content-type": type }).end(text)
      })
    })
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  if (address === null || typeof address === "string") throw new Error("the proxy has no port")
  return { baseUrl: `http://localhost:${address.port}/api/v1`, server }
}

/** Runs the command in a process of its own and kills it at the n-th answer. */
async function killAt(
  sandbox: Sandbox,
  step: number
): Promise<{ file: string; baseUrl: string; wasKilled: boolean; server: Server }> {
  const file = newJournalFile()
  const found: { kill: () => void } = { kill: () => undefined }
  const { baseUrl, server } = await startProxy(sandbox, (count) => {
    if (count === step) found.kill()
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
        FINANCING_STAGING_BASE_URL: baseUrl,
        FINANCING_STAGING_USERNAME: apiUsername,
        FINANCING_STAGING_PASSWORD: apiPassword,
        FINANCING_STAGING_SIGNATURE: apiSignature,
      },
    }
  )
  found.kill = () => child.kill("SIGKILL")
  const signing = setInterval(() => void signNewestToSign(sandbox), 50)
  const [, signal] = (await once(child, "exit")) as [number | null, string | null]
  clearInterval(signing)
  return { file, baseUrl, wasKilled: signal === "SIGKILL", server }
}

/** The person signs once only the application that they were shown is left. */
async function signNewestToSign(sandbox: Sandbox): Promise<void> {
  const all = await sandbox.control.applications()
  if (all.length >= 5) await signNewest(sandbox).catch(() => undefined)
}

describe("verify --clean-up", () => {
  let sandbox: Sandbox
  beforeAll(async () => {
    sandbox = await startSandbox({ quiet: true, postbackDelayMs: 0 })
  })
  afterAll(() => sandbox.close())
  beforeEach(() => sandbox.control.reset())

  const steps = Array.from({ length: 46 }, (_none, index) => index + 1)
  it.each(steps)("ends everything after a kill at call %i, or lists it", async (step) => {
    const { file, baseUrl, server } = await killAt(sandbox, step)
    const access = { ...accessTo(sandbox), baseUrl }
    const client = createFinancingClient(access)
    const left = existsSync(file) ? await cleanUp(client, openJournal(file, access), 10) : []
    await client.close()
    server.closeAllConnections()
    server.close()
    const all = await sandbox.control.applications()
    const live = all.filter(({ status }) => LIVE.includes(status))
    const named = left.map(({ orderId }) => orderId)
    // A pre-approval has no order id at the service.
    const isListed = live.every(({ orderId }) =>
      orderId === ""
        ? left.some(({ kind }) => kind === "pre-approval")
        : named.some((id) => orderId.startsWith(id))
    )
    expect({ isListed, isShort: left.length <= 1 }).toEqual({ isListed: true, isShort: true })
    expect(existsSync(file)).toBe(left.length > 0)
  })

  it("ends what a run created when it is interrupted after any call", async () => {
    for (const last of ["create", "virtual-cart", "pre-approval"]) {
      const interruption = new AbortController()
      const report = await verifyAccess(accessTo(sandbox), {
        signal: interruption.signal,
        onStart: (call) => call === last && interruption.abort(),
      })
      expect(report.problems).toEqual(["The run was interrupted."])
      expect(report.leftOpen).toEqual([])
    }
    const all = await sandbox.control.applications()
    expect(all.filter(({ status }) => LIVE.includes(status))).toEqual([])
  })

  it("goes on after a step that crashed, and ends what it created", async () => {
    const report = await verifyAccess(accessTo(sandbox), {
      onPage: () => Promise.reject(new Error("no page for Maya")),
    })
    expect(report.problems).toEqual(["The step runWithPerson stopped (Error)."])
    expect(report.leftOpen).toEqual([])
    const all = await sandbox.control.applications()
    expect(all.filter(({ status }) => LIVE.includes(status))).toEqual([])
  })

  it("refuses a second run while a journal is left, and a journal of other credentials", async () => {
    const file = newJournalFile()
    writeFileSync(file, `${JSON.stringify({ baseUrl: "https://other.test", apiUsername: "x" })}\n`)
    const running = verifyAccess(accessTo(sandbox), { journalFile: file })
    await expect(running).rejects.toThrow(`--clean-up ${file}`)
    expect(() => openJournal(file, accessTo(sandbox))).toThrow("other credentials")
    expect(readFileSync(file, "utf8")).toContain("other.test")
  })
})
