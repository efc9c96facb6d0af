import { type CapabilityPurpose, signCapability } from "../../src/domain/capability"
import type { CartOptions } from "../../tooling/clients/shop-client"
import { createCopy, ensureReusedOriginal } from "./copies"
import { getDatabase } from "./database"
import { createHarness } from "./harness"
import * as made from "./purchase-steps"
import type { AppliedCart, PaidOrder, PlacedOrder } from "./purchase-steps"
import { takeOrderNumber, writePurchase } from "../../tooling/purchase-rows"

// Faster versions of purchase-steps. Requests create the first two purchases of each kind; later ones copy the
// rows of the second. Each copy repeats the original's calls, so that it has its own application at the service.
export * from "./purchase-steps"

const { run, simulator } = createHarness()

type Call = Awaited<ReturnType<typeof simulator.calls>>[number]

type KnownPurchase<Purchase> = { purchase: Purchase; calls: Call[] }

/** Reads the settings that must be the same for a copy to equal a new purchase. */
async function readPurchaseSettings(): Promise<string> {
  const client = await getDatabase()
  const { rows } = await client.query(
    "select values, credentials from financing_setting where values::text <> '{}' or credentials::text <> '{}'"
  )
  return JSON.stringify([await simulator.settings(), rows])
}

const { staging } = run.settings
let accessToken: string | undefined

async function sendCall({ method, path, request }: Call): Promise<Response> {
  accessToken ??= await requestAccessToken()
  const headers = { authorization: `Bearer ${accessToken}`, accept: "application/json" }
  const isBare = request === undefined || request === null || request === ""
  const json = { "content-type": "application/json" }
  return await fetch(`${staging?.baseUrl}${path}`, {
    method,
    ...(isBare ? { headers } : { headers: { ...headers, ...json }, body: JSON.stringify(request) }),
  })
}

/** Calls the service as the store does. Signs in again after a 401. */
async function callService(serviceCall: Call): Promise<unknown> {
  let response = await sendCall(serviceCall)
  if (response.status === 401) {
    accessToken = undefined
    response = await sendCall(serviceCall)
  }
  const text = await response.text()
  if (!response.ok) throw new Error(`${serviceCall.operation} answered ${response.status}: ${text}`)
  return JSON.parse(text) as unknown
}

async function requestAccessToken(): Promise<string> {
  const { baseUrl, apiUsername, apiPassword, apiSignature } = staging ?? {}
  const response = await fetch(`${baseUrl}/uaa/oauth/token`, {
    method: "POST",
    headers: {
      authorization: `Basic ${apiSignature}`,
      accept: "application/json",
      "content-type": "application/x-www-form-urlencoded",
    },
    body: new URLSearchParams({
      grant_type: "password",
      scope: "openid",
      username: apiUsername ?? "",
      password: apiPassword ?? "",
    }),
  })
  return ((await response.json()) as { access_token: string }).access_token
}

const PURPOSES: Record<string, CapabilityPurpose> = {
  hooks: "postback",
  return: "return",
  cancel: "cancel",
}

const ADDRESS_PATTERN =
  /(hooks|return|cancel)((?:\/consumer-financing)?\/(staging|production)\/(finapp_\w+)\/)[\w-]{43}/g

/** Signs the addresses in a text again, for the application ids that they name. */
function signAddressesAgain(text: string): string {
  return text.replace(ADDRESS_PATTERN, (_all, ...parts: string[]) => {
    const [kind = "", path = "", environment = "", applicationId = ""] = parts
    const purpose = PURPOSES[kind] ?? "postback"
    const subject = { purpose, environment, applicationId }
    return kind + path + signCapability(subject, run.settings.secret ?? "")
  })
}

/** Steps at the service between the first call and the others. */
type ServiceSteps = (token: string) => Promise<void>

async function copyOrCreatePurchase<Purchase extends AppliedCart>(
  kind: string,
  createPurchase: () => Promise<Purchase>,
  runServiceSteps: ServiceSteps = async () => undefined
): Promise<Purchase> {
  const currentSettings = await readPurchaseSettings()
  const original = await ensureReusedOriginal<KnownPurchase<Purchase>>(
    `${kind} ${currentSettings}`,
    async () => {
      const purchase = await createPurchase()
      const known = async () => {
        return { purchase, calls: await simulator.calls({ token: purchase.token }) }
      }
      return { cartId: purchase.cart.id, known }
    }
  )
  // If the service decides at once, its postback reaches the store before the copied rows exist.
  if (!original || original.known.purchase.applied.status !== "P") return await createPurchase()
  const copy = createCopy(original)
  const { purchase, calls } = copy.known
  const client = await getDatabase()
  const number = "order" in purchase ? await takeOrderNumber(client) : undefined
  const [creation, ...others] = JSON.parse(signAddressesAgain(JSON.stringify(calls))) as Call[]
  if (creation?.operation !== "createOrder")
    throw new Error(`The first call does not create the application: ${kind}`)
  const { token } = (await callService(creation)) as { token: string }
  const applied = await simulator.application(token)
  const replaceTokenAndUrl = (text: string) =>
    text.replaceAll(purchase.applied.url, applied.url).replaceAll(purchase.token, token)
  await runServiceSteps(token)
  for (const other of others) {
    const renumbered =
      other.operation === "updateOrderId" ? { request: { id: String(number) } } : {}
    await callService({ ...other, ...renumbered, path: replaceTokenAndUrl(other.path) })
  }
  await writePurchase(client, replaceTokenAndUrl(copy.rows), number)
  const known = JSON.parse(replaceTokenAndUrl(JSON.stringify({ ...purchase, applied }))) as Purchase
  return number === undefined
    ? known
    : { ...known, order: { ...getOrder(known), display_id: number } }
}

const getOrder = (purchase: AppliedCart) => (purchase as PlacedOrder).order

const formatKind = (stage: string, options: CartOptions) => `${stage} ${JSON.stringify(options)}`

const signAtService: ServiceSteps = async (token) => {
  await made.disablePostbacks(token)
  await made.signApplication(token)
}

// The functions below are documented in purchase-steps.
export async function createAppliedCart(options: CartOptions = {}): Promise<AppliedCart> {
  return await copyOrCreatePurchase(formatKind("applied", options), () =>
    made.createAppliedCart(options)
  )
}

export async function createSignedApplication(options: CartOptions = {}): Promise<AppliedCart> {
  const applied = await createAppliedCart(options)
  await signAtService(applied.token)
  return applied
}

export async function createOrderUnderReview(options: CartOptions = {}): Promise<PlacedOrder> {
  return await copyOrCreatePurchase(
    formatKind("under review", options),
    () => made.createOrderUnderReview(options),
    async (token) => {
      await made.disablePostbacks(token)
      await simulator.decision(token, { outcome: "review" })
    }
  )
}

export async function createPaidOrder(options: CartOptions = {}): Promise<PaidOrder> {
  return await copyOrCreatePurchase(
    formatKind("paid", options),
    () => made.createPaidOrder(options),
    signAtService
  )
}

export async function createCapturedOrder(options: CartOptions = {}): Promise<PaidOrder> {
  return await copyOrCreatePurchase(
    formatKind("captured", options),
    () => made.createCapturedOrder(options),
    signAtService
  )
}
