import type { HttpTypes } from "@medusajs/framework/types"
import type { ShownPreApproval } from "../../src/api/store/consumer-financing/show-pre-approval"
import type { PreApprovalRecord } from "../../src/modules/consumer-financing/records"
import { notifyListeners } from "../../tooling/clients/answer-listeners"
import { createHarness } from "./harness"
import { createCart } from "./new-cart"
import { createEmail, type ShopClient, createShopClient } from "../../tooling/clients/shop-client"

const { run, store, simulator } = createHarness()

export type RequestedPreApproval = { pre_approval: ShownPreApproval; claim: string | null }
export type Headers = Record<string, string>

let phoneCount = 0

/** Returns an unused phone number: requests per number are limited. */
export function createPhone(): string {
  phoneCount += 1
  return `212${String(2_000_000 + ((process.pid * 997 + Date.now() + phoneCount * 7_919) % 7_999_999))}`
}

export function buildPerson(changes: Record<string, unknown> = {}) {
  return {
    first_name: "Dana",
    last_name: "Shopper",
    email: createEmail(),
    cell_phone: createPhone(),
    ...changes,
  }
}

/** Requests a route of the plugin's store API and returns any answer. */
export async function sendStoreRequest(
  path: string,
  { body, headers = {}, storeUrl = run.storeUrl }: StoreRequestOptions = {}
): Promise<Response> {
  const answer = await fetch(`${storeUrl}/store/consumer-financing/${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: {
      "content-type": "application/json",
      "x-publishable-api-key": run.facts.publishableKey,
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  notifyListeners(await answer.clone().text())
  return answer
}

type StoreRequestOptions = { body?: unknown; headers?: Headers; storeUrl?: string }

async function readAnswer<Body>(pendingResponse: Promise<Response>): Promise<Body> {
  const answer = await pendingResponse
  expect(answer.status).toBe(200)
  return (await answer.json()) as Body
}

export async function requestPreApproval(
  changes: Record<string, unknown> = {},
  headers: Headers = {}
): Promise<RequestedPreApproval> {
  return await readAnswer<RequestedPreApproval>(
    sendStoreRequest("pre-approvals", { body: buildPerson(changes), headers })
  )
}

type PreApprovalRow = Omit<PreApprovalRecord, "expires_at"> & { expires_at: string }

export async function getPreApproval(id: string): Promise<PreApprovalRow> {
  return await store.call("consumerFinancing", "retrieveFinancingPreApproval", id)
}

export async function getPreApprovalToken(id: string): Promise<string> {
  return String((await getPreApproval(id)).token)
}

export async function updatePreApproval(id: string, change: object): Promise<void> {
  await store.call("consumerFinancing", "updateFinancingPreApprovals", { id, ...change })
}

/** Approves a pre-approval at the service and checks its status. */
export async function approvePreApproval(id: string): Promise<void> {
  await simulator.decision(await getPreApprovalToken(id), { outcome: "approve" })
  await checkPreApproval(id)
}

export async function checkPreApproval(id: string): Promise<void> {
  await store.runWorkflow("check-pre-approval-of-financing", { pre_approval_id: id })
}

/** Creates an approved pre-approval of a guest, with its claim. */
export async function createApprovedGuest() {
  const { pre_approval, claim } = await requestPreApproval()
  await approvePreApproval(pre_approval.id)
  return {
    id: pre_approval.id,
    claim: String(claim),
    token: await getPreApprovalToken(pre_approval.id),
  }
}

export async function attachPreApproval(cartId: string, claim: string): Promise<ShownPreApproval> {
  const attachRequest = sendStoreRequest(`carts/${cartId}/pre-approval`, { body: { claim } })
  return (await readAnswer<{ pre_approval: ShownPreApproval }>(attachRequest)).pre_approval
}

/** Creates a cart with the attached pre-approval of a guest. */
export async function createPreApprovedCart() {
  const guest = await createApprovedGuest()
  const cart = await createCart()
  await attachPreApproval(cart.id, guest.claim)
  return { ...guest, cart }
}

export type Customer = { id: string; headers: Headers; email: string; shop: ShopClient }

/** Registers a customer and signs in. */
export async function createCustomer(): Promise<Customer> {
  const login = { email: createEmail(), password: "only-for-this-test" }
  const post = async <T>(path: string, body: object, headers = {}): Promise<T> => {
    const answer = await fetch(run.storeUrl + path, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "x-publishable-api-key": run.facts.publishableKey,
        ...headers,
      },
      body: JSON.stringify(body),
    })
    return (await answer.json()) as T
  }
  const { token } = await post<{ token: string }>("/auth/customer/emailpass/register", login)
  const { customer } = await post<HttpTypes.StoreCustomerResponse>(
    "/store/customers",
    { email: login.email, first_name: "Dana" },
    { authorization: `Bearer ${token}` }
  )
  const signedIn = await post<{ token: string }>("/auth/customer/emailpass", login)
  const headers = { authorization: `Bearer ${signedIn.token}` }
  return {
    id: customer.id,
    headers,
    email: login.email,
    shop: createShopClient(run.storeUrl, run.facts, headers),
  }
}

/** Creates a cart that belongs to the customer. @returns the cart's id */
export async function createCustomerCart({ headers }: Customer): Promise<string> {
  const cart = await createCart()
  const answer = await fetch(`${run.storeUrl}/store/carts/${cart.id}/customer`, {
    method: "POST",
    headers: { ...headers, "x-publishable-api-key": run.facts.publishableKey },
  })
  expect(answer.status).toBe(200)
  return cart.id
}

/** Registers a customer with an approved pre-approval. */
export async function createApprovedCustomer(): Promise<Customer & { preApprovalId: string }> {
  const customer = await createCustomer()
  const { pre_approval, claim } = await requestPreApproval({}, customer.headers)
  expect(claim).toBeNull()
  await approvePreApproval(pre_approval.id)
  return { ...customer, preApprovalId: pre_approval.id }
}
