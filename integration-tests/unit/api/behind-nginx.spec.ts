import { spawn, spawnSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createServer, request, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import path from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { clientOf } from "../../../src/api/store/consumer-financing/requester"
import type { PluginOptions } from "../../../src/options/options"

const isInstalled = spawnSync("nginx", ["-v"]).error === undefined
if (!isInstalled) {
  process.stderr.write(
    "nginx is not installed (apt-get install nginx): nothing is tried behind it.\n"
  )
}

/** Machines of the same loopback network: the shop's proxy, its storefront's server, and a shopper's browser. */
const [PROXY, STOREFRONT, BROWSER] = ["127.0.0.1", "127.0.0.2", "127.0.0.3"] as const

const buildConfiguration = (port: number, shop: number, folder: string) => `
pid ${folder}/pid; error_log ${folder}/error.log; daemon off; worker_processes 1;
events {}
http {
  access_log off; client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/f; uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s;
  server {
    listen ${PROXY}:${port};
    location / {
      proxy_pass http://${PROXY}:${shop};
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
    }
  }
}`

async function findFreePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, PROXY, resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

type ShopperRequest = { from: string; forwarded?: string }
;(isInstalled ? describe : describe.skip)("clientOf behind a real nginx (fact 42)", () => {
  let shop: Server
  let trustedProxies: PluginOptions["trustedProxies"] = 1
  let port: number
  let folder: string
  let nginx: ReturnType<typeof spawn>

  beforeAll(async () => {
    shop = createServer((req, res) => {
      res.end(String(clientOf(req, trustedProxies)))
    })
    await new Promise<void>((resolve) => shop.listen(0, PROXY, resolve))
    port = await findFreePort()
    folder = mkdtempSync(path.join(tmpdir(), "behind-nginx-"))
    const file = path.join(folder, "nginx.conf")
    writeFileSync(file, buildConfiguration(port, (shop.address() as AddressInfo).port, folder))
    nginx = spawn("nginx", ["-p", folder, "-c", file], { stdio: "ignore" })
    for (let attempt = 0; attempt < 100; attempt += 1) {
      if (await sendRequest({ from: BROWSER }).catch(() => null)) return
      await sleep(100)
    }
    throw new Error("nginx did not start")
  }, 60_000)

  afterAll(async () => {
    nginx.kill("SIGTERM")
    await new Promise((resolve) => shop.close(resolve))
    rmSync(folder, { recursive: true, force: true })
  })

  /** Returns the client address that the shop reads from the request. */
  function sendRequest({ from, forwarded }: ShopperRequest): Promise<string> {
    const headers = forwarded === undefined ? {} : { "x-forwarded-for": forwarded }
    const options = { host: PROXY, port, localAddress: from, headers, agent: false }
    return new Promise((resolve, reject) => {
      const clientRequest = request(options, (answer) => {
        let body = ""
        answer.setEncoding("utf8").on("data", (part: string) => (body += part))
        answer.on("end", () => resolve(body))
      })
      clientRequest.on("error", reject).end()
    })
  }

  /** Counts the different clients that the shop reads from these requests. */
  async function countClients(requests: readonly ShopperRequest[]): Promise<number> {
    const answers: string[] = []
    for (const shopperRequest of requests) answers.push(await sendRequest(shopperRequest))
    return new Set(answers).size
  }

  const buildElevenRequests = (getAddress: (n: number) => string, from: string) =>
    Array.from({ length: 11 }, (_, n) => ({ from, forwarded: getAddress(n) }))
  const buildAddress = (n: number) => `203.0.113.${n}`

  it("counts eleven shoppers behind a trusted storefront server as eleven clients", async () => {
    trustedProxies = [PROXY, STOREFRONT]
    expect(await countClients(buildElevenRequests(buildAddress, STOREFRONT))).toBe(11)
  })

  it("counts eleven shoppers behind an untrusted storefront server as one client", async () => {
    trustedProxies = 1
    expect(await countClients(buildElevenRequests(buildAddress, STOREFRONT))).toBe(1)
  })

  it("counts a browser that forges eleven addresses as one client, directly or via the storefront", async () => {
    trustedProxies = [PROXY, STOREFRONT]
    expect(await countClients(buildElevenRequests(buildAddress, BROWSER))).toBe(1)
    expect(
      await countClients(buildElevenRequests((n) => `${buildAddress(n)}, ${BROWSER}`, STOREFRONT))
    ).toBe(1)
    trustedProxies = 1
    expect(await countClients(buildElevenRequests(buildAddress, BROWSER))).toBe(1)
  })

  it("counts all addresses of an IPv6 /64 network as one client", async () => {
    trustedProxies = [PROXY, STOREFRONT]
    expect(
      await countClients(buildElevenRequests((n) => `2001:db8:1:2::${n + 1}`, STOREFRONT))
    ).toBe(1)
    expect(
      await countClients(buildElevenRequests((n) => `2001:db8:1:${n + 1}::1`, STOREFRONT))
    ).toBe(11)
  })

  it("counts forwarded values that are not addresses as one client", async () => {
    trustedProxies = [PROXY, STOREFRONT]
    expect(await countClients(buildElevenRequests((n) => `unknown-${n}`, STOREFRONT))).toBe(1)
  })

  it("counts two shoppers behind two proxies, trusted by number, as two clients", async () => {
    trustedProxies = 2
    const [firstAddress, secondAddress] = [buildAddress(1), buildAddress(2)]
    const requests = [firstAddress, secondAddress, firstAddress].map((forwarded) => ({
      from: STOREFRONT,
      forwarded,
    }))
    expect(await countClients(requests)).toBe(2)
  })
})
