import { runInNewContext } from "node:vm"
import ts from "typescript"
import { parseFrameMessage } from "../../../src/storefront/parts/parse-frame-message"
import { readRepositoryFile } from "./documents"

const SERVICE = "https://financing.example"

type Message = { origin: string; source: unknown; data: unknown }

/** A page with the actions that its messages caused. */
type Page = { send: (message: Partial<Message>) => void; did: string[] }

/** The listener of docs/storefront.md, run in a shop's own storefront. */
function createDocumentedPage(): Page {
  const section = readRepositoryFile("docs/storefront.md").split("### Within an iframe")[1] ?? ""
  const [, snippet = ""] = /```ts\n([\s\S]*?)```/.exec(section) ?? []
  const did: string[] = []
  const shopGlobals = {
    session: { data: { url: `${SERVICE}/apply?app=1` } },
    showPaymentMethods: () => did.push("closed"),
    completeCart: () => did.push("finished"),
  }
  const listeners: ((message: Message) => void)[] = []
  const window = {
    addEventListener: (_: string, listener: (message: Message) => void) => listeners.push(listener),
  }
  const contentWindow = {}
  const document = { querySelector: () => ({ contentWindow, src: "" }) }
  runInNewContext(ts.transpile(snippet), { window, document, URL, ...shopGlobals })
  const send = (message: Partial<Message>) => {
    const fullMessage = { origin: SERVICE, source: contentWindow, data: "pt-close", ...message }
    for (const listener of listeners) listener(fullMessage)
  }
  return { send, did }
}

/** The kit's dialog. */
function createKitPage(): Page {
  const did: string[] = []
  const frame = {}
  const send = (message: Partial<Message>) => {
    const fullMessage = { origin: SERVICE, source: frame, data: "pt-close", ...message }
    const action = parseFrameMessage(fullMessage, { origin: SERVICE, window: frame })
    if (action) did.push(action)
  }
  return { send, did }
}

describe.each([
  ["the listener of docs/storefront.md", createDocumentedPage],
  ["the kit's dialog", createKitPage],
])("a message from the iframe to %s", (_, createPage) => {
  it("is accepted from the service's origin and from the same frame", () => {
    const { send, did } = createPage()
    send({ data: "pt-close" })
    send({ data: { message: "pt-confirmation" } })
    expect(did).toEqual(["closed", "finished"])
  })

  it.each<[string, Partial<Message>]>([
    ["another origin", { origin: "https://financing.example.evil.example" }],
    ["the service's host without encryption", { origin: "http://financing.example" }],
    ["another port of the service's host", { origin: `${SERVICE}:8443` }],
    ["no origin", { origin: "null" }],
    ["another window of the service's origin", { source: {} }],
  ])("is ignored from %s (G9)", (_title, forged) => {
    const { send, did } = createPage()
    send({ ...forged, data: "pt-close" })
    send({ ...forged, data: { message: "pt-confirmation" } })
    expect(did).toEqual([])
  })

  it("is ignored when its data is unknown", () => {
    const { send, did } = createPage()
    for (const data of [null, undefined, "pt-open", { message: "PT-CONFIRMATION" }, 7, []]) {
      send({ data })
    }
    expect(did).toEqual([])
  })
})
