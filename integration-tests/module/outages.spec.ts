import type { EndedCall, FinancingErrorCode } from "../../src/financing-api"
import { toError } from "../../src/financing-api/failure"
import { eventually } from "../../tooling/clients/eventually"
import { createApplication, startRunningModule } from "./running-module"

const running = startRunningModule()

const outages = () => running().financing.outages

function hear(operation: string, code: FinancingErrorCode | null): void {
  const caller = { operation, changes: false, correlationId: "c-1" }
  const error = code === null ? null : toError(caller, { code })
  outages().recordCall("staging", { operation, error, ms: 1 } satisfies EndedCall)
}

/** The stored outages. */
async function known(): Promise<{ cause: string; failures: number; raised: boolean }[]> {
  const rows = await running()
    .financing.context.knex("financing_outage")
    .select<{ cause: string; failures: number; raised_at: Date | null }[]>("*")
  return rows.map(({ cause, failures, raised_at }) => ({
    cause,
    failures,
    raised: raised_at !== null,
  }))
}

const becomes = async (rows: object[]): Promise<void> =>
  await eventually(async () => expect(await known()).toMatchObject(rows))

afterEach(async () => {
  hear("requestToken", null)
  await becomes([])
})

describe("outage detection", () => {
  it("runs no query while calls succeed", async () => {
    const { financing } = running()
    const { application } = await createApplication(financing)
    await financing.checkStatus(application)
    const statements: string[] = []
    const note = ({ sql }: { sql: string }) => void statements.push(sql)
    financing.context.knex.on("query", note)
    await financing.checkStatus(application)
    await financing.checkStatus(application)
    financing.context.knex.off("query", note)
    expect(statements.length).toBeGreaterThan(0)
    expect(statements.filter((sql) => sql.includes("financing_outage"))).toEqual([])
  })

  it("raises an alarm at once for refused credentials, which only a new access token ends", async () => {
    hear("getStatus", "wrong_credentials")
    await becomes([{ cause: "refused-credentials", raised: true }])
    expect(await outages().isRaised("staging")).toBe(true)
    expect(await outages().isRaised("production")).toBe(false)
    hear("getStatus", null)
    hear("settle", "refused")
    hear("getStatus", "timed_out")
    await becomes([{ cause: "refused-credentials", failures: 2, raised: true }])
    hear("requestToken", null)
    await becomes([])
  })

  it("forgets failures after the first answer, even a refusal", async () => {
    hear("getStatus", "server_error")
    hear("createOrder", "connect_timeout")
    await becomes([{ cause: "unreachable", failures: 2, raised: false }])
    hear("settle", "refused")
    await becomes([])
  })

  it("counts no failure for an invalid request, an aborted call or an unreadable answer", async () => {
    for (const code of ["invalid_request", "aborted", "unreadable_answer"] as const) {
      hear("createOrder", code)
    }
    hear("createOrder", "unreachable")
    await becomes([{ failures: 1 }])
  })

  it("counts a purchase once in an outage, and again in the next one", async () => {
    const row = async () =>
      await running().financing.context.knex("financing_outage").first<object | undefined>("*")
    const lose = (purchaseId: string) =>
      outages().recordLostSale("staging", { purchaseId, cents: 2_000_000_000 })
    hear("createOrder", "server_error")
    for (const cart of ["cart_1", "cart_1", "cart_2"]) lose(cart)
    // Two carts cost more than the column holds.
    await eventually(async () =>
      expect(await row()).toMatchObject({ shoppers: 2, cents: 2_147_483_647 })
    )
    hear("createOrder", null)
    await becomes([])
    hear("createOrder", "server_error")
    lose("cart_1")
    await eventually(async () =>
      expect(await row()).toMatchObject({ shoppers: 1, cents: 2_000_000_000 })
    )
  })

  it("counts a failed token request and the call that needed it as one failure", async () => {
    hear("requestToken", "connect_timeout")
    hear("getStatus", "token_unavailable")
    await becomes([{ failures: 1 }])
  })
})
