import example from "../../medusa-config.example"
import { redisModules } from "./redis-modules"

// The shop's configuration is the example of the README. Demos and tests override parts by environment variables.
type PluginEntry = { resolve: string; options?: Record<string, unknown> }

function isPluginEntry(plugin: unknown): plugin is PluginEntry {
  return typeof plugin === "object" && plugin !== null && "resolve" in plugin
}

const extraOptions = JSON.parse(process.env.SHOP_PLUGIN_OPTIONS || "{}") as Record<string, unknown>

for (const plugin of example.plugins ?? []) {
  if (isPluginEntry(plugin)) plugin.options = { ...plugin.options, ...extraOptions }
}

/** Ids of financing providers in addition to `default`. */
const furtherProviders = JSON.parse(process.env.SHOP_FURTHER_PROVIDERS || "[]") as string[]

type Provider = { resolve: string; id: string }

function isPaymentEntry(entry: unknown): entry is { options: { providers: Provider[] } } {
  return isPluginEntry(entry) && entry.resolve === "@medusajs/medusa/payment"
}

for (const entry of Object.values(example.modules ?? {}).filter(isPaymentEntry)) {
  const [financing] = entry.options.providers
  if (financing)
    entry.options.providers.push(...furtherProviders.map((id) => ({ ...financing, id })))
}

type Notifications = { options: { providers: { resolve: string; id: string; options: unknown }[] } }

function isNotificationEntry(entry: unknown): entry is Notifications {
  return isPluginEntry(entry) && entry.resolve === "@medusajs/medusa/notification"
}

for (const entry of Object.values(example.modules ?? {}).filter(isNotificationEntry)) {
  const options = { channels: ["email"] }
  entry.options.providers.push({ resolve: "./src/notifications/outbox", id: "outbox", options })
}

/** Medusa reads the feature flag after this file, so the module of roles has to be registered explicitly. */
const roles =
  process.env.MEDUSA_FF_RBAC === "true" ? { rbac: { resolve: "@medusajs/medusa/rbac" } } : {}

const redisUrl = process.env.REDIS_URL

export default {
  ...example,
  modules: { ...example.modules, ...roles, ...(redisUrl ? redisModules(redisUrl) : {}) },
  projectConfig: {
    ...example.projectConfig,
    // Stores dashboard sessions in Redis, for several servers to share.
    ...(redisUrl ? { redisUrl } : {}),
    // The demo uses plain HTTP on this machine.
    cookieOptions: { secure: false, sameSite: "lax" as const },
  },
  admin: {
    ...example.admin,
    disable: process.env.SHOP_ADMIN !== "true",
    // Relative, because the dashboard is built once and served on any port.
    backendUrl: "/",
  },
}
