import type { Application } from "../state/application"
import type { SimulatorState } from "../state/simulator-state"

/** Deletes an application with its tasks, postbacks, calls and faults, which keeps long runs fast. */
export function forgetApplication(simulator: SimulatorState, application: Application): void {
  const { chain, originalOrderId } = application
  const names = new Set([
    originalOrderId,
    ...chain.flatMap(({ token, orderId }) => [token, orderId]),
  ])
  // A pre-approval has no order id yet, and "" would match other records.
  names.delete("")
  simulator.applications.remove(application)
  simulator.clock.forget(application.id)
  simulator.postbacks.forget(application)
  simulator.calls.forget(names)
  simulator.faults.forget(names)
}
