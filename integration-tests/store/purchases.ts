import { type CapabilityPurpose, signCapability } from "../../src/domain/capability"
import type { CartOptions } from "../../tooling/clients/shop-client"
import { copyOf, originalOnceWanted } from "./copies"
import { database } from "./database"
import { harness } from "./harness"
import * as made from "./purchase-steps"
import type { AppliedCart, PaidOrder, PlacedOrder } from "./purchase-steps"
import { takeOrderNumber, writePurchase } from "../../tooling/rows-of-purchase"

// Faster versions of purchase-steps. Requests create the first two purchases of each kind; later ones copy the
// rows of the second. Each copy repeats the original's calls, so that it has its own application at the service.
export * from "./purchase-steps"

const { run, simulator } = harness()

type Call = Awaited<ReturnType<typeof simulator.calls>>[number]

type Known<Purchase> = { purchase: Purchase; calls: Call[] }

/** Reads the settings that must be the same for a copy to equal a new purchase. */
async function circumstances(): Promise<string> {
  const client = await database()
  const { rows } = await client.query(
    "select values, credentials from financing_setting where values::text <> '{}' or credentials::text <> '{}'"
  )
  return JSON.stringify([await simulator.settings(), rows])
}

const { staging } = run.settings
let bearer: string | undefined

async function send({ method, path, request }: Call): Promise<Response> {
  bearer ??= await signIn()
  const headers = { authorization: `Bearer ${bearer}`, accept: "application/json" }
  const isBare = request === undefined || request === null || request === ""
  const json = { "content-type": "application/json" }
  return await fetch(`${staging?.baseUrl}${path}`, {
    method,
    ...(isBare ? { headers } : { headers: { ...headers, ...json }, body: JSON.stringify(request) }),
  })
}

/** Calls the service as the store does. Signs in again after a 401. */
async function call(wanted: Call): Promise<unknown> {
  let response = await send(wanted)
  if (response.status === 401) {
    bearer = undefined
    response = await send(wanted)
  }
  const text = await response.text()
  if (!response.ok) throw new Error(`${wanted.operation} answered ${response.status}: ${text}`)
  return JSON.parse(text) as unknown
}

async function signIn(): Promise<string> {
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

const ADDRESS =
  /(hooks|return|cancel)((?:\/consumer-financing)?\/(staging|production)\/(finapp_\w+)\/)[\w-]{43}/g

/** Signs the addresses in a text again, for the application ids that they name. */
function signedAgain(text: string): string {
  return text.replace(ADDRESS, (_all, ...parts: string[]) => {
    const [kind = "", path = "", environment = "", applicationId = ""] = parts
    const purpose = PURPOSES[kind] ?? "postback"
    const subject = { purpose, environment, applicationId }
    return kind + path + signCapability(subject, run.settings.secret ?? "")
  })
}

/** Steps at the service between the first call and the others. */
type AtService = (token: string) => Promise<void>

async function copied<Purchase extends AppliedCart>(
  kind: string,
  make: () => Promise<Purchase>,
  atService: AtService = async () => undefined
): Promise<Purchase> {
  const now = await circumstances()
  const original = await originalOnceWanted<Known<Purchase>>(`${kind} ${now}`, async () => {
    const purchase = await make()
    const known = async () => {
      return { purchase, calls: await simulator.calls({ token: purchase.token }) }
    }
    return { cartId: purchase.cart.id, known }
  })
  // If the service decides at once, its postback reaches the store before the copied rows exist.
  if (!original || original.known.purchase.applied.status !== "P") return await make()
  const copy = copyOf(original)
  const { purchase, calls } = copy.known
  const client = await database()
  const number = "order" in purchase ? await takeOrderNumber(client) : undefined
  const [creation, ...others] = JSON.parse(signedAgain(JSON.stringify(calls))) as Call[]
  if (creation?.operation !== "createOrder")
    throw new Error(`The first call does not create the application: ${kind}`)
  const { token } = (await call(creation)) as { token: string }
  const applied = await simulator.application(token)
  const about = (text: string) =>
    text.replaceAll(purchase.applied.url, applied.url).replaceAll(purchase.token, token)
  await atService(token)
  for (const other of others) {
    const named = other.operation === "updateOrderId" ? { request: { id: String(number) } } : {}
    await call({ ...other, ...named, path: about(other.path) })
  }
  await writePurchase(client, about(copy.rows), number)
  const known = JSON.parse(about(JSON.stringify({ ...purchase, applied }))) as Purchase
  return number === undefined
    ? known
    : { ...known, order: { ...orderIn(known), display_id: number } }
}

const orderIn = (purchase: AppliedCart) => (purchase as PlacedOrder).order

const kindOf = (stage: string, wish: CartOptions) => `${stage} ${JSON.stringify(wish)}`

const signs: AtService = async (token) => {
  await made.silence(token)
  await made.sign(token)
}

// The functions below are documented in purchase-steps.
export async function appliedCart(wish: CartOptions = {}): Promise<AppliedCart> {
  return await copied(kindOf("applied", wish), () => made.appliedCart(wish))
}

export async function signedApplication(wish: CartOptions = {}): Promise<AppliedCart> {
  const applied = await appliedCart(wish)
  await signs(applied.token)
  return applied
}

export async function orderUnderReview(wish: CartOptions = {}): Promise<PlacedOrder> {
  return await copied(
    kindOf("under review", wish),
    () => made.orderUnderReview(wish),
    async (token) => {
      await made.silence(token)
      await simulator.decision(token, { outcome: "review" })
    }
  )
}

export async function paidOrder(wish: CartOptions = {}): Promise<PaidOrder> {
  return await copied(kindOf("paid", wish), () => made.paidOrder(wish), signs)
}

export async function capturedOrder(wish: CartOptions = {}): Promise<PaidOrder> {
  return await copied(kindOf("captured", wish), () => made.capturedOrder(wish), signs)
}
