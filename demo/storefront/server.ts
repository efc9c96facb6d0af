import { mkdtemp, mkdir, rm } from "node:fs/promises"
import type { AddressInfo } from "node:net"
import path from "node:path"
import express from "express"
import { CACHE, ROOT } from "../../tooling/paths"
import { runScript } from "../../tooling/run-command"

export type Storefront = { url: string; port: number; close: () => Promise<void> }

export type StorefrontOptions = {
  /** 0 picks a free port. */
  port: number
  /** The URL that browsers use. */
  medusaUrl: string
  publishableKey: string
  /** The financing service's URL. The storefront shows its pages in a frame. */
  serviceUrl: string
}

/** Allows this server, Medusa and frames of the service. Forbids inline code and styles. */
function contentSecurityPolicy({ medusaUrl, serviceUrl }: StorefrontOptions): string {
  return [
    "default-src 'none'",
    "style-src 'self'",
    "script-src 'self'",
    "font-src 'self'",
    "img-src 'self' data:",
    `connect-src ${medusaUrl}`,
    // After the application, the frame loads Medusa's return URL, which redirects to the storefront.
    `frame-src 'self' ${new URL(serviceUrl).origin} ${medusaUrl}`,
    "frame-ancestors 'self'",
    "form-action 'self'",
    "base-uri 'none'",
  ].join("; ")
}

/** Builds the storefront for production and serves it. `close` also deletes the build. */
export async function startStorefront(options: StorefrontOptions): Promise<Storefront> {
  await mkdir(CACHE, { recursive: true })
  const outDir = await mkdtemp(path.join(CACHE, "storefront-"))
  await runScript({
    script: path.join(ROOT, "node_modules", "vite", "bin", "vite.js"),
    args: ["build", __dirname, "--outDir", outDir, "--emptyOutDir", "--logLevel", "error"],
    cwd: ROOT,
    env: {
      VITE_MEDUSA_BACKEND_URL: options.medusaUrl,
      VITE_MEDUSA_PUBLISHABLE_KEY: options.publishableKey,
    },
  })
  const app = express()
  app.disable("x-powered-by")
  app.use((_req, res, next) => {
    res.set({
      "content-security-policy": contentSecurityPolicy(options),
      "x-content-type-options": "nosniff",
      "referrer-policy": "strict-origin-when-cross-origin",
    })
    next()
  })
  app.use(express.static(outDir))
  app.use("/assets", (_req, res) => res.sendStatus(404))
  app.get("*", (_req, res) => res.sendFile(path.join(outDir, "index.html")))
  const server = app.listen(options.port, "localhost")
  await new Promise((resolve, reject) => server.once("listening", resolve).once("error", reject))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://localhost:${port}`,
    port,
    close: async () => {
      server.close()
      server.closeAllConnections()
      await rm(outDir, { recursive: true, force: true })
    },
  }
}
