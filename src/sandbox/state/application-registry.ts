import type { Environment } from "../credentials"
import { currentTokenOf, type Application, type ChainLink } from "./application"

export interface Found {
  application: Application
  link: ChainLink
}

/** In-memory store of applications. */
export interface ApplicationRegistry {
  all(): Application[]
  add(application: Application): void
  remove(application: Application): void
  /** Finds an application by the id in the URL of its hosted page. */
  byId(id: string): Application | undefined
  /** Finds an application by any token of its chain, optionally in one environment. */
  byToken(token: string, environment?: Environment): Found | undefined
  clear(): void
}

export function createApplicationRegistry(): ApplicationRegistry {
  const applications = new Map<string, Application>()
  return {
    all: () => [...applications.values()],
    add: (application) => void applications.set(application.id, application),
    remove: (application) => void applications.delete(application.id),
    byId: (id) => applications.get(id),
    byToken(token, environment) {
      for (const application of applications.values()) {
        if (environment && application.environment !== environment) continue
        const link = application.chain.find((candidate) => candidate.token === token)
        if (link) return { application, link }
      }
      return undefined
    },
    clear: () => applications.clear(),
  }
}

/** Whether a link is the newest of its chain. */
export function isTip({ application, link }: Found): boolean {
  return currentTokenOf(application) === link
}
