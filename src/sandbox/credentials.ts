export type Environment = "staging" | "production"

export const ENVIRONMENTS: readonly Environment[] = ["staging", "production"]

/** What the service issues to a merchant per environment ("Authentication" 1). */
export interface Credentials {
  apiUsername: string
  apiPassword: string
  /** Client id and secret, already base64 encoded. */
  apiSignature: string
}

function issue(environment: Environment): Credentials {
  return {
    apiUsername: `${environment}-merchant`,
    apiPassword: `${environment}-password-for-the-sandbox-only`,
    apiSignature: Buffer.from(`${environment}-client:${environment}-secret`).toString("base64"),
  }
}

/** Fixed, so that a shop's configuration survives a restart of the simulator. */
export const CREDENTIALS: Record<Environment, Credentials> = {
  staging: issue("staging"),
  production: issue("production"),
}

/** Path prefix of each environment below the simulator's address. */
export const PATH_PREFIX: Record<Environment, string> = {
  staging: "/api/v1",
  production: "/production/api/v1",
}
