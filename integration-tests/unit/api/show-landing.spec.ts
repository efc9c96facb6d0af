import { createHash } from "node:crypto"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import type { MedusaResponse } from "@medusajs/framework/http"
import express from "express"
import { type LandingPage, showLanding } from "../../../src/api/consumer-financing/show-landing"

let server: Server
let landingPage: LandingPage = { address: "https://shop.example/", shop: null, isLost: false }

beforeAll(async () => {
  const app = express()
  app.all("/", (_req, res) => showLanding(res as MedusaResponse, landingPage))
  server = createServer(app)
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve))
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

async function fetchPage(address: string, shop: string | null = "Harbor & Oak", isLost = false) {
  landingPage = { address, shop, isLost }
  const answer = await fetch(`http://localhost:${(server.address() as AddressInfo).port}/`)
  return { status: answer.status, headers: answer.headers, page: await answer.text() }
}

describe("the landing page", () => {
  it("redirects by a Refresh header, without a Location header, scripts or loaded resources", async () => {
    const { status, headers, page } = await fetchPage(
      "https://shop.example/us/order/order_1/confirmed"
    )
    expect(status).toBe(200)
    expect(headers.get("refresh")).toBe("0; url=https://shop.example/us/order/order_1/confirmed")
    expect(headers.get("location")).toBeNull()
    expect(headers.get("content-type")).toBe("text/html; charset=utf-8")
    expect(headers.get("content-security-policy")).toMatch(/^default-src 'none'/)
    expect(page).not.toMatch(/<(script|img|link)|src=|javascript:/)
  })

  it("names the shop, and its CSP allows only the page's own style", async () => {
    const { headers, page } = await fetchPage("https://shop.example/us/checkout")
    expect(page).toContain("<p>Taking you back to Harbor &amp; Oak…</p>")
    const [, style = ""] = /<style>([\s\S]*?)<\/style>/.exec(page) ?? []
    expect(style).toContain("font:")
    const hash = createHash("sha256").update(style).digest("base64")
    expect(headers.get("content-security-policy")).toContain(`style-src 'sha256-${hash}';`)
  })

  it("has a general text when the shop's name is unknown", async () => {
    const { page } = await fetchPage("https://shop.example/us/checkout", null)
    expect(page).toContain("<p>Taking you back to the shop…</p>")
  })

  it("redirects to a URL of the shop's app", async () => {
    const { headers, page } = await fetchPage("exampleshop://checkout/us/order/order_1/confirmed")
    expect(headers.get("refresh")).toBe("0; url=exampleshop://checkout/us/order/order_1/confirmed")
    expect(page).toContain(`<a href="exampleshop://checkout/us/order/order_1/confirmed"`)
  })

  it("escapes the shop's name", async () => {
    const { page } = await fetchPage("https://shop.example/", `</style><script>alert("1")</script>`)
    expect(page).not.toContain("<script>")
  })

  it("has a link for a shopper who is not redirected, which leaves a frame", async () => {
    const { page } = await fetchPage("https://shop.example/us/checkout?step=payment&cart=cart_1")
    expect(page).toContain(
      `<a href="https://shop.example/us/checkout?step=payment&amp;cart=cart_1" target="_top">`
    )
  })

  it.each([
    `https://shop.example/"><script>alert(1)</script>`,
    `https://shop.example/?a='><img src=x onerror=alert(1)>`,
    "https://shop.example/a\r\nSet-Cookie: cart=1",
    "https://shop.example/größe/✓",
  ])("escapes the address %s (G2)", async (address) => {
    const { headers, page } = await fetchPage(address)
    expect(headers.get("set-cookie")).toBeNull()
    expect(headers.get("refresh")).toBe(`0; url=${new URL(address).href}`)
    expect(page.match(/<(?!\/?(html|head|meta|title|style|body|p|a)\b|!doctype)/g)).toBeNull()
  })
})

describe("the landing page of an application that the database lost", () => {
  it("tells the shopper to contact the shop, does not redirect, and has the same security headers", async () => {
    const { status, headers, page } = await fetchPage("https://shop.example/", "Harbor & Oak", true)
    expect([status, headers.get("refresh")]).toEqual([200, null])
    expect(headers.get("content-security-policy")).toMatch(/^default-src 'none'/)
    expect(headers.get("x-content-type-options")).toBe("nosniff")
    expect(page).toContain("Please contact the shop before you apply again")
    expect(page).toContain(`<a href="https://shop.example/" target="_top">`)
    expect(page).not.toMatch(/<(script|img|link)|src=|javascript:/)
  })
})
