import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import {
  CONSUMER_FINANCING,
  type ConsumerFinancingModuleService,
} from "../modules/consumer-financing"
import { type ProviderRegion, readRegions } from "../medusa/read-regions"
import { isLockedState } from "../domain/home"
import { STAFF_MESSAGES } from "../domain/staff-message"
import { readNotificationChannels, readRows } from "../medusa/read-store"
import { appSchemeOf } from "../options/option-values"
import { plainInProduction } from "../options/parse-options"
import { BELL, triggerOf } from "./send-staff-message"

const WITHIN_ONE_PROCESS = "in-memory"

export const CHECKS = [
  "public-address",
  "reachable",
  "home",
  "provider-regions",
  "currency",
  "locking",
  "secret",
  "credentials",
  "other-environment",
  "postbacks",
  "message-channels",
  "messages",
] as const

type Check = {
  name: (typeof CHECKS)[number]
  outcome: "good" | "warning" | "bad"
  details: Record<string, unknown>
}

/** Checks the plugin's configuration and environment for the merchant. */
export async function runSelfCheck(container: MedusaContainer) {
  const financing = container.resolve(CONSUMER_FINANCING)
  const { addresses, options } = financing
  const [regions, last_postback_at] = await Promise.all([
    readRegions(container),
    readLastPostback(financing),
  ])
  return {
    checks: await Promise.all([
      checkPublicAddress(financing),
      checkReachable(financing),
      checkHome(financing),
      checkRegions(regions),
      checkCurrency(regions),
      checkLocking(container),
      checkSecret(financing),
      checkCredentials(financing),
      checkOtherEnvironment(financing),
      check("postbacks", last_postback_at ? "good" : "warning", { last_at: last_postback_at }),
      checkMessageChannels(container),
      checkMessages(container),
    ]),
    postback_address: `${options.backendUrl}/hooks/consumer-financing/<environment>/…`,
    pre_approval_addresses: {
      staging: addresses.forPreApprovals("staging"),
      production: addresses.forPreApprovals("production"),
    },
    last_postback_at,
  }
}

const check = async (
  name: Check["name"],
  outcome: Check["outcome"],
  details: Check["details"]
): Promise<Check> => ({ name, outcome, details })

/** Accepts a scheme other than https only for a machine or private network that outsiders cannot reach. */
function checkPublicAddress({ options }: ConsumerFinancingModuleService): Promise<Check> {
  const { backendUrl: backend_url, storefrontUrl: storefront_url } = options
  const others = Object.values(options.storefronts).flatMap(({ url }) => url ?? [])
  const addresses = [backend_url, storefront_url, ...others]
  const isPublic = addresses.every((url) => url.startsWith("https:") || appSchemeOf(url) !== null)
  const isRefused = plainInProduction(options).length > 0
  const outcome = isRefused ? "bad" : isPublic ? "good" : "warning"
  return check("public-address", outcome, { backend_url, storefront_url })
}

/** Reports no error for an older server at the address, or for a network that cannot reach its own address. */
async function checkReachable({ home }: ConsumerFinancingModuleService): Promise<Check> {
  const { url, http_status, problem } = await home.challengeOwnAddress()
  return check("reachable", problem === null ? "good" : "bad", { url, http_status, problem })
}

async function checkHome({ home }: ConsumerFinancingModuleService): Promise<Check> {
  const details = await home.refresh()
  const isGood = details.state === "ours" || details.state === "not-checked"
  const outcome = isLockedState(details.state) ? "bad" : isGood ? "good" : "warning"
  return check("home", outcome, details)
}

function checkRegions(regions: ProviderRegion[]): Promise<Check> {
  const isEnabled = regions.some(({ is_enabled }) => is_enabled)
  return check("provider-regions", isEnabled ? "good" : "bad", { regions })
}

function checkCurrency(regions: ProviderRegion[]): Promise<Check> {
  const wrong = regions
    .filter(({ is_enabled, currency_code }) => is_enabled && currency_code !== "usd")
    .map(({ id, name, currency_code }) => ({ id, name, currency_code }))
  return check("currency", wrong.length === 0 ? "good" : "warning", { regions: wrong })
}

