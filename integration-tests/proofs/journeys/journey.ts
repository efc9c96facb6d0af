import type { EndpointName } from "../../../src/financing-api"
import type { FaultInput } from "../../../src/sandbox"
import type { Harness } from "../../store/harness"

/** The store's doors through which people act. */
export type Doors = Pick<Harness, "shop" | "admin">

/** A fresh cart, driven to right before the action of the test, without other work on it. */
export type Stage = {
  cartId: string
  /** Whose calls the fault is put on. */
  match: NonNullable<FaultInput["match"]>
  /** The token at the service, where there is one. */
  token?: string
  act: (doors: Doors) => Promise<unknown>
  /** The same person tries again, after a refusal; or looks again, whether refused or not. */
  again: () => Promise<unknown>
  /** Both worlds are where the act was to bring them. Throws while they are not. */
  reached: () => Promise<void>
}

export type Journey = {
  name: string
  /** It moves money: some of its cases are in every run, the worst ones among them. */
  money: boolean
  /** Trying again is harmless without a refusal, too. */
  isRepeatable: boolean
  /** The calls to the service on the way, each a place for a fault. */
  calls: readonly EndpointName[]
  prepare: () => Promise<Stage>
}
