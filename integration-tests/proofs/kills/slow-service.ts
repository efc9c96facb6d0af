import type { FaultInput } from "../../../src/sandbox"
import { eventually } from "../../../tooling/clients/eventually"
import { createHarness } from "../../store/harness"
import type { PreparedJourney } from "../journeys/journey"

const { simulator } = createHarness()

/** Calls that change something at the service. */
const CHANGING_CALLS: FaultInput["operation"][] = [
  "createOrder",
  "settle",
  "cancel",
  "refund",
  "partialRefund",
]

/** Makes the service execute a changing call at once but send its answer slowly. */
export async function delayAnswers(
  { match }: PreparedJourney,
  millisecondsPerByte: number
): Promise<void> {
  for (const operation of CHANGING_CALLS) {
    const answer = { kind: "drip", when: "after", intervalMs: millisecondsPerByte } as const
    await simulator.fault({ operation, match, nth: 1, ...answer })
  }
}

/** Waits until the service is answering a call of every stage. */
export async function waitForAnswering(stages: PreparedJourney[]): Promise<void> {
  await eventually(async () => {
    const appliedFaults = (await simulator.faults()).filter(({ applied }) => applied > 0)
    const isAnswering = ({ match }: PreparedJourney) =>
      appliedFaults.some((fault) => JSON.stringify(fault.match) === JSON.stringify(match))
    if (!stages.every(isAnswering)) throw new Error("Not every call has arrived yet")
  })
}
