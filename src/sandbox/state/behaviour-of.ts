import type { Behaviour, Settings } from "../behaviour"
import type { Application } from "./application"

/** How the service behaves towards one application: as everywhere, but for what was set for it. */
export function behaviourOf(
  { settings }: { settings: Settings },
  application: Application | undefined
): Behaviour {
  return { ...settings.behaviour, ...application?.behaviour }
}
