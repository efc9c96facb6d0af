/** Settings of a shop that a demo or a test chooses. All others are in its medusa-config. */
export type ShopSettings = {
  databaseUrl: string
  /** The store's own public address. */
  backendUrl: string
  storefrontUrl: string
  /** 32 random bytes as hex. */
  secret: string
  /** "" leaves the choice to the dashboard. */
  environment: "staging" | "production" | ""
  staging: ServiceAccess
  production: ServiceAccess
  /** Whether the store serves the admin dashboard. */
  admin: boolean
  /** Whether the store enforces the roles of its staff. */
  roles: boolean
  /** Merged over the plugin's options. */
  pluginOptions: Record<string, unknown>
  /** Ids of financing providers in addition to `default`. */
  furtherProviders: string[]
  /** Redis for Medusa's distributed modules; "" for in-memory modules. */
  redisUrl: string
  /** Whether the store handles requests, background work, or both. */
  workerMode: "shared" | "server" | "worker"
}

export type ServiceAccess = {
  baseUrl: string
  apiUsername: string
  apiPassword: string
  apiSignature: string
}

const PLACEHOLDER_ACCESS: ServiceAccess = {
  baseUrl: "http://localhost:9",
  apiUsername: "nobody",
  apiPassword: "nothing",
  apiSignature: "bm9ib2R5Om5vdGhpbmc=",
}

/** Sufficient for migrations, seeding and builds, which do not call the service. */
export const PLACEHOLDER_SETTINGS: Omit<ShopSettings, "databaseUrl"> = {
  backendUrl: "http://localhost:9000",
  storefrontUrl: "http://localhost:8000",
  secret: "d05887ae7e341d77672292a35d08e138862c06daae44bd7b06e0a5530f4c008b",
  environment: "staging",
  staging: PLACEHOLDER_ACCESS,
  production: PLACEHOLDER_ACCESS,
  admin: false,
  roles: false,
  pluginOptions: {},
  furtherProviders: [],
  redisUrl: "",
  workerMode: "shared",
}

function buildAccessVariables(prefix: string, service: ServiceAccess): Record<string, string> {
  return {
    [`${prefix}_BASE_URL`]: service.baseUrl,
    [`${prefix}_USERNAME`]: service.apiUsername,
    [`${prefix}_PASSWORD`]: service.apiPassword,
    [`${prefix}_SIGNATURE`]: service.apiSignature,
  }
}

/** Builds the environment variables that medusa-config.example.ts and the shop's config read. */
export function buildShopEnvironment(settings: ShopSettings): Record<string, string> {
  const origins = `${settings.storefrontUrl},${settings.backendUrl}`
  return {
    // As in a deployed store, and the default of `medusa start`.
    NODE_ENV: "production",
    MEDUSA_DISABLE_TELEMETRY: "true",
    // The shop's own config folder disables telemetry too; otherwise the CLI starts a process at each exit.
    XDG_CONFIG_HOME: ".config",
    DATABASE_URL: settings.databaseUrl,
    STORE_CORS: origins,
    ADMIN_CORS: origins,
    AUTH_CORS: origins,
    JWT_SECRET: "only-for-this-machine",
    COOKIE_SECRET: "only-for-this-machine",
    BACKEND_URL: settings.backendUrl,
    STOREFRONT_URL: settings.storefrontUrl,
    FINANCING_SECRET: settings.secret,
    FINANCING_ENVIRONMENT: settings.environment,
    ...buildAccessVariables("FINANCING_STAGING", settings.staging),
    ...buildAccessVariables("FINANCING_PRODUCTION", settings.production),
    MEDUSA_FF_RBAC: String(settings.roles),
    SHOP_ADMIN: String(settings.admin),
    SHOP_PLUGIN_OPTIONS: JSON.stringify(settings.pluginOptions),
    MEDUSA_WORKER_MODE: settings.workerMode,
    MEDUSA_FF_CACHING: String(settings.redisUrl !== ""),
    // Always set, so that the store never uses a Redis from the developer's environment.
    REDIS_URL: settings.redisUrl,
    SHOP_FURTHER_PROVIDERS: JSON.stringify(settings.furtherProviders),
  }
}
