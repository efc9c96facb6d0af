import example from "../../medusa-config.example"
import { redisModules } from "./redis-modules"

/**
 * The shop's configuration is the example from the README, word for word. Only what a demo or a
 * test has to choose is set on top of it, from the environment.
 */
type PluginEntry = { resolve: string; options?: Record<string, unknown> }

function isPluginEntry(plugin: unknown): plugin is PluginEntry {
  return typeof plugin === "object" && plugin !== null && "resolve" in plugin
}

const extraOptions = JSON.parse(process.env.SHOP_PLUGIN_OPTIONS || "{}") as Record<string, unknown>

for (const plugin of example.plugins ?? []) {
  if (isPluginEntry(plugin)) plugin.options = { ...plugin.options, ...extraOptions }
}

/** Ids under which the shop offers financing besides `default`. */
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

/** Medusa reads the flag of roles after this file: their module has to be asked for by name. */
const roles =
  process.env.MEDUSA_FF_RBAC === "true" ? { rbac: { resolve: "@medusajs/medusa/rbac" } } : {}

const redisUrl = process.env.REDIS_URL

export default {
  ...example,
  modules: { ...example.modules, ...roles, ...(redisUrl ? redisModules(redisUrl) : {}) },
  projectConfig: {
    ...example.projectConfig,
    // Sessions of the dashboard, which any of several servers has to know.
    ...(redisUrl ? { redisUrl } : {}),
    // A demo is served over plain HTTP on this very machine.
    cookieOptions: { secure: false, sameSite: "lax" as const },
  },
  admin: {
    ...example.admin,
    disable: process.env.SHOP_ADMIN !== "true",
    // Wherever the store is: the dashboard is built once, and served on whichever port is free.
    backendUrl: "/",
  },
}
