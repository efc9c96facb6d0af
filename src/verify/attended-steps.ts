import { setTimeout as sleep } from "node:timers/promises"
import { isEnded, isFunded, isReadyToSettle, readStatusCode } from "../domain/status-codes"
import { FinancingError } from "../financing-api"
import { findExchange, isRefused, readStatus } from "./evidence"
import type { RunContext } from "./context"
import { createApplication } from "./unattended-steps"
import * as order from "./test-order"

type SignedApplication = { orderId: string; token: string }

/** Waits for a person to sign an application, then validates, settles and refunds it. */
export async function runWithPerson(run: RunContext): Promise<void> {
  const { client, amount, links, recorder } = run
  const created = await createApplication(run, "create-to-sign", {
    kind: "cart",
    send: (orderId) => client.createOrder(order.buildOrderBody({ orderId, amount, links })),
  })
  if (created === null || created.url === null) return
  const applicationToken = created.token
  await run.onPage(created.url)
  await waitForSignature(run, applicationToken)
  await recorder.record("status-signed", () => client.getStatus({ applicationToken }))
  if (!isReadyToSettle(readStatusCode(readStatus(run.evidence(), "status-signed")))) return
  await validateSigned(run, applicationToken)
  if (!(await settleTwice(run, created))) return
  const token = await runPartialRefunds(run, created)
  const refunded = await recorder.record("refund", () =>
    client.refund({ applicationToken: token, reason: "Test" })
  )
  if (refunded === null) return
  await recorder.record("status-refunded", () => client.getStatus({ applicationToken: token }))
}

/** Polls until the application is signed or ended, or `waitMs` pass. */
async function waitForSignature(run: RunContext, applicationToken: string): Promise<void> {
  const end = Date.now() + run.waitMs
  while (Date.now() < end && !run.signal.aborted) {
    const code = await readCode(run, applicationToken)
    run.onWait(code)
    if (isReadyToSettle(code) || isFunded(code) || isEnded(code)) return
    await sleep(run.pollMs, undefined, { signal: run.signal }).catch(() => undefined)
  }
}

async function readCode({ client }: RunContext, applicationToken: string) {
  try {
    return readStatusCode((await client.getStatus({ applicationToken })).status)
  } catch (error) {
    if (error instanceof FinancingError) return readStatusCode(null)
    throw error
  }
}

async function validateSigned(
  { recorder, client, amount }: RunContext,
  token: string
): Promise<void> {
  const right = order.buildValidationBody(token, amount)
  await recorder.record("validate-signed", () => client.validatePostback(right))
  await recorder.record("validate-signed-wrong", () =>
    client.validatePostback({ ...right, street: order.OTHER_RESIDENCE.streetName })
  )
}

async function settleTwice(
  run: RunContext,
  { orderId, token: applicationToken }: SignedApplication
): Promise<boolean> {
  const { recorder, client, journal } = run
  const settled = await recorder.record("settle", () => {
    journal.update(orderId, { isSettled: true })
    return client.settle({ applicationToken })
  })
  await recorder.record("status-settled", () => client.getStatus({ applicationToken }))
  if (settled === null) return false
  await recorder.record("settle-again", () => client.settle({ applicationToken }))
  await recorder.record("status-after-repeat", () => client.getStatus({ applicationToken }))
  return true
}

const ITEM_LIST_CALLS = [
  ["partial-refund-items", "items"],
  ["partial-refund-application-items", "applicationItems"],
  ["partial-refund-both", "both"],
] as const

/** Tries one partial refund with each name of the item list. Returns the current token. */
async function runPartialRefunds(
  run: RunContext,
  { orderId, token }: SignedApplication
): Promise<string> {
  const { recorder, client, journal, amount } = run
  let current = token
  let keptCount = 2
  for (const [name, list] of ITEM_LIST_CALLS) {
    if (list === "both" && current !== token) break
    if (keptCount === 0) break
    const body = order.buildRemainingCart(amount, keptCount, list)
    const applicationToken = current
    const answer = await recorder.record(name, () => {
      journal.update(orderId, { openCall: "partial refund" })
      return client.partialRefund({ applicationToken, body })
    })
    if (answer === null) {
      const one = findExchange(run.evidence(), name)
      if (!isRefused(one) || one.hadUnauthorized) break
      journal.update(orderId, { openCall: null })
      continue
    }
    if (answer.token === null || answer.token === current) break
    journal.update(orderId, { token: answer.token, openCall: null })
    if (current === token) await readBothTokens(run, { orderId, old: token, fresh: answer.token })
    current = answer.token
    keptCount -= 1
  }
  return current
}

async function readBothTokens(
  { recorder, client }: RunContext,
  { orderId, old, fresh }: { orderId: string; old: string; fresh: string }
): Promise<void> {
  await recorder.record("status-replaced", () => client.getStatus({ applicationToken: old }))
  await recorder.record("status-new-token", () => client.getStatus({ applicationToken: fresh }))
  await recorder.record("order-id-new-token", () =>
    client.updateOrderId({ applicationToken: fresh, id: `${orderId}-C` })
  )
}
