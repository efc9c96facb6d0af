import { type Answer, refuse } from "./answer"
import type { Application, Applications, Body } from "./applications"
import type { Personality } from "./personality"

export type Service = {
  applications: Applications
  personality: Personality
  /** Address of the customer's pages. */
  pages: string
  range: { minimum: number; maximum: number }
  notify: (application: Application) => void
}

export type Call = { service: Service; body: Body; query: URLSearchParams; params: string[] }
export type Handler = (call: Call) => Answer

/** Runs `work` with the application of the path's token. Refuses an unknown token. */
export function withApplication(
  service: Service,
  [token = ""]: string[],
  work: (application: Application) => Answer
): Answer {
  const application = service.applications.find(decodeURIComponent(token))
  return application ? work(application) : refuse(service.personality.unknownToken, "token")
}
