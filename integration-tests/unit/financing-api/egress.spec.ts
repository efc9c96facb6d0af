import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { requireFromRoot, ROOT } from "../../../tooling/paths"
import { runScript } from "../../../tooling/run-command"
import { type ConnectProxy, startProxy } from "./connect-proxy"
import { TOKEN } from "./sample-bodies"
import {
  cleanUp,
  createClient,
  getFinancingError,
  createReply,
  type ScriptedService,
  startService,
} from "./scripted-service"
import { createCertificate } from "../../../tooling/self-signed-certificate"

const INPUT = { applicationToken: TOKEN }
const ALL_DONE = ["done", "done", "done", "done"]
const CERTIFICATE = createCertificate("localhost")
const folder = mkdtempSync(path.join(tmpdir(), "financing-authority-"))
const authorityPath = path.join(folder, "authority.pem")
writeFileSync(authorityPath, CERTIFICATE.cert)

const PROXY_VARIABLES = ["https_proxy", "HTTPS_PROXY", "no_proxy", "NO_PROXY"]
const originalVariables = PROXY_VARIABLES.map((name) => [name, process.env[name]] as const)

/** Replaces the machine's proxy variables with those of the test. */
function setEnvironment(variables: Record<string, string | undefined>): void {
  for (const name of PROXY_VARIABLES) {
    const value = variables[name]
    if (value === undefined) delete process.env[name]
    else process.env[name] = value
  }
}

let proxy: ConnectProxy | undefined

beforeEach(() => setEnvironment({}))
afterEach(async () => {
  await cleanUp()
  await proxy?.stop()
  proxy = undefined
})
afterAll(() => {
  setEnvironment(Object.fromEntries(originalVariables))
  rmSync(folder, { recursive: true })
})

/** Starts a TLS service on localhost with a certificate that only the shop trusts. */
async function startSecureService(): Promise<ScriptedService> {
  const service = await startService({
    call: (response, request, n) => {
      const isStatus = request.url.includes("status")
      createReply(200, isStatus ? { status: "S" } : { status: "ok" })(response, request, n)
    },
    tls: CERTIFICATE,
  })
  return { ...service, baseUrl: service.baseUrl.replace("127.0.0.1", "localhost") }
}

/** Runs client-in-process.ts with these variables and returns the outcome of each call. */
async function runClientProcess(
  variables: Record<string, string>,
  { baseUrl }: ScriptedService
): Promise<string[]> {
  const script = path.join(__dirname, "client-in-process.ts")
  const tsx = path.join(
    path.dirname(requireFromRoot.resolve("tsx/package.json")),
    "dist",
    "cli.mjs"
  )
  const env = { NODE_EXTRA_CA_CERTS: authorityPath, ...variables }
  const output = await runScript({ script: tsx, args: [script, baseUrl], cwd: ROOT, env })
  // Node also prints a warning when NODE_TLS_REJECT_UNAUTHORIZED is 0.
  return JSON.parse(/\[".*"\]/.exec(output)?.[0] ?? "[]") as string[]
}

describe("with a proxy in HTTPS_PROXY", () => {
  it("every call uses a tunnel, and every changing call its own", async () => {
    proxy = await startProxy()
    const service = await startSecureService()
    const proxyUrl = proxy.url.replace("//", "//shop:p%40ss@")
    expect(await runClientProcess({ HTTPS_PROXY: proxyUrl }, service)).toEqual(ALL_DONE)
    const authorization = `Basic ${Buffer.from("shop:p@ss").toString("base64")}`
    const tunnel = { target: new URL(service.baseUrl).host, authorization }
    // One for the token, one for the reads (undici may open a second), one for each settle.
    const tunnelCount = proxy.tunnels.length
    expect([3, 4, 5]).toContain(tunnelCount)
    expect(proxy.tunnels).toEqual(Array.from({ length: tunnelCount }, () => tunnel))
    expect(service.connections()).toBe(tunnelCount)
    const settles = service.calls.slice(-2)
    expect(settles.map((call) => call.headers.connection)).toEqual(["close", "close"])
    const requestHeaders = [...service.calls, ...service.tokenRequests].map(
      ({ headers }) => headers
    )
    expect(requestHeaders.filter((headers) => "proxy-authorization" in headers)).toEqual([])
  })

  it("a host in NO_PROXY is called directly", async () => {
    proxy = await startProxy()
    const service = await startSecureService()
    const variables = { HTTPS_PROXY: proxy.url, NO_PROXY: "intranet.example,localhost" }
    expect(await runClientProcess(variables, service)).toEqual(ALL_DONE)
    expect(proxy.tunnels).toEqual([])
  })

  it("a plain http address, such as the local simulator's, is called directly", async () => {
    proxy = await startProxy()
    setEnvironment({ HTTPS_PROXY: proxy.url })
    const service = await startService({ call: createReply(200, { status: "ok" }) })
    await createClient(service).settle(INPUT)
    expect(service.calls).toHaveLength(1)
    expect(proxy.tunnels).toEqual([])
  })

  it.each([407, 502] as const)(
    "a call through a proxy that answers %s did not happen",
    async (status) => {
      proxy = await startProxy(status)
      setEnvironment({ HTTPS_PROXY: proxy.url })
      const error = await getFinancingError(
        createClient({ baseUrl: "https://service.example" }).settle(INPUT)
      )
      expect(error).toMatchObject({ outcome: "did-not-happen" })
      expect(proxy.tunnels.length).toBeGreaterThan(0)
    }
  )

  it("a proxy that never answers ends in connect_timeout, and the client still closes promptly", async () => {
    proxy = await startProxy("silent")
    setEnvironment({ HTTPS_PROXY: proxy.url })
    const deadlines = { connect: 200 }
    const client = createClient({ baseUrl: "https://service.example" }, { deadlines })
    const error = await getFinancingError(client.requestToken())
    expect(error).toMatchObject({ code: "connect_timeout", outcome: "did-not-happen" })
    const startedAt = performance.now()
    await client.close()
    expect(performance.now() - startedAt).toBeLessThan(2_000)
  })

  it("a proxy without a scheme is called over http, and an invalid one is refused without quoting it", async () => {
    proxy = await startProxy(502)
    setEnvironment({ https_proxy: proxy.url.replace("http://", "") })
    await getFinancingError(createClient({ baseUrl: "https://service.example" }).requestToken())
    expect(proxy.tunnels[0]?.target).toBe("service.example:443")
    setEnvironment({ HTTPS_PROXY: "http://shop:pa ss@:0:0" })
    const error = await getFinancingError(
      Promise.resolve().then(() => createClient({ baseUrl: "https://elsewhere.example" }))
    )
    expect(error).toMatchObject({ code: "invalid_options" })
    expect(error.message).toContain("HTTPS_PROXY must be a URL")
    expect(error.message).not.toContain("pa ss")
  })
})

describe("the shop's own certificate authority", () => {
  it("is trusted with NODE_EXTRA_CA_CERTS, and only with it", async () => {
    const service = await startSecureService()
    expect(await runClientProcess({}, service)).toEqual(ALL_DONE)
    const noAuthority = { NODE_EXTRA_CA_CERTS: "" }
    for (const variables of [noAuthority, { ...noAuthority, NODE_TLS_REJECT_UNAUTHORIZED: "0" }]) {
      const [outcome] = await runClientProcess(variables, service)
      expect(outcome).toContain("requestToken: unreachable")
    }
  })
})
