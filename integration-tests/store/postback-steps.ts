import { type CapabilityPurpose, signCapability } from "../../src/domain/capability"
import type { PostbackRecord } from "../../src/modules/consumer-financing/records"
import { notifyListeners } from "../../tooling/clients/answer-listeners"
import { createHarness } from "./harness"

const { run, store } = createHarness()

const FORM = "application/x-www-form-urlencoded"

export type Answer = { status: number; text: string; headers: Headers }

/** Posts an unchanged body, as the service or an attacker does. */
export async function post(
  url: string,
  body: RequestInit["body"] = "",
  headers: Record<string, string> = { "content-type": FORM }
): Promise<Answer> {
  return await readAnswer(fetch(url, { method: "POST", body, headers }))
}

/** Gets a URL without following redirects. */
export async function get(url: string): Promise<Answer> {
  return await readAnswer(fetch(url, { redirect: "manual" }))
}

async function readAnswer(pendingResponse: Promise<Response>): Promise<Answer> {
  const { status, headers, ...response } = await pendingResponse.then(async (answer) => ({
    status: answer.status,
    headers: answer.headers,
    text: await answer.text(),
  }))
  notifyListeners(response.text)
  return { status, headers, text: response.text }
}

const PATHS: Record<CapabilityPurpose, string> = {
  postback: "/hooks/consumer-financing",
  return: "/consumer-financing/return",
  cancel: "/consumer-financing/cancel",
  "pre-approval": "/hooks/consumer-financing/pre-approvals",
}

export type ForgedAddress = {
  path: CapabilityPurpose
  environment?: string
  applicationId: string
  signature: string
}

/** Builds the address of a signed route with any signature. */
export function buildAddress({
  path,
  environment = "staging",
  applicationId,
  signature,
}: ForgedAddress) {
  return `${run.storeUrl}${PATHS[path]}/${environment}/${applicationId}/${signature}`
}

/** Signs an address with the shop's own secret. */
export function signAddress(
  purpose: CapabilityPurpose,
  applicationId: string,
  environment = "staging"
): string {
  const subject = { purpose, environment, applicationId }
  return signCapability(subject, run.settings.secret ?? "")
}

/** Lists the received postbacks of an application, oldest first. */
export async function listPostbacks(applicationId: string): Promise<PostbackRecord[]> {
  return await store.call(
    "consumerFinancing",
    "listFinancingPostbacks",
    { application_id: applicationId },
    { order: { created_at: "ASC" }, take: 500 }
  )
}
