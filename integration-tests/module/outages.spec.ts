import type { EndedCall, FinancingErrorCode } from "../../src/financing-api"
import { toError } from "../../src/financing-api/failure"
import { eventually } from "../../tooling/clients/eventually"
import { createApplication, startModule } from "./running-module"

const running = startModule()

const getOutages = () => running().financing.outages

function recordCall(operation: string, code: FinancingErrorCode | null): void {
  const call = { operation, changes: false, correlationId: "c-1" }
  const error = code === null ? null : toError(call, { code })
  getOutages().recordCall("staging", { operation, error, ms: 1 } satisfies EndedCall)
}

/** The stored outages. */
async function listOutages(): Promise<{ cause: string; failures: number; raised: boolean }[]> {
  const rows = await running()
    .financing.context.knex("financing_outage")
    .select<{ cause: string; failures: number; raised_at: Date | null }[]>("*")
  return rows.map(({ cause, failures, raised_at }) => ({
    cause,
    failures,
    raised: raised_at !== null,
  }))
}

const waitForOutages = async (rows: object[]): Promise<void> =>
  await eventually(async () => expect(await listOutages()).toMatchObject(rows))

afterEach(async () => {
  recordCall("requestToken", null)
  await waitForOutages([])
})

describe("outage detection", () => {
  it("runs no query while calls succeed", async () => {
    const { financing } = running()
    const { application } = await createApplication(financing)
    await financing.checkStatus(application)
    const statements: string[] = []
    const recordStatement = ({ sql }: { sql: string }) => void statements.push(sql)
    financing.context.knex.on("query", recordStatement)
    await financing.checkStatus(application)
    await financing.checkStatus(application)
    financing.context.knex.off("query", recordStatement)
    expect(statements.length).toBeGreaterThan(0)
    expect(statements.filter((sql) => sql.includes("financing_outage"))).toEqual([])
  })

  it("raises an alarm at once for refused credentials, which only a new access token ends", async () => {
    recordCall("getStatus", "wrong_credentials")
    await waitForOutages([{ cause: "refused-credentials", raised: true }])
    expect(await getOutages().isRaised("staging")).toBe(true)
    expect(await getOutages().isRaised("production")).toBe(false)
    recordCall("getStatus", null)
    recordCall("settle", "refused")
    recordCall("getStatus", "timed_out")
    await waitForOutages([{ cause: "refused-credentials", failures: 2, raised: true }])
    recordCall("requestToken", null)
    await waitForOutages([])
  })

  it("forgets failures after the first answer, even a refusal", async () => {
    recordCall("getStatus", "server_error")
    recordCall("createOrder", "connect_timeout")
    await waitForOutages([{ cause: "unreachable", failures: 2, raised: false }])
    recordCall("settle", "refused")
    await waitForOutages([])
  })

  it("counts no failure for an invalid request, an aborted call or an unreadable answer", async () => {
    for (const code of ["invalid_request", "aborted", "unreadable_answer"] as const) {
      recordCall("createOrder", code)
    }
    recordCall("createOrder", "unreachable")
    await waitForOutages([{ failures: 1 }])
  })

  it("counts a purchase once in an outage, and again in the next one", async () => {
    const readOutage = async () =>
      await running().financing.context.knex("financing_outage").first<object | undefined>("*")
    const recordLostSale = (purchaseId: string) =>
      getOutages().recordLostSale("staging", { purchaseId, cents: 2_000_000_000 })
    recordCall("createOrder", "server_error")
    for (const cartId of ["cart_1", "cart_1", "cart_2"]) recordLostSale(cartId)
    // Two carts cost more than the column holds.
    await eventually(async () =>
      expect(await readOutage()).toMatchObject({ shoppers: 2, cents: 2_147_483_647 })
    )
    recordCall("createOrder", null)
    await waitForOutages([])
    recordCall("createOrder", "server_error")
    recordLostSale("cart_1")
    await eventually(async () =>
      expect(await readOutage()).toMatchObject({ shoppers: 1, cents: 2_000_000_000 })
    )
  })

  it("counts a failed token request and the call that needed it as one failure", async () => {
    recordCall("requestToken", "connect_timeout")
    recordCall("getStatus", "token_unavailable")
    await waitForOutages([{ failures: 1 }])
  })
})
