import { createServer, type Server } from "node:http"
import path from "node:path"
import express from "express"
import { contentSecurityPolicy } from "./content-security-policy"
import { routes, type Shop } from "./routes"

export type Storefront = { url: string; close: () => Promise<void> }

const MOST_STEPS = 50

async function tryPort(server: Server, port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const onError = (error: NodeJS.ErrnoException): void => {
      if (error.code === "EADDRINUSE" || error.code === "EACCES") resolve(false)
      else reject(error)
    }
    server.once("error", onError)
    server.listen(port, "localhost", () => {
      server.off("error", onError)
      resolve(true)
    })
  })
}

/** Serves the storefront of a shop on `port`, or on the next one that is free. */
export async function startStorefront(options: Shop & { port: number }): Promise<Storefront> {
  const app = express()
  app.disable("x-powered-by")
  app.use((_req, res, next) => {
    res.set({
      "content-security-policy": contentSecurityPolicy(),
      "x-content-type-options": "nosniff",
      "referrer-policy": "strict-origin-when-cross-origin",
    })
    next()
  })
  app.use("/assets", express.static(path.join(__dirname, "assets")))
  app.use(routes(options))
  const server = createServer(app)
  let { port } = options
  while (!(await tryPort(server, port))) {
    if (port - options.port >= MOST_STEPS) throw new Error(`No free port from ${options.port} on`)
    port += 1
  }
  return {
    url: `http://localhost:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
