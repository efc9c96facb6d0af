import type { Application } from "../state/application"
import type { World } from "../state/world"

/** Takes an application and every trace of it out of the world: long runs stay as quick as short ones. */
export function forgetApplication(world: World, application: Application): void {
  const { chain, originalOrderId } = application
  const names = new Set([
    originalOrderId,
    ...chain.flatMap(({ token, orderId }) => [token, orderId]),
  ])
  // A pre-approval has no order yet: "" is nobody's name.
  names.delete("")
  world.applications.remove(application)
  world.clock.forget(application.id)
  world.postbacks.forget(application)
  world.calls.forget(names)
  world.faults.forget(names)
}
