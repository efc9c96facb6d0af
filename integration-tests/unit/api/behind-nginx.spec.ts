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

const configuration = (port: number, shop: number, folder: string) => `
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

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, PROXY, resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

type Asking = { from: string; forwarded?: string }
;(isInstalled ? describe : describe.skip)("clientOf behind a real nginx (fact 42)", () => {
  let shop: Server
  let trusted: PluginOptions["trustedProxies"] = 1
  let port: number
  let folder: string
  let nginx: ReturnType<typeof spawn>

  beforeAll(async () => {
    shop = createServer((req, res) => {
      res.end(String(clientOf(req, trusted)))
    })
    await new Promise<void>((resolve) => shop.listen(0, PROXY, resolve))
    port = await freePort()
    folder = mkdtempSync(path.join(tmpdir(), "behind-nginx-"))
    const file = path.join(folder, "nginx.conf")
    writeFileSync(file, configuration(port, (shop.address() as AddressInfo).port, folder))
    nginx = spawn("nginx", ["-p", folder, "-c", file], { stdio: "ignore" })
    for (let tries = 0; tries < 100; tries += 1) {
      if (await ask({ from: BROWSER }).catch(() => null)) return
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
  function ask({ from, forwarded }: Asking): Promise<string> {
    const headers = forwarded === undefined ? {} : { "x-forwarded-for": forwarded }
    const options = { host: PROXY, port, localAddress: from, headers, agent: false }
    return new Promise((resolve, reject) => {
      const asking = request(options, (answer) => {
        let body = ""
        answer.setEncoding("utf8").on("data", (part: string) => (body += part))
        answer.on("end", () => resolve(body))
      })
      asking.on("error", reject).end()
    })
  }

  /** Counts the different clients that the shop reads from these requests. */
  async function clients(requests: readonly Asking[]): Promise<number> {
    const answers: string[] = []
    for (const one of requests) answers.push(await ask(one))
    return new Set(answers).size
  }

  const eleven = (address: (n: number) => string, from: string) =>
    Array.from({ length: 11 }, (_, n) => ({ from, forwarded: address(n) }))
  const household = (n: number) => `203.0.113.${n}`

  it("counts eleven shoppers behind a trusted storefront server as eleven clients", async () => {
    trusted = [PROXY, STOREFRONT]
    expect(await clients(eleven(household, STOREFRONT))).toBe(11)
  })

  it("counts eleven shoppers behind an untrusted storefront server as one client", async () => {
    trusted = 1
    expect(await clients(eleven(household, STOREFRONT))).toBe(1)
  })

  it("counts a browser that forges eleven addresses as one client, directly or via the storefront", async () => {
    trusted = [PROXY, STOREFRONT]
    expect(await clients(eleven(household, BROWSER))).toBe(1)
    expect(await clients(eleven((n) => `${household(n)}, ${BROWSER}`, STOREFRONT))).toBe(1)
    trusted = 1
    expect(await clients(eleven(household, BROWSER))).toBe(1)
  })

  it("counts all addresses of an IPv6 /64 network as one client", async () => {
    trusted = [PROXY, STOREFRONT]
    expect(await clients(eleven((n) => `2001:db8:1:2::${n + 1}`, STOREFRONT))).toBe(1)
    expect(await clients(eleven((n) => `2001:db8:1:${n + 1}::1`, STOREFRONT))).toBe(11)
  })

  it("counts forwarded values that are not addresses as one client", async () => {
    trusted = [PROXY, STOREFRONT]
    expect(await clients(eleven((n) => `unknown-${n}`, STOREFRONT))).toBe(1)
  })

  it("counts two shoppers behind two proxies, trusted by number, as two clients", async () => {
    trusted = 2
    const [one, other] = [household(1), household(2)]
    const requests = [one, other, one].map((forwarded) => ({ from: STOREFRONT, forwarded }))
    expect(await clients(requests)).toBe(2)
  })
})
