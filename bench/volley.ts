import { setTimeout as sleep } from "node:timers/promises"
import { atOnce } from "../tooling/at-once"
import type { ShopClient } from "../tooling/clients/shop-client"
import type { SimulatorClient } from "../tooling/clients/simulator-client"
import { timed, type Times } from "./timed"

export type Shot = { url: string; method: "GET" | "POST" }

type Volley = { name: string; shot: Shot; count: number; perSecond: number }

const LETTER = {
  body: "txn_type=cart&payment_status=pending",
  headers: { "content-type": "application/x-www-form-urlencoded" },
}

async function fire({ url, method }: Shot): Promise<Response> {
  const answer = await fetch(url, { method, ...(method === "POST" ? LETTER : {}) })
  await answer.text()
  return answer
}

/** Sends `perSecond` requests a second without waiting for responses, and times each response. */
export async function volley(
  times: Times,
  { name, shot, count, perSecond }: Volley
): Promise<void> {
  const shots: Promise<Response>[] = []
  for (let sent = 0; sent < count; sent += 1) {
    shots.push(timed(times, name, () => fire(shot)))
    await sleep(1000 / perSecond)
  }
  await Promise.all(shots)
}

/** Measures responses a second at a concurrency of twenty. @throws Error on a status other than 2xx */
export async function answersASecond(shot: Shot, count: number): Promise<number> {
  const began = performance.now()
  const send = async () => {
    const { ok, status } = await fire(shot)
    if (!ok) throw new Error(`${shot.url} answered ${status}`)
  }
  await atOnce(
    Array.from({ length: count }, () => send),
    20
  )
  return count / ((performance.now() - began) / 1000)
}

/** Creates an application. @returns the URL of its postbacks @throws Error when it has none */
export async function postbackAddress({
  shop,
  simulator,
}: {
  shop: ShopClient
  simulator: SimulatorClient
}): Promise<string> {
  const cart = await shop.createCart()
  await shop.choosePaymentMethod(cart.id)
  const { notifyUrl } = await simulator.applicationOfCart(cart.id)
  if (!notifyUrl) {
    throw new Error("The application has no postback URL")
  }
  return notifyUrl
}
