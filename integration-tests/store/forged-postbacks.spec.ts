import { readFile } from "node:fs/promises"
import { createHarness } from "./harness"
import { postponeCheck } from "./scheduled-checks"
import { getLatestApplication, listTimelineEntries } from "./plugin-records"
import { buildAddress, type Answer, get, post, signAddress } from "./postback-steps"
import { createSignedApplication } from "./purchases"

const { run, admin, simulator, store } = createHarness()

const UNKNOWN_ID = "finapp_01JNOBODY0000000000000000"

const countPostbacks = async () =>
  (await store.call<unknown[]>("consumerFinancing", "listFinancingPostbacks", {}, { take: 10_000 }))
    .length

/** Returns what an answer reveals to its caller: all but the headers for time and connection. */
function getVisibleAnswer({ status, text, headers }: Answer) {
  const visibleHeaders: Record<string, string> = {}
  headers.forEach((value, name) => {
    if (!["date", "keep-alive"].includes(name)) visibleHeaders[name] = value
  })
  return { status, text, headers: visibleHeaders }
}

describe("A forged postback (B1)", () => {
  it("answers 404, leaves no row and makes no call", async () => {
    const { cart, token } = await createSignedApplication()
    const { id } = await getLatestApplication(cart.id)
    await postponeCheck(cart.id)
    const validSignature = signAddress("postback", id)
    const forgedSignatures = [
      "x",
      "A".repeat(43),
      validSignature.slice(0, -1),
      `${validSignature}A`,
      validSignature.toLowerCase(),
      signAddress("return", id),
      signAddress("cancel", id),
      signAddress("postback", id, "production"),
      encodeURIComponent("../../../health"),
      "%00",
    ].filter((signature) => signature !== validSignature)
    const [postbackCount, calls, timeline] = [
      await countPostbacks(),
      await simulator.calls({ token }),
      await listTimelineEntries(id),
    ]
    for (const signature of forgedSignatures) {
      const url = buildAddress({ path: "postback", applicationId: id, signature })
      const answer = await post(url, `uuid=${token}&payment_status=completed`)
      expect(answer.status).toBe(404)
    }
    expect(await countPostbacks()).toBe(postbackCount)
    expect(await simulator.calls({ token })).toHaveLength(calls.length)
    expect(await listTimelineEntries(id)).toHaveLength(timeline.length)
    expect(await admin.findOrderByCart(cart.id)).toBeUndefined()
  })

  it("gets the same answer whether or not the application exists (G6)", async () => {
    const { cart } = await createSignedApplication()
    const { id } = await getLatestApplication(cart.id)
    const wrongSignature = "A".repeat(43)
    const answers = await Promise.all([
      post(buildAddress({ path: "postback", applicationId: id, signature: wrongSignature })),
      post(
        buildAddress({ path: "postback", applicationId: UNKNOWN_ID, signature: wrongSignature })
      ),
      post(
        buildAddress({
          path: "postback",
          applicationId: UNKNOWN_ID,
          signature: signAddress("return", UNKNOWN_ID),
        })
      ),
    ])
    const [first, ...others] = answers.map(getVisibleAnswer)
    expect(first?.status).toBe(404)
    for (const other of others) expect(other).toEqual(first)
  })

  it("answers 404 to a signature for another purpose or environment (B14)", async () => {
    const { cart, applied } = await createSignedApplication()
    const { id } = await getLatestApplication(cart.id)
    const postbackCount = await countPostbacks()
    for (const purpose of ["postback", "return", "cancel"] as const) {
      for (const path of ["postback", "return", "cancel"] as const) {
        const send = path === "postback" ? post : get
        const productionSignature = signAddress(purpose, id, "production")
        const [productionAnswer, stagingAnswer] = [
          await send(buildAddress({ path, applicationId: id, signature: productionSignature })),
          purpose === path
            ? undefined
            : await send(
                buildAddress({ path, applicationId: id, signature: signAddress(purpose, id) })
              ),
        ]
        expect(productionAnswer.status).toBe(404)
        expect(stagingAnswer?.status ?? 404).toBe(404)
      }
    }
    expect(await countPostbacks()).toBe(postbackCount)
    expect(applied.notifyUrl).toContain(signAddress("postback", id))
  })

  it("answers 404 to GET, at the postback URL and above it", async () => {
    const { applied } = await createSignedApplication()
    const url = String(applied.notifyUrl)
    expect((await get(url)).status).toBe(404)
    expect((await get(url.slice(0, url.lastIndexOf("/")))).status).toBe(404)
  })

  it("leaves no signature in the store's log (G7)", async () => {
    const { cart } = await createSignedApplication()
    const { id } = await getLatestApplication(cart.id)
    const forgedSignature = `forged-${Date.now()}-signature`
    await post(buildAddress({ path: "postback", applicationId: id, signature: forgedSignature }))
    await get(buildAddress({ path: "return", applicationId: id, signature: forgedSignature }))
    await get(
      `${buildAddress({ path: "cancel", applicationId: id, signature: forgedSignature })}/?a=${forgedSignature}`
    )
    const log = await readFile(run.storeLogFile, "utf8")
    expect(log).toContain(`${id}/[capability]`)
    expect(log).not.toContain(forgedSignature)
  })
})
