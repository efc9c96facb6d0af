import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import express, { type RequestHandler } from "express"
import { hideCapabilityMiddlewares, withoutCapability } from "../../../src/api/hide-capability"

const SIGNATURE = "Zm9yZ2VkLWNhcGFiaWxpdHktb2YtZm9ydHktdGhyZWU"

it.each([
  [`/hooks/consumer-financing/staging/finapp_01/${SIGNATURE}?a=${SIGNATURE}`],
  [`/hooks/consumer-financing/staging/finapp_01/${SIGNATURE}/more/`],
  [`/hooks/consumer-financing/pre-approvals/production/${SIGNATURE}`],
  [`/consumer-financing/return/staging/finapp_01/${SIGNATURE}/`],
  [`/consumer-financing/here/1-${SIGNATURE}`],
  [`/Consumer-Financing/cancel/x/${SIGNATURE}`],
])("withoutCapability removes the capability from %s (G3)", (url) => {
  const redactedUrl = withoutCapability(url)
  expect(redactedUrl).toContain("/[capability]")
  expect(redactedUrl).not.toContain(SIGNATURE)
  expect(withoutCapability(redactedUrl)).toBe(redactedUrl)
})

it.each(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"])(
  "a %s request to a capability URL is logged without the capability",
  async (method) => {
    const loggedUrls: string[] = []
    const app = express()
    app.use((req, res, next) => {
      res.on("finish", () => loggedUrls.push(req.originalUrl))
      next()
    })
    for (const { matcher, methods, middlewares = [] } of hideCapabilityMiddlewares) {
      // Without methods, Medusa runs the middleware for every method.
      expect(methods).toBeUndefined()
      // The cast: Medusa's type adds a container to the request, which these middlewares do not read.
      app.use(matcher, ...(middlewares as unknown as RequestHandler[]))
    }
    const server = createServer(app).listen(0, "localhost")
    await once(server, "listening")
    const { port } = server.address() as AddressInfo
    for (const path of ["/hooks/consumer-financing", "/consumer-financing/return", "/elsewhere"]) {
      await fetch(`http://localhost:${port}${path}/staging/${SIGNATURE}`, { method })
    }
    server.close()
    expect(loggedUrls).toEqual([
      "/hooks/consumer-financing/staging/[capability]",
      "/consumer-financing/return/staging/[capability]",
      `/elsewhere/staging/${SIGNATURE}`,
    ])
  }
)
