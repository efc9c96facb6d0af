import type { PostbackRecord } from "../../src/modules/consumer-financing/records"
import { EVENT_PREFIX } from "../../src/modules/consumer-financing/events"
import { eventually } from "../../tooling/clients/eventually"
import { createHarness } from "./harness"
import { getLatestApplication, listTimelineEntries } from "./plugin-records"
import { type AppliedCart, createAppliedCart, disablePostbacks } from "./purchases"
import { withRefusedRows } from "./refused-rows"

const { store, simulator } = createHarness()

const MODULE = "consumerFinancing"
const FORM_TYPE = "application/x-www-form-urlencoded"

type Application = { id: string; environment: string }

async function getPostbackUrl(application: Application): Promise<string> {
  const addresses = await store.call<{ notifyUrl: string }>(MODULE, "addresses.of", application)
  return addresses.notifyUrl
}

async function post(address: string, body: string, type = FORM_TYPE): Promise<number> {
  const headers = { "content-type": type }
  return (await fetch(address, { method: "POST", headers, body })).status
}

async function createOpenApplication(): Promise<AppliedCart & { id: string; address: string }> {
  const appliedCart = await createAppliedCart()
  await disablePostbacks(appliedCart.token)
  const application = await getLatestApplication(appliedCart.cart.id)
  return { ...appliedCart, id: application.id, address: await getPostbackUrl(application) }
}

type InboxRow = Omit<PostbackRecord, "processed_at"> & { processed_at: string | null }

async function listInbox(id: string): Promise<InboxRow[]> {
  const order = { order: { created_at: "ASC" } }
  return await store.call(MODULE, "listFinancingPostbacks", { application_id: id }, order)
}

/** The inbox once all of it is processed. */
async function waitForProcessedInbox(id: string): Promise<InboxRow[]> {
  return await eventually(async () => {
    const rows = await listInbox(id)
    expect(rows.every(({ processed_at: at }) => at !== null)).toBe(true)
    return rows
  })
}

const processInbox = async (id: string) =>
  await store.runWorkflow("process-financing-postbacks", { application_id: id })

describe("a postback with fields that Postgres refuses", () => {
  it.each([
    ["a NUL character", FORM_TYPE, "payment_status=pend%00ing&lender=a%00"],
    ["an escaped NUL character", "application/json", '{"payment_status":"pend\\u0000ing"}'],
    ["a lone surrogate", "application/json", '{"lender":"\\ud83d","platform":"a\\udc00"}'],
    [
      "an emoji at the length limit",
      FORM_TYPE,
      `lender=${"x".repeat(199)}${encodeURIComponent("😀😀")}`,
    ],
  ])("is processed once: %s (B12)", async (_, type, body) => {
    const { id, address } = await createOpenApplication()
    expect(await post(address, body, type)).toBe(200)
    const [row] = await waitForProcessedInbox(id)
    expect(row).toMatchObject({ attempts: 1, body: null, validation: null })
  })

  it("is put aside after five attempts, and blocks no other postback (I12)", async () => {
    const { id, address, token } = await createOpenApplication()
    const when = `new.application_id = '${id}' and new.fields->>'lender' = 'poison'`
    await withRefusedRows({ table: "financing_postback", when }, async () => {
      await post(address, "lender=poison&payment_status=pending")
      await post(address, `lender=fine&uuid=${token}`)
      await eventually(async () => {
        const [pendingRow, fineRow] = await listInbox(id)
        expect(fineRow?.validation).toBe("INCOMPLETE_PT")
        expect(pendingRow).toMatchObject({ processed_at: null })
      })
      for (let attempt = 0; attempt < 6; attempt += 1) await processInbox(id)
    })
    const [poisonRow] = await waitForProcessedInbox(id)
    expect(poisonRow).toMatchObject({
      attempts: 5,
      validation: "unreadable",
      body: null,
      fields: {},
    })
    const entries = (await listTimelineEntries(id)).filter(
      ({ what }) => what === "postbacks-put-aside"
    )
    expect(entries).toEqual([expect.objectContaining({ details: { count: 1 } })])
  })
})

describe("the body of a postback", () => {
  it("causes a validation call only with the application's own token (B3, B11)", async () => {
    const { id, address, token } = await createOpenApplication()
    const otherApplication = await createOpenApplication()
    const uuids = Array.from({ length: 40 }, () => crypto.randomUUID())
    const bodies = [token, otherApplication.token, ...uuids].map((uuid) => `uuid=${uuid}`)
    await Promise.all(bodies.map((body) => post(address, body)))
    const rows = await waitForProcessedInbox(id)
    const validations = new Map(rows.map((row) => [row.fields?.uuid, row.validation]))
    expect(validations.get(token)).toBe("INCOMPLETE_PT")
    expect(
      [...validations].filter(([uuid]) => uuid !== token).map(([, validation]) => validation)
    ).toEqual(Array.from({ length: 41 }, () => "not-ours"))
    for (const uuid of [otherApplication.token, ...uuids.slice(0, 3)]) {
      expect(await simulator.calls({ operation: "validatePostback", token: uuid })).toEqual([])
    }
  })

  it("is not copied into timeline and events, which get a fixed label (B2)", async () => {
    const { id, address } = await createOpenApplication()
    const event = `${EVENT_PREFIX}.postbacks-received`
    await store.recordEvents(event)
    await post(address, "payment_status=Ship+it+to+1+Elsewhere+Street")
    await waitForProcessedInbox(id)
    await eventually(async () => {
      expect(await listTimelineEntries(id)).toContainEqual(
        expect.objectContaining({
          what: "postbacks-received",
          details: { count: 1, labels: ["other"] },
        })
      )
    })
    expect(JSON.stringify(await listTimelineEntries(id))).not.toContain("Elsewhere")
    await eventually(async () => {
      const events = (await store.listEvents<{ id: string }>(event)).filter(
        (payload) => payload.id === id
      )
      expect(events).toEqual([{ id, count: 1, labels: ["other"] }])
    })
  })
})

describe("a postback that is rejected", () => {
  it("gets a 503 with Retry-After when it cannot be stored, and a 200 when it is repeated", async () => {
    const { id, address } = await createOpenApplication()
    const when = `new.application_id = '${id}'`
    const answer = await withRefusedRows({ table: "financing_postback", when }, () =>
      fetch(address, { method: "POST", body: "payment_status=pending" })
    )
    expect(answer.status).toBe(503)
    expect(answer.headers.get("retry-after")).toEqual(expect.any(String))
    expect(await listInbox(id)).toEqual([])
    expect(await post(address, "payment_status=pending")).toBe(200)
  })

  it("gets a 404 when its signature is wrong, for a known and an unknown application (G6)", async () => {
    const { address } = await createOpenApplication()
    const unknownUrl = await getPostbackUrl({ id: "finapp_gone", environment: "staging" })
    for (const url of [address, unknownUrl]) {
      const forgedUrl = url.replace(/.$/, (last) => (last === "A" ? "B" : "A"))
      expect(await post(forgedUrl, "payment_status=pending")).toBe(404)
    }
  })
})
