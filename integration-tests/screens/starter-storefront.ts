import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { runInNewContext } from "node:vm"
import ts from "typescript"
import { readRepositoryFile } from "../unit/documents/documents"

const COOKIE = "_medusa_cart_id"

/** The documented script that makes a landing page leave its frame. */
const LEAVE_FRAME =
  "if (window.top && window.top !== window.self) window.top.location.replace(window.location.href)"

/** Requests a path of Medusa's store API. */
export type FetchMedusa = (path: string) => Promise<unknown>

type Landing = (request: unknown, context: { params: Promise<object> }) => Promise<Response>

/** Loads the landing page for shops on another domain from docs/storefront.md. */
function loadDocumentedLanding(fetch: FetchMedusa): Landing {
  const section =
    readRepositoryFile("docs/storefront.md").split("have different domains\n")[1] ?? ""
  const [, snippet = ""] = /```ts\n([\s\S]*?)```/.exec(section) ?? []
  const compilerOptions = { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 }
  const { outputText } = ts.transpileModule(snippet, { compilerOptions })
  const exports: { GET?: Landing } = {}
  const require = () => ({ sdk: { client: { fetch } } })
  runInNewContext(outputText, { exports, require, Response, encodeURIComponent })
  if (!exports.GET) throw new Error("docs/storefront.md has no landing page to try")
  return exports.GET
}

const readCartId = ({ headers }: IncomingMessage): string | undefined =>
  new RegExp(`${COOKIE}=(\\w+)`).exec(headers.cookie ?? "")?.[1]

function writePage(res: ServerResponse, title: string, { status = 200, more = "" } = {}): void {
  res.writeHead(status, { "content-type": "text/html" })
  res.end(`<!doctype html><script>${LEAVE_FRAME}</script><h1>${title}</h1>${more}`)
}

/**
 * Handles carts as Medusa's starter does: their id is in a Strict cookie, and a checkout without the cookie is
 * not found.
 */
async function handleRequest(
  req: IncomingMessage,
  res: ServerResponse,
  askMedusa: FetchMedusa
): Promise<void> {
  const { pathname, searchParams } = new URL(req.url ?? "/", "http://shop")
  const [, country, page, id] = pathname.split("/")
  const cart = readCartId(req)
  const url = searchParams.get("url") ?? ""
  if (page === "begin") {
    res.setHeader("set-cookie", `${COOKIE}=${id}; Path=/; HttpOnly; SameSite=Strict`)
    return writePage(res, "The cart", { more: `<a href="${url.replaceAll("&", "&amp;")}">Pay</a>` })
  }
  if (page === "frame") {
    const frame = `<iframe width="900" height="900" src="${url.replaceAll("&", "&amp;")}"></iframe>`
    return writePage(res, "Within the shop", { more: frame })
  }
  if (page === "checkout" && cart) return writePage(res, `Checkout of ${cart}`)
  if (page === "order") return writePage(res, `Order ${id}, cart ${cart ?? "unknown"}`)
  if (page === "financing") {
    const params = Promise.resolve({ countryCode: country, cartId: id })
    const landing = await loadDocumentedLanding(askMedusa)(req, { params })
    landing.headers.forEach((value, name) => res.setHeader(name, value))
    return void res.end(await landing.text())
  }
  writePage(res, "Page not found", { status: 404 })
}

/** Starts a storefront on a free port. */
export async function startStarterStorefront(
  askMedusa: FetchMedusa
): Promise<{ port: number; close: () => void }> {
  const server = createServer((req, res) => {
    handleRequest(req, res, askMedusa).catch((error: unknown) =>
      writePage(res, String(error), { status: 500 })
    )
  })
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve))
  const { port } = server.address() as AddressInfo
  return {
    port,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
