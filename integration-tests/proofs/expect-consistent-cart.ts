import type { Pool } from "pg"
import { eventually } from "../../tooling/clients/eventually"
import { createHarness } from "../store/harness"
import { expectInvariants } from "../store/invariants"
import { listApplications } from "../store/plugin-records"
import { stabilizeCart } from "./stabilize-cart"
import { expectAgreement } from "./model/agreement"
import { describeSnapshot } from "./model/describe-snapshot"
import { createModel } from "./model/history"
import { takeSnapshot } from "./model/take-snapshot"

const { simulator } = createHarness()

export type ConsistencyCheck = {
  cartId: string
  database: Pool
  /** Checks to make in addition to the invariants and the model's agreement. */
  expectResult: () => Promise<void>
  /** Context for the message of a failure. */
  note: string
}

/**
 * Reconciles a cart until it is stable, then checks Medusa and the service against the invariants and the model.
 * @throws Error with the failed expectation and the state of both sides
 */
export async function expectConsistentCart({
  cartId,
  database,
  expectResult,
  note,
}: ConsistencyCheck): Promise<void> {
  const readSnapshot = () => takeSnapshot({ database, simulator }, { purchaseId: cartId })
  try {
    await stabilizeCart(cartId)
    await eventually(async () => {
      await expectResult()
      const applications = await listApplications(cartId)
      const listed = applications.some(({ review_reason }) => review_reason !== null)
      await expectInvariants(cartId, { listed })
      expectAgreement(createModel(await readSnapshot()))
    })
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    throw new Error([message, note, ...describeSnapshot(await readSnapshot())].join("\n    "))
  }
}
