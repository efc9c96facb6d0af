import type { FinancingClient } from "../../src/financing-api"
import type { FaultInput } from "../../src/sandbox"
import {
  type ConnectedSandbox,
  getFinancingError,
  buildOrder,
  startConnectedSandbox,
} from "./connected-sandbox"

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

/** Faults that a repeat overcomes; the others exceed the deadline or recur. */
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
  let joined: ConnectedSandbox
  let client: FinancingClient
  beforeAll(async () => {
    joined = await startConnectedSandbox()
    client = joined.connect({ deadlines: { create: 700, read: 2_000 } })
    await client.getStatus({ applicationToken: await joined.createApplication() })
  })
  afterAll(() => joined.close())
  beforeEach(() => joined.sandbox.control.reset())

  const count = async (operation: string) =>
    (await joined.sandbox.control.calls({ operation })).length

  it.each(KINDS)(
    "A17: Create order is sent once and in doubt after %s, and the application exists",
    async (kind) => {
      await joined.sandbox.control.fault({ operation: "createOrder", kind, when: "after", nth: 1 })
      expect(await getFinancingError(client.createOrder(buildOrder()))).toMatchObject({
        name: "InDoubtError",
        outcome: "in-doubt",
      })
      expect(await joined.sandbox.control.applications()).toHaveLength(1)
      expect(await count("createOrder")).toBe(1)
    }
  )

  it("5: Select offer, a GET that writes, is sent once and in doubt after a broken connection", async () => {
    const token = await joined.createApplication()
    await joined.sandbox.control.decision(token, { outcome: "approve" })
    await joined.sandbox.control.fault({ operation: "selectOffer", kind: "reset", when: "after" })
    const selecting = client.selectOffer({ applicationToken: token, offerId: 101 })
    expect((await getFinancingError(selecting)).outcome).toBe("in-doubt")
    expect(await count("selectOffer")).toBe(1)
  })

  it.each(HEALED)("8: repeats Get status after %s and returns the status", async (kind) => {
    const token = await joined.createApplication()
    await joined.sandbox.control.fault({ operation: "getStatus", kind, nth: 1 })
    expect((await client.getStatus({ applicationToken: token })).status).toBe("P")
    expect(await count("getStatus")).toBe(2)
  })

  it("9, 15: repeats Get address status and Validate postback, POSTs that only read", async () => {
    const token = await joined.createApplication()
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

  it("8: gives up Get status after three tries", async () => {
    const token = await joined.createApplication()
    await joined.sandbox.control.fault({ operation: "getStatus", kind: "status", status: 503 })
    expect(await getFinancingError(client.getStatus({ applicationToken: token }))).toMatchObject({
      code: "server_error",
      httpStatus: 503,
    })
    expect(await count("getStatus")).toBe(3)
  })

  it("E4: Validate postback rejects any answer but the exact word as unreadable", async () => {
    const token = await joined.createApplication()
    for (const body of ["verified_pt", "VERIFIED_PT INCOMPLETE_PT", "'VERIFIED_PT'", "{}"]) {
      await joined.sandbox.control.fault({
        operation: "validatePostback",
        kind: "garbage",
        body,
        count: 3,
      })
      expect((await getFinancingError(client.validatePostback({ uuid: token }))).code).toBe(
        "unreadable_answer"
      )
    }
  })

  it("E7: Get status succeeds after the service closed the kept-alive connection", async () => {
    const token = await joined.createApplication()
    await client.getStatus({ applicationToken: token })
    await joined.sandbox.control.dropConnections()
    expect((await client.getStatus({ applicationToken: token })).status).toBe("P")
  })

  it("E6: Get status follows no redirect, not even within the service", async () => {
    const token = await joined.createApplication()
    const location = `${joined.sandbox.baseUrl}/ecommerce/application/${token}/status`
    await joined.sandbox.control.fault({
      operation: "getStatus",
      kind: "redirect",
      headers: { location },
    })
    const error = await getFinancingError(client.getStatus({ applicationToken: token }))
    expect(error).toMatchObject({ code: "redirected", httpStatus: 302 })
    expect(await count("getStatus")).toBe(1)
  })
})
