import type { FinancingClient } from "../../src/financing-api"
import type { FaultInput } from "../../src/sandbox"
import { type Connected, failureOf, orderOver81240, startConnected } from "./connected"

type Kind = FaultInput["kind"]

const KINDS: Kind[] = [
  "timeout",
  "drip",
  "reset",
  "mid-headers",
  "mid-body",
  "status",
  "truncated",
  "garbage",
  "empty",
  "wrong-content-type",
  "huge",
  "redirect",
]

/** Faults that a repeat may heal; the others end in the deadline or are the same every time. */
const HEALED: Kind[] = [
  "reset",
  "mid-headers",
  "mid-body",
  "status",
  "truncated",
  "garbage",
  "empty",
  "wrong-content-type",
]

describe("faults of calls that create or read, client against simulator", () => {
  let joined: Connected
  let client: FinancingClient
  beforeAll(async () => {
    joined = await startConnected()
    client = joined.connect({ deadlines: { create: 700, read: 2_000 } })
    await client.getStatus({ applicationToken: await joined.file() })
  })
  afterAll(() => joined.close())
  beforeEach(() => joined.sandbox.control.reset())

  const count = async (operation: string) =>
    (await joined.sandbox.control.calls({ operation })).length

  it.each(KINDS)(
    "A17: Create order is in doubt after %s, sent once, and may have filed",
    async (kind) => {
      await joined.sandbox.control.fault({ operation: "createOrder", kind, when: "after", nth: 1 })
      expect(await failureOf(client.createOrder(orderOver81240()))).toMatchObject({
        name: "InDoubtError",
        outcome: "in-doubt",
      })
      expect(await joined.sandbox.control.applications()).toHaveLength(1)
      expect(await count("createOrder")).toBe(1)
    }
  )

  it("5: Select offer is a GET that writes: sent once whatever happens", async () => {
    const token = await joined.file()
    await joined.sandbox.control.decision(token, { outcome: "approve" })
    await joined.sandbox.control.fault({ operation: "selectOffer", kind: "reset", when: "after" })
    const selecting = client.selectOffer({ applicationToken: token, offerId: 101 })
    expect((await failureOf(selecting)).outcome).toBe("in-doubt")
    expect(await count("selectOffer")).toBe(1)
  })

  it.each(HEALED)("8: repeats Get status after %s and returns the status", async (kind) => {
    const token = await joined.file()
    await joined.sandbox.control.fault({ operation: "getStatus", kind, nth: 1 })
    expect((await client.getStatus({ applicationToken: token })).status).toBe("P")
    expect(await count("getStatus")).toBe(2)
  })

  it("9, 15: the two POSTs that read are asked again too", async () => {
    const token = await joined.file()
    const residenceInfo = {
      streetName: "418 Linden Avenue",
      city: "Brooklyn",
      state: "NY",
      zip: "11201",
    }
    await joined.sandbox.control.fault({ operation: "getAddressStatus", kind: "reset", nth: 1 })
    await joined.sandbox.control.fault({ operation: "validatePostback", kind: "status", nth: 1 })
    await client.getAddressStatus({ applicationToken: token, residenceInfo })
    expect(await client.validatePostback({ uuid: token })).toBe("INCOMPLETE_PT")
    expect([await count("getAddressStatus"), await count("validatePostback")]).toEqual([2, 2])
  })

  it("8: gives up after three tries", async () => {
    const token = await joined.file()
    await joined.sandbox.control.fault({ operation: "getStatus", kind: "status", status: 503 })
    expect(await failureOf(client.getStatus({ applicationToken: token }))).toMatchObject({
      code: "server_error",
      httpStatus: 503,
    })
    expect(await count("getStatus")).toBe(3)
  })

  it("E4: only the exact word verifies, whatever else a service writes", async () => {
    const token = await joined.file()
    for (const body of ["verified_pt", "VERIFIED_PT INCOMPLETE_PT", "'VERIFIED_PT'", "{}"]) {
      await joined.sandbox.control.fault({
        operation: "validatePostback",
        kind: "garbage",
        body,
        count: 3,
      })
      expect((await failureOf(client.validatePostback({ uuid: token }))).code).toBe(
        "unreadable_answer"
      )
    }
  })

  it("E7: a kept connection that the service closed is not noticed", async () => {
    const token = await joined.file()
    await client.getStatus({ applicationToken: token })
    await joined.sandbox.control.dropConnections()
    expect((await client.getStatus({ applicationToken: token })).status).toBe("P")
  })

  it("E6: a redirect is not followed, not even within the service", async () => {
    const token = await joined.file()
    const location = `${joined.sandbox.baseUrl}/ecommerce/application/${token}/status`
    await joined.sandbox.control.fault({
      operation: "getStatus",
      kind: "redirect",
      headers: { location },
    })
    const error = await failureOf(client.getStatus({ applicationToken: token }))
    expect(error).toMatchObject({ code: "redirected", httpStatus: 302 })
    expect(await count("getStatus")).toBe(1)
  })
})
