import { getCurrentLink, type Application, type ChainLink } from "../state/application"
import type { SimulatorState } from "../state/simulator-state"
import { ControlRefusal } from "./control-refusal"

/** Finds an application by any token of its chain, in either environment. @throws ControlRefusal 404 */
export function findApplication(
  simulator: SimulatorState,
  token: string
): { application: Application; tip: ChainLink } {
  const found = simulator.applications.findByToken(token)
  if (!found) throw new ControlRefusal(404, "no application has this token")
  return { application: found.application, tip: getCurrentLink(found.application) }
}
