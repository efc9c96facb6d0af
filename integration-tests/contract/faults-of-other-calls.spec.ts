import type { FinancingClient } from "../../src/financing-api"
import type { FaultInput } from "../../src/sandbox"
import {
  type ConnectedSandbox,
  getFinancingError,
  buildOrder,
  startConnectedSandbox,
} from "./connected-sandbox"

type FaultKind = FaultInput["kind"]

const FAULT_KINDS: FaultKind[] = [
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
const RETRYABLE_FAULTS: FaultKind[] = [
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
  let connected: ConnectedSandbox
  let client: FinancingClient
  beforeAll(async () => {
    connected = await startConnectedSandbox()
    client = connected.connect({ deadlines: { create: 700, read: 2_000 } })
    await client.getStatus({ applicationToken: await connected.createApplication() })
  })
  afterAll(() => connected.close())
  beforeEach(() => connected.sandbox.control.reset())

  const countCalls = async (operation: string) =>
    (await connected.sandbox.control.calls({ operation })).length

  it.each(FAULT_KINDS)(
    "A17: Create order is sent once and in doubt after %s, and the application exists",
    async (kind) => {
      await connected.sandbox.control.fault({
        operation: "createOrder",
        kind,
        when: "after",
        nth: 1,
      })
      expect(await getFinancingError(client.createOrder(buildOrder()))).toMatchObject({
        name: "InDoubtError",
        outcome: "in-doubt",
      })
      expect(await connected.sandbox.control.applications()).toHaveLength(1)
      expect(await countCalls("createOrder")).toBe(1)
    }
  )

  it("5: Select offer, a GET that writes, is sent once and in doubt after a broken connection", async () => {
    const token = await connected.createApplication()
    await connected.sandbox.control.decision(token, { outcome: "approve" })
    await connected.sandbox.control.fault({
      operation: "selectOffer",
      kind: "reset",
      when: "after",
    })
    const call = client.selectOffer({ applicationToken: token, offerId: 101 })
    expect((await getFinancingError(call)).outcome).toBe("in-doubt")
    expect(await countCalls("selectOffer")).toBe(1)
  })

  it.each(RETRYABLE_FAULTS)(
    "8: repeats Get status after %s and returns the status",
    async (kind) => {
      const token = await connected.createApplication()
      await connected.sandbox.control.fault({ operation: "getStatus", kind, nth: 1 })
      expect((await client.getStatus({ applicationToken: token })).status).toBe("P")
      expect(await countCalls("getStatus")).toBe(2)
    }
  )

  it("9, 15: repeats Get address status and Validate postback, POSTs that only read", async () => {
    const token = await connected.createApplication()
    const residenceInfo = {
      streetName: "418 Linden Avenue",
      city: "Brooklyn",
      state: "NY",
      zip: "11201",
    }
    await connected.sandbox.control.fault({ operation: "getAddressStatus", kind: "reset", nth: 1 })
    await connected.sandbox.control.fault({ operation: "validatePostback", kind: "status", nth: 1 })
    await client.getAddressStatus({ applicationToken: token, residenceInfo })
    expect(await client.validatePostback({ uuid: token })).toBe("INCOMPLETE_PT")
    expect([await countCalls("getAddressStatus"), await countCalls("validatePostback")]).toEqual([
      2, 2,
    ])
  })

  it("8: gives up Get status after three tries", async () => {
    const token = await connected.createApplication()
    await connected.sandbox.control.fault({ operation: "getStatus", kind: "status", status: 503 })
    expect(await getFinancingError(client.getStatus({ applicationToken: token }))).toMatchObject({
      code: "server_error",
      httpStatus: 503,
    })
    expect(await countCalls("getStatus")).toBe(3)
  })

  it("E4: Validate postback rejects any answer but the exact word as unreadable", async () => {
    const token = await connected.createApplication()
    for (const body of ["verified_pt", "VERIFIED_PT INCOMPLETE_PT", "'VERIFIED_PT'", "{}"]) {
      await connected.sandbox.control.fault({
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
    const token = await connected.createApplication()
    await client.getStatus({ applicationToken: token })
    await connected.sandbox.control.dropConnections()
    expect((await client.getStatus({ applicationToken: token })).status).toBe("P")
  })

  it("E6: Get status follows no redirect, not even within the service", async () => {
    const token = await connected.createApplication()
    const location = `${connected.sandbox.baseUrl}/ecommerce/application/${token}/status`
    await connected.sandbox.control.fault({
      operation: "getStatus",
      kind: "redirect",
      headers: { location },
    })
    const error = await getFinancingError(client.getStatus({ applicationToken: token }))
    expect(error).toMatchObject({ code: "redirected", httpStatus: 302 })
    expect(await countCalls("getStatus")).toBe(1)
  })
})
