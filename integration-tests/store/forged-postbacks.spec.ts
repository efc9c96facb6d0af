import { readFile } from "node:fs/promises"
import { createHarness } from "./harness"
import { postponeCheck } from "./scheduled-checks"
import { getLatestApplication, listTimelineEntries } from "./plugin-records"
import { buildAddress, type Answer, get, post, signAddress } from "./postback-steps"
import { createSignedApplication } from "./purchases"

const { run, admin, simulator, store } = createHarness()

const UNKNOWN_ID = "finapp_01JNOBODY0000000000000000"

const rowsOf = async () =>
  (await store.call<unknown[]>("consumerFinancing", "listFinancingPostbacks", {}, { take: 10_000 }))
    .length

/** Returns what an answer reveals to its caller: all but the headers for time and connection. */
function shownBy({ status, text, headers }: Answer) {
  const shown: Record<string, string> = {}
  headers.forEach((value, name) => {
    if (!["date", "keep-alive"].includes(name)) shown[name] = value
  })
  return { status, text, headers: shown }
}

describe("A forged postback (B1)", () => {
  it("answers 404, leaves no row and makes no call", async () => {
    const { cart, token } = await createSignedApplication()
    const { id } = await getLatestApplication(cart.id)
    await postponeCheck(cart.id)
    const good = signAddress("postback", id)
    const forged = [
      "x",
      "A".repeat(43),
      good.slice(0, -1),
      `${good}A`,
      good.toLowerCase(),
      signAddress("return", id),
      signAddress("cancel", id),
      signAddress("postback", id, "production"),
      encodeURIComponent("../../../health"),
      "%00",
    ].filter((one) => one !== good)
    const [rows, calls, timeline] = [
      await rowsOf(),
      await simulator.calls({ token }),
      await listTimelineEntries(id),
    ]
    for (const signature of forged) {
      const url = buildAddress({ path: "postback", applicationId: id, signature })
      const answer = await post(url, `uuid=${token}&payment_status=completed`)
      expect(answer.status).toBe(404)
    }
    expect(await rowsOf()).toBe(rows)
    expect(await simulator.calls({ token })).toHaveLength(calls.length)
    expect(await listTimelineEntries(id)).toHaveLength(timeline.length)
    expect(await admin.findOrderByCart(cart.id)).toBeUndefined()
  })

  it("gets the same answer whether or not the application exists (G6)", async () => {
    const { cart } = await createSignedApplication()
    const { id } = await getLatestApplication(cart.id)
    const wrong = "A".repeat(43)
    const answers = await Promise.all([
      post(buildAddress({ path: "postback", applicationId: id, signature: wrong })),
      post(buildAddress({ path: "postback", applicationId: UNKNOWN_ID, signature: wrong })),
      post(
        buildAddress({
          path: "postback",
          applicationId: UNKNOWN_ID,
          signature: signAddress("return", UNKNOWN_ID),
        })
      ),
    ])
    const [first, ...others] = answers.map(shownBy)
    expect(first?.status).toBe(404)
    for (const other of others) expect(other).toEqual(first)
  })

  it("answers 404 to a signature for another purpose or environment (B14)", async () => {
    const { cart, applied } = await createSignedApplication()
    const { id } = await getLatestApplication(cart.id)
    const rows = await rowsOf()
    for (const purpose of ["postback", "return", "cancel"] as const) {
      for (const path of ["postback", "return", "cancel"] as const) {
        const ask = path === "postback" ? post : get
        const foreign = signAddress(purpose, id, "production")
        const [elsewhere, here] = [
          await ask(buildAddress({ path, applicationId: id, signature: foreign })),
          purpose === path
            ? undefined
            : await ask(
                buildAddress({ path, applicationId: id, signature: signAddress(purpose, id) })
              ),
        ]
        expect(elsewhere.status).toBe(404)
        expect(here?.status ?? 404).toBe(404)
      }
    }
    expect(await rowsOf()).toBe(rows)
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
    const tried = `forged-${Date.now()}-signature`
    await post(buildAddress({ path: "postback", applicationId: id, signature: tried }))
    await get(buildAddress({ path: "return", applicationId: id, signature: tried }))
    await get(
      `${buildAddress({ path: "cancel", applicationId: id, signature: tried })}/?a=${tried}`
    )
    const log = await readFile(run.storeLogFile, "utf8")
    expect(log).toContain(`${id}/[capability]`)
    expect(log).not.toContain(tried)
  })
})
