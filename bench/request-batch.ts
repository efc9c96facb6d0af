import { setTimeout as sleep } from "node:timers/promises"
import { runConcurrently } from "../tooling/run-concurrently"
import type { ShopClient } from "../tooling/clients/shop-client"
import type { SimulatorClient } from "../tooling/clients/simulator-client"
import { recordDuration, type Times } from "./record-duration"

export type RequestTarget = { url: string; method: "GET" | "POST" }

type RequestBatch = { name: string; shot: RequestTarget; count: number; perSecond: number }

const POSTBACK_REQUEST = {
  body: "txn_type=cart&payment_status=pending",
  headers: { "content-type": "application/x-www-form-urlencoded" },
}

async function sendRequest({ url, method }: RequestTarget): Promise<Response> {
  const answer = await fetch(url, { method, ...(method === "POST" ? POSTBACK_REQUEST : {}) })
  await answer.text()
  return answer
}

/** Sends `perSecond` requests a second without waiting for responses, and times each response. */
export async function sendBatch(
  times: Times,
  { name, shot, count, perSecond }: RequestBatch
): Promise<void> {
  const responses: Promise<Response>[] = []
  for (let sent = 0; sent < count; sent += 1) {
    responses.push(recordDuration(times, name, () => sendRequest(shot)))
    await sleep(1000 / perSecond)
  }
  await Promise.all(responses)
}

/** Measures responses a second at a concurrency of twenty. @throws Error on a status other than 2xx */
export async function measureResponseRate(shot: RequestTarget, count: number): Promise<number> {
  const began = performance.now()
  const send = async () => {
    const { ok, status } = await sendRequest(shot)
    if (!ok) throw new Error(`${shot.url} answered ${status}`)
  }
  await runConcurrently(
    Array.from({ length: count }, () => send),
    20
  )
  return count / ((performance.now() - began) / 1000)
}

/** Creates an application. @returns the URL of its postbacks @throws Error when it has none */
export async function createPostbackUrl({
  shop,
  simulator,
}: {
  shop: ShopClient
  simulator: SimulatorClient
}): Promise<string> {
  const cart = await shop.createCart()
  await shop.choosePaymentMethod(cart.id)
  const { notifyUrl } = await simulator.findCartApplication(cart.id)
  if (!notifyUrl) {
    throw new Error("The application has no postback URL")
  }
  return notifyUrl
}
