import type { Application } from "../state/application"
import type { World } from "../state/world"

/** Deletes an application with its tasks, postbacks, calls and faults, which keeps long runs fast. */
export function forgetApplication(world: World, application: Application): void {
  const { chain, originalOrderId } = application
  const names = new Set([
    originalOrderId,
    ...chain.flatMap(({ token, orderId }) => [token, orderId]),
  ])
  // A pre-approval has no order id yet, and "" would match other records.
  names.delete("")
  world.applications.remove(application)
  world.clock.forget(application.id)
  world.postbacks.forget(application)
  world.calls.forget(names)
  world.faults.forget(names)
}
