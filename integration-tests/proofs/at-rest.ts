import type { Pool } from "pg"
import { eventually } from "../../tooling/clients/eventually"
import { harness } from "../store/harness"
import { expectInvariants } from "../store/invariants"
import { applicationsOf } from "../store/our-records"
import { comeToRest } from "./come-to-rest"
import { expectAgreement } from "./model/agreement"
import { describeWorld } from "./model/describe-world"
import { newModel } from "./model/history"
import { inspectWorld } from "./model/inspect-world"

const { simulator } = harness()

export type AtRest = {
  cartId: string
  database: Pool
  /** Checks to make in addition to the invariants and the model's agreement. */
  expectAlso: () => Promise<void>
  /** Context for the message of a failure. */
  note: string
}

/**
 * Reconciles a cart until it is stable, then checks Medusa and the service against the invariants and the model.
 * @throws Error with the failed expectation and the state of both sides
 */
export async function expectAtRest({ cartId, database, expectAlso, note }: AtRest): Promise<void> {
  const look = () => inspectWorld({ database, simulator }, { purchaseId: cartId })
  try {
    await comeToRest(cartId)
    await eventually(async () => {
      await expectAlso()
      const ours = await applicationsOf(cartId)
      const listed = ours.some(({ review_reason }) => review_reason !== null)
      await expectInvariants(cartId, { listed })
      expectAgreement(newModel(await look()))
    })
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new Error([why, note, ...describeWorld(await look())].join("\n    "))
  }
}
