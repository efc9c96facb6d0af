import type { Environment } from "../credentials"
import type { Application, ChainLink } from "./application"

export interface FoundApplication {
  application: Application
  link: ChainLink
}

/** In-memory store of applications. */
export interface ApplicationRegistry {
  getAll(): Application[]
  add(application: Application): void
  remove(application: Application): void
  /** Finds an application by the id in the URL of its hosted page. */
  findById(id: string): Application | undefined
  /** Finds an application by any token of its chain, optionally in one environment. */
  findByToken(token: string, environment?: Environment): FoundApplication | undefined
  clear(): void
}

export function createApplicationRegistry(): ApplicationRegistry {
  const applications = new Map<string, Application>()
  return {
    getAll: () => [...applications.values()],
    add: (application) => void applications.set(application.id, application),
    remove: (application) => void applications.delete(application.id),
    findById: (id) => applications.get(id),
    findByToken(token, environment) {
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