/** A process that is only a server or only a worker must share its locks. */
function checkLocking(container: MedusaContainer): Promise<Check> {
  const locking: unknown = container.resolve(Modules.LOCKING, { allowUnregistered: true })
  const id: unknown =
    typeof locking === "object" && locking !== null
      ? Reflect.get(locking, "defaultProviderId")
      : null
  const { projectConfig } = container.resolve(ContainerRegistrationKeys.CONFIG_MODULE)
  const provider_id = typeof id === "string" ? id : null
  const is_distributed = provider_id !== null && provider_id !== WITHIN_ONE_PROCESS
  const worker_mode = projectConfig.workerMode ?? "shared"
  const isSafe = is_distributed || worker_mode === "shared"
  const details = { provider_id, is_distributed, worker_mode }
  return check("locking", isSafe ? "good" : "warning", details)
}

async function checkSecret({ settings }: ConsumerFinancingModuleService): Promise<Check> {
  const facts = await settings.readSecretFacts()
  const isChanging = facts.previous_is_set || facts.encrypted_with_previous > 0
  return check("secret", isChanging ? "warning" : "good", facts)
}

/** Calls the service, because existing credentials may be wrong or expired. */
async function checkCredentials({
  context: { isSetUp },
  options,
  settings,
  outages,
}: ConsumerFinancingModuleService): Promise<Check> {
  const { environment } = options
  const is_readable = !settings.inDashboard.unreadable.includes(environment)
  const tested = isSetUp ? await settings.testConnection({ environment, given: {} }) : null
  if (tested) await outages.recordTest(environment, tested)
  return check("credentials", tested?.outcome === "connected" ? "good" : "bad", {
    environment,
    is_set: isSetUp,
    is_readable,
    is_locked: settings.isLocked(environment),
    connection: tested?.outcome ?? "not-set",
    http_status: tested?.http_status ?? null,
  })
}

/** Test data has no value in production, and a switch leaves open applications behind. */
async function checkOtherEnvironment(financing: ConsumerFinancingModuleService): Promise<Check> {
  const { environment } = financing.options
  const counted = await financing.countOpen()
  const other = environment === "staging" ? counted.production : counted.staging
  const outcome = other.open === 0 ? "good" : "warning"
  return check("other-environment", outcome, { environment, ...counted })
}

/** Reports channels of messages to staff that have no notification provider. */
async function checkMessageChannels(container: MedusaContainer): Promise<Check> {
  const { staffTo, staffChannel } = container.resolve(CONSUMER_FINANCING).options.notifications
  const wanted = staffTo === null ? [BELL] : [BELL, staffChannel]
  const known = await readNotificationChannels(container)
  const missing = wanted.filter((channel) => !known.has(channel))
  return check("message-channels", missing.length === 0 ? "good" : "warning", { missing })
}

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/** Reports messages to staff of the last week that failed, or that a killed server left pending. */
async function checkMessages(container: MedusaContainer): Promise<Check> {
  const { clock } = container.resolve(CONSUMER_FINANCING)
  const rows = await readRows<{ status: string }>(container, {
    entity: "notification",
    fields: ["status"],
    filters: {
      trigger_type: STAFF_MESSAGES.map(triggerOf),
      status: ["pending", "failure"],
      created_at: { $gt: clock.dateIn(-7 * DAY), $lt: clock.dateIn(-5 * MINUTE) },
    },
  })
  const pending = rows.filter(({ status }) => status === "pending").length
  const details = { pending, failed: rows.length - pending }
  return check("messages", rows.length === 0 ? "good" : "warning", details)
}

async function readLastPostback(financing: ConsumerFinancingModuleService): Promise<Date | null> {
  const [last] = await financing.listFinancingPostbacks(
    {},
    { take: 1, order: { created_at: "DESC" }, select: ["created_at"] }
  )
  return last?.created_at ?? null
}
