import type { FaultInput } from "../../../src/sandbox"
import { eventually } from "../../../tooling/clients/eventually"
import { harness } from "../../store/harness"
import type { Stage } from "../journeys/journey"

const { simulator } = harness()

/** Calls that change something at the service. */
const CHANGING: FaultInput["operation"][] = [
  "createOrder",
  "settle",
  "cancel",
  "refund",
  "partialRefund",
]

/** Makes the service execute a changing call at once but send its answer slowly. */
export async function slowService({ match }: Stage, millisecondsPerByte: number): Promise<void> {
  for (const operation of CHANGING) {
    const answer = { kind: "drip", when: "after", intervalMs: millisecondsPerByte } as const
    await simulator.fault({ operation, match, nth: 1, ...answer })
  }
}

/** Waits until the service is answering a call of every stage. */
export async function untilAllAreAnswering(stages: Stage[]): Promise<void> {
  await eventually(async () => {
    const struck = (await simulator.faults()).filter(({ applied }) => applied > 0)
    const isBusy = ({ match }: Stage) =>
      struck.some((one) => JSON.stringify(one.match) === JSON.stringify(match))
    if (!stages.every(isBusy)) throw new Error("Not every call has arrived yet")
  })
}
