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
  let said: string[]
  beforeEach(async () => {
    directory = await mkdtemp(path.join(tmpdir(), "sandbox-state-"))
    file = path.join(directory, "state.json")
    said = []
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
    caller = await startWithCaller({ state: file, log: (line) => said.push(line), ...options })
    return caller
  }

  it("keeps a loan with its tokens and counts after a restart, and refunds it", async () => {
    const before = await restart()
    const token = await before.createSignedApplication()
    await before.post(`/ecommerce/application/${token}/settle`)
    const part = await before.post(`/ecommerce/application/${token}/partial/refund`, REMAINING_CART)
    const newer = String(part.json.token)
    const seen = await before.sandbox.control.application(token)
    expect(seen.tokens).toEqual([token, newer])
    const after = await restart()
    const seenAgain = await after.sandbox.control.application(newer)
    // The page's address has another port.
    const here = ({ url }: { url: string }) => url.replace(/:\d+\//, "/")
    expect({ ...seenAgain, url: here(seenAgain) }).toEqual({
      ...(JSON.parse(JSON.stringify(seen)) as object),
      url: here(seen),
    })
    const refund = await after.post(`/ecommerce/application/${newer}/refund`, {
      reason: "returned",
    })
    expect(refund.status).toBe(200)
  })

  it("shows its hosted pages and reasons for refusal after a restart", async () => {
    const before = await restart()
    const asked = async (changes: Record<string, unknown>) =>
      String((await before.post("/application/ecommerce/orders", buildOrder(changes))).json.url)
    const addresses = [await asked({}), await asked({ street: "PO Box 12" })]
    const after = await restart()
    const texts = await Promise.all(
      addresses.map(async (address) => {
        const { pathname, search } = new URL(address)
        return (await fetch(after.sandbox.url + pathname + search)).text()
      })
    )
    expect(texts[0]).toContain("Finance your purchase of $812.40")
    expect(texts[1]).toContain("PO box")
  })

  it("continues a decision, a funding and a postback after a restart", async () => {
    receiver = await startPostbackReceiver()
    const behaviour = { magicDelayMs: 60_000, fundDelaySeconds: 60 }
    const before = await restart({ behaviour, postbackDelayMs: 60_000 })
    const magic = await before.createApplication({ lastName: "Approved", orderId: "magic" })
    expect((await before.sandbox.control.application(magic)).status).toBe("P")
    const token = await before.createSignedApplication({
      notifyUrl: receiver.url,
      orderId: "settled",
    })
    await before.post(`/ecommerce/application/${token}/settle?postback=false`)
    const after = await restart({ behaviour: { fundDelaySeconds: 1 } })
    const { control } = after.sandbox
    await waitUntil(async () => (await control.application(magic)).status === "S")
    await waitUntil(async () => (await control.application(token)).status === "C")
    await waitUntil(() => (receiver?.received.length ?? 0) > 0)
  })

  it("keeps its virtual time after a restart", async () => {
    const before = await restart()
    const { now } = await before.sandbox.control.clock({ advanceSeconds: 86_400 })
    const after = await restart()
    const { now: later } = await after.sandbox.control.clock({ advanceSeconds: 0 })
    expect(Date.parse(later)).toBeGreaterThanOrEqual(Date.parse(now))
  })

  it("writes the whole file without credentials, readable by its owner only", async () => {
    const before = await restart()
    const token = await before.createApplication()
    await waitUntil(async () => (await readFile(file, "utf8")).includes(token))
    expect(await readdir(directory)).toEqual(["state.json"])
    expect((await stat(file)).mode & 0o077).toBe(0)
    const text = await readFile(file, "utf8")
    for (const secret of [before.headers().authorization.slice(7), "password-for-the-sandbox"]) {
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
    expect(said).toEqual([
      `${file} does not hold the state of a simulator, so nothing is taken up; it is kept as ${file}.broken.`,
    ])
    expect(await readFile(`${file}.broken`, "utf8")).toBe(text)
  })

  it("does not start when it cannot write the file", async () => {
    file = directory
    await expect(restart()).rejects.toThrow(`The state cannot be kept in ${directory}: `)
  })
})
