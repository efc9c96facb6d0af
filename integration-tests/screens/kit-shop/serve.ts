import { mkdtemp, readFile, rm } from "node:fs/promises"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import path from "node:path"
import { CACHE, ROOT } from "../../../tooling/paths"
import { runScript } from "../../../tooling/run-command"

const TYPES: Record<string, string> = { ".js": "text/javascript", ".css": "text/css" }

/** A shop's frontend in the browser, with the kit's parts in it, built anew and served on a free port. */
export async function serveKitShop(): Promise<{ port: number; close: () => Promise<void> }> {
  const built = await mkdtemp(path.join(CACHE, "kit-shop-"))
  const vite = path.join(ROOT, "node_modules", "vite", "bin", "vite.js")
  const args = ["build", __dirname, "--base", "/", "--outDir", built, "--logLevel", "error"]
  await runScript({ script: vite, args, cwd: ROOT })
  const server = createServer((req, res) => {
    const { pathname } = new URL(req.url ?? "/", "http://shop")
    const isAsset = pathname.startsWith("/assets/")
    const file = isAsset ? path.join("assets", path.basename(pathname)) : "index.html"
    readFile(path.join(built, file)).then(
      (content) => {
        res.writeHead(200, { "content-type": TYPES[path.extname(file)] ?? "text/html" })
        res.end(content)
      },
      () => res.writeHead(404).end()
    )
  })
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve))
  const { port } = server.address() as AddressInfo
  return {
    port,
    close: async () => {
      server.close()
      server.closeAllConnections()
      await rm(built, { recursive: true, force: true })
    },
  }
}
