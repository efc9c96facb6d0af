import type { Behaviour } from "../behaviour"
import type { Application } from "./application"
import type { World } from "./world"

/** How the service behaves towards one application: as everywhere, but for what was set for it. */
export function behaviourOf(
  { settings }: Pick<World, "settings">,
  application: Application | undefined
): Behaviour {
  return { ...settings.behaviour, ...application?.behaviour }
}
