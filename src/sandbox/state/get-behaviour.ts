import type { Behaviour, Settings } from "../behaviour"
import type { Application } from "./application"

/** Merges the global behaviour with an application's overrides. */
export function getBehaviour(
  { settings }: { settings: Settings },
  application: Application | undefined
): Behaviour {
  return { ...settings.behaviour, ...application?.behaviour }
}
