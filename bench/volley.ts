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

/** Sends so many a second, whatever the answers take, and times each answer. */
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

/** How many a second are answered, where twenty at once never wait. @throws Error when one is not answered 200 */
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

/** Where the service writes about a new application. */
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
    throw new Error("The service was given no address for postbacks")
  }
  return notifyUrl
}
