import { eventually } from "../../tooling/clients/eventually"
import { createHarness } from "./harness"
import { expectInvariants } from "./invariants"
import { getLatestApplication } from "./plugin-records"

const { simulator } = createHarness()

/** Expects that the application is cancelled once at the service, and its record closed without a next check. */
export async function expectApplicationEnded(cartId: string, token: string): Promise<void> {
  await eventually(async () => {
    expect(await simulator.application(token)).toMatchObject({ status: "O", cancelCount: 1 })
  })
  await eventually(async () => {
    expect(await getLatestApplication(cartId)).toMatchObject({
      state: "cancelled",
      live_key: null,
      customer_url: null,
      review_reason: null,
      next_check_at: null,
    })
  })
  await expectInvariants(cartId)
}
