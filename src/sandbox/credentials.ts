import { randomBytes } from "node:crypto"

export type Environment = "staging" | "production"

export const ENVIRONMENTS: readonly Environment[] = ["staging", "production"]

/** Credentials that the service issues to a merchant per environment ("Authentication" 1). */
export interface Credentials {
  apiUsername: string
  apiPassword: string
  /** Client id and secret, already base64 encoded. */
  apiSignature: string
}

function createCredentials(environment: Environment, apiPassword: string): Credentials {
  return {
    apiUsername: `${environment}-merchant`,
    apiPassword,
    apiSignature: Buffer.from(`${environment}-client:${environment}-secret`).toString("base64"),
  }
}

/** Staging credentials. Fixed, so that a store's configuration survives a restart of the simulator. */
export const STAGING_CREDENTIALS = createCredentials(
  "staging",
  "staging-password-for-the-sandbox-only"
)

/** Creates production credentials. Random per simulator, so that no store uses publicly known ones. */
export function createProductionCredentials(): Credentials {
  return createCredentials("production", randomBytes(16).toString("hex"))
}

/** Path prefix of each environment. */
export const PATH_PREFIX: Record<Environment, string> = {
  staging: "/api/v1",
  production: "/production/api/v1",
}

/** Builds the `.env` variables that point a store at the simulator. */
export const buildStagingVariables = (url: string) => ({
  FINANCING_ENVIRONMENT: "staging",
  FINANCING_STAGING_BASE_URL: `${url}${PATH_PREFIX.staging}`,
  FINANCING_STAGING_USERNAME: STAGING_CREDENTIALS.apiUsername,
  FINANCING_STAGING_PASSWORD: STAGING_CREDENTIALS.apiPassword,
  FINANCING_STAGING_SIGNATURE: STAGING_CREDENTIALS.apiSignature,
})
