import type { EndpointName } from "../../../src/financing-api"
import type { FaultInput } from "../../../src/sandbox"
import type { Harness } from "../../store/harness"

/** Clients through which shoppers and staff act. */
export type Clients = Pick<Harness, "shop" | "admin">

/** A new cart right before the tested action, with no other work in progress. */
export type PreparedJourney = {
  cartId: string
  /** Selects the calls that meet the fault. */
  match: NonNullable<FaultInput["match"]>
  /** The application's token at the service, if it exists yet. */
  token?: string
  act: (clients: Clients) => Promise<unknown>
  /** Repeats the action, or triggers another check. */
  retry: () => Promise<unknown>
  /** Throws unless Medusa and the service have reached the action's goal. */
  expectGoal: () => Promise<void>
}

export type Journey = {
  name: string
  /** Whether the journey moves money. Every run includes some of its cases. */
  movesMoney: boolean
  /** Whether the action may be repeated after it succeeded. */
  isRepeatable: boolean
  /** The journey's calls to the service, each of which can meet a fault. */
  calls: readonly EndpointName[]
  prepare: () => Promise<PreparedJourney>
}
