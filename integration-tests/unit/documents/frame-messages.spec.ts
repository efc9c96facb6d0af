import { runInNewContext } from "node:vm"
import ts from "typescript"
import { parseFrameMessage } from "../../../src/storefront/parts/parse-frame-message"
import { readRepositoryFile } from "./documents"

const SERVICE = "https://financing.example"

type Message = { origin: string; source: unknown; data: unknown }

/** A page with the actions that its messages caused. */
type Page = { send: (message: Partial<Message>) => void; actions: string[] }

/** The listener of docs/storefront.md, run in a shop's own storefront. */
function createDocumentedPage(): Page {
  const section = readRepositoryFile("docs/storefront.md").split("### Within an iframe")[1] ?? ""
  const [, snippet = ""] = /```ts\n([\s\S]*?)```/.exec(section) ?? []
  const actions: string[] = []
  const shopGlobals = {
    session: { data: { url: `${SERVICE}/apply?app=1` } },
    showPaymentMethods: () => actions.push("closed"),
    completeCart: () => actions.push("finished"),
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
  return { send, actions }
}

/** The kit's dialog. */
function createKitPage(): Page {
  const actions: string[] = []
  const frame = {}
  const send = (message: Partial<Message>) => {
    const fullMessage = { origin: SERVICE, source: frame, data: "pt-close", ...message }
    const action = parseFrameMessage(fullMessage, { origin: SERVICE, window: frame })
    if (action) actions.push(action)
  }
  return { send, actions }
}

describe.each([
  ["the listener of docs/storefront.md", createDocumentedPage],
  ["the kit's dialog", createKitPage],
])("a message from the iframe to %s", (_, createPage) => {
  it("is accepted from the service's origin and from the same frame", () => {
    const { send, actions } = createPage()
    send({ data: "pt-close" })
    send({ data: { message: "pt-confirmation" } })
    expect(actions).toEqual(["closed", "finished"])
  })

  it.each<[string, Partial<Message>]>([
    ["another origin", { origin: "https://financing.example.evil.example" }],
    ["the service's host without encryption", { origin: "http://financing.example" }],
    ["another port of the service's host", { origin: `${SERVICE}:8443` }],
    ["no origin", { origin: "null" }],
    ["another window of the service's origin", { source: {} }],
  ])("is ignored from %s (G9)", (_title, forged) => {
    const { send, actions } = createPage()
    send({ ...forged, data: "pt-close" })
    send({ ...forged, data: { message: "pt-confirmation" } })
    expect(actions).toEqual([])
  })

  it("is ignored when its data is unknown", () => {
    const { send, actions } = createPage()
    for (const data of [null, undefined, "pt-open", { message: "PT-CONFIRMATION" }, 7, []]) {
      send({ data })
    }
    expect(actions).toEqual([])
  })
})
