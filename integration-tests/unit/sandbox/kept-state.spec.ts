import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import path from "node:path"
import { buildOrder, REMAINING_CART, startWithCaller, waitUntil, type Caller } from "./caller"
import { startPostbackReceiver, type PostbackReceiver } from "./postback-receiver"

describe("a simulator with a state file", () => {
  let directory: string
  let file: string
  let caller: Caller | undefined
  let receiver: PostbackReceiver | undefined
  let logLines: string[]
  beforeEach(async () => {
    directory = await mkdtemp(path.join(tmpdir(), "sandbox-state-"))
    file = path.join(directory, "state.json")
    logLines = []
  })
  afterEach(async () => {
    await caller?.sandbox.close()
    await receiver?.close()
    receiver = undefined
    await rm(directory, { recursive: true, force: true })
  })

  /** Stops the running simulator, if any, and starts another one on the same file. */
  const restart = async (options: Parameters<typeof startWithCaller>[0] = {}) => {
    await caller?.sandbox.close()
    caller = undefined
    caller = await startWithCaller({ state: file, log: (line) => logLines.push(line), ...options })
    return caller
  }

  it("keeps a loan with its tokens and counts after a restart, and refunds it", async () => {
    const firstCaller = await restart()
    const token = await firstCaller.createSignedApplication()
    await firstCaller.post(`/ecommerce/application/${token}/settle`)
    const partialRefund = await firstCaller.post(
      `/ecommerce/application/${token}/partial/refund`,
      REMAINING_CART
    )
    const newToken = String(partialRefund.json.token)
    const application = await firstCaller.sandbox.control.application(token)
    expect(application.tokens).toEqual([token, newToken])
    const secondCaller = await restart()
    const reloaded = await secondCaller.sandbox.control.application(newToken)
    // The page's address has another port.
    const removePort = ({ url }: { url: string }) => url.replace(/:\d+\//, "/")
    expect({ ...reloaded, url: removePort(reloaded) }).toEqual({
      ...(JSON.parse(JSON.stringify(application)) as object),
      url: removePort(application),
    })
    const refund = await secondCaller.post(`/ecommerce/application/${newToken}/refund`, {
      reason: "returned",
    })
    expect(refund.status).toBe(200)
  })

  it("shows its hosted pages and reasons for refusal after a restart", async () => {
    const firstCaller = await restart()
    const createOrderUrl = async (changes: Record<string, unknown>) =>
      String(
        (await firstCaller.post("/application/ecommerce/orders", buildOrder(changes))).json.url
      )
    const addresses = [await createOrderUrl({}), await createOrderUrl({ street: "PO Box 12" })]
    const secondCaller = await restart()
    const texts = await Promise.all(
      addresses.map(async (address) => {
        const { pathname, search } = new URL(address)
        return (await fetch(secondCaller.sandbox.url + pathname + search)).text()
      })
    )
    expect(texts[0]).toContain("Finance your purchase of $812.40")
    expect(texts[1]).toContain("PO box")
  })

  it("continues a decision, a funding and a postback after a restart", async () => {
    receiver = await startPostbackReceiver()
    const behaviour = { magicDelayMs: 60_000, fundDelaySeconds: 60 }
    const firstCaller = await restart({ behaviour, postbackDelayMs: 60_000 })
    const magicToken = await firstCaller.createApplication({
      lastName: "Approved",
      orderId: "magic",
    })
    expect((await firstCaller.sandbox.control.application(magicToken)).status).toBe("P")
    const token = await firstCaller.createSignedApplication({
      notifyUrl: receiver.url,
      orderId: "settled",
    })
    await firstCaller.post(`/ecommerce/application/${token}/settle?postback=false`)
    const secondCaller = await restart({ behaviour: { fundDelaySeconds: 1 } })
    const { control } = secondCaller.sandbox
    await waitUntil(async () => (await control.application(magicToken)).status === "S")
    await waitUntil(async () => (await control.application(token)).status === "C")
    await waitUntil(() => (receiver?.received.length ?? 0) > 0)
  })

  it("keeps its virtual time after a restart", async () => {
    const firstCaller = await restart()
    const { now } = await firstCaller.sandbox.control.clock({ advanceSeconds: 86_400 })
    const secondCaller = await restart()
    const { now: later } = await secondCaller.sandbox.control.clock({ advanceSeconds: 0 })
    expect(Date.parse(later)).toBeGreaterThanOrEqual(Date.parse(now))
  })

  it("writes the whole file without credentials, readable by its owner only", async () => {
    const firstCaller = await restart()
    const token = await firstCaller.createApplication()
    await waitUntil(async () => (await readFile(file, "utf8")).includes(token))
    expect(await readdir(directory)).toEqual(["state.json"])
    expect((await stat(file)).mode & 0o077).toBe(0)
    const text = await readFile(file, "utf8")
    for (const secret of [
      firstCaller.headers().authorization.slice(7),
      "password-for-the-sandbox",
    ]) {
      expect(text).not.toContain(secret)
    }
  })

  it.each([
    ["is not JSON", "{"],
    ["is another program's", '{"version":1}'],
    ["is incomplete", '{"version":1,"ahead":0,"refusals":[],"applications":[{"id":"a"}]}'],
  ])("logs it, renames the file and starts empty when the file %s", async (_, text) => {
    await writeFile(file, text)
    const { sandbox } = await restart()
    expect(await sandbox.control.applications()).toEqual([])
    expect(logLines).toEqual([
      `${file} does not hold the state of a simulator, so nothing is taken up; it is kept as ${file}.broken.`,
    ])
    expect(await readFile(`${file}.broken`, "utf8")).toBe(text)
  })

  it("does not start when it cannot write the file", async () => {
    file = directory
    await expect(restart()).rejects.toThrow(`The state cannot be kept in ${directory}: `)
  })
})
