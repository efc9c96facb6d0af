import { spawn } from "node:child_process"
import { createServer } from "node:http"
import { join } from "node:path"
import { reply, requestToken } from "./caller"
import { CREDENTIALS } from "../../../src/sandbox/credentials"
import type { Sandbox } from "../../../src/sandbox"

const root = join(__dirname, "../../..")
const tsx = join(root, "node_modules/tsx/dist/cli.mjs")

function run(...args: string[]) {
  const child = spawn(process.execPath, [tsx, join(root, "src/sandbox/cli.ts"), ...args])
  let output = ""
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()))
  const ended = new Promise<number | null>((resolve) => child.on("exit", resolve))
  const says = async (pattern: RegExp) => {
    for (let match = pattern.exec(output); ; match = pattern.exec(output)) {
      if (match) return match
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
  return { child, ended, says, output: () => output }
}

describe("the command consumer-financing-sandbox", () => {
  it("explains magic, credentials, behaviour and control API with --help", async () => {
    const { ended, output } = run("--help")
    expect(await ended).toBe(0)
    for (const word of [
      "Declined",
      "$1,313.13",
      "staging-merchant",
      "secondSettle",
      "/control/faults",
    ]) {
      expect(output()).toContain(word)
    }
    expect(output()).toContain('resolve: "medusa-payment-consumer-financing"')
  }, 20_000)

  it("steps over a taken port, serves, and ends on Ctrl-C with nothing left", async () => {
    const blocker = createServer().listen(0, "127.0.0.1")
    await new Promise((resolve) => blocker.once("listening", resolve))
    const address = blocker.address()
    const port = typeof address === "object" ? address?.port : undefined
    const { child, ended, says } = run("--port", String(port))
    const [, url = ""] = await says(/listens on (\S+)/)
    expect(url).not.toBe(`http://localhost:${String(port)}`)
    const answer = await requestToken(
      { credentials: CREDENTIALS } as Sandbox,
      "staging",
      `${url}/api/v1`
    )
    expect(answer.status).toBe(200)
    child.kill("SIGINT")
    expect(await ended).toBe(0)
    await expect(fetch(url).then(reply)).rejects.toThrow("fetch failed")
    blocker.close()
  }, 20_000)

  it("names a behaviour it does not know", async () => {
    const { ended, output } = run("--behaviour", "secondSettel=ok")
    expect(await ended).toBe(1)
    expect(output()).toContain("secondSettel")
  }, 20_000)
})
