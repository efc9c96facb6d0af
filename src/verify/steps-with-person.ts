import { setTimeout as sleep } from "node:timers/promises"
import { isEnded, isFunded, isReadyToSettle, readStatusCode } from "../domain/status-codes"
import { FinancingError } from "../financing-api"
import { find, isRefused, statusOf } from "./evidence"
import type { Run } from "./context"
import { createApplication } from "./steps-alone"
import * as order from "./test-order"

type Signed = { orderId: string; token: string }

/** Waits for a person to sign an application, then validates, settles and refunds it. */
export async function runWithPerson(run: Run): Promise<void> {
  const { client, amount, links, recorder } = run
  const created = await createApplication(run, "create-to-sign", {
    kind: "cart",
    send: (orderId) => client.createOrder(order.orderBody({ orderId, amount, links })),
  })
  if (created === null || created.url === null) return
  const applicationToken = created.token
  await run.onPage(created.url)
  await waitForSignature(run, applicationToken)
  await recorder.record("status-signed", () => client.getStatus({ applicationToken }))
  if (!isReadyToSettle(readStatusCode(statusOf(run.evidence(), "status-signed")))) return
  await validateSigned(run, applicationToken)
  if (!(await settle(run, created))) return
  const token = await refundInParts(run, created)
  const refunded = await recorder.record("refund", () =>
    client.refund({ applicationToken: token, reason: "Test" })
  )
  if (refunded === null) return
  await recorder.record("status-refunded", () => client.getStatus({ applicationToken: token }))
}

/** Polls until the application is signed or ended, or `waitMs` pass. */
async function waitForSignature(run: Run, applicationToken: string): Promise<void> {
  const end = Date.now() + run.waitMs
  while (Date.now() < end && !run.signal.aborted) {
    const code = await readCode(run, applicationToken)
    run.onWait(code)
    if (isReadyToSettle(code) || isFunded(code) || isEnded(code)) return
    await sleep(run.pollMs, undefined, { signal: run.signal }).catch(() => undefined)
  }
}

async function readCode({ client }: Run, applicationToken: string) {
  try {
    return readStatusCode((await client.getStatus({ applicationToken })).status)
  } catch (error) {
    if (error instanceof FinancingError) return readStatusCode(null)
    throw error
  }
}

async function validateSigned({ recorder, client, amount }: Run, token: string): Promise<void> {
  const right = order.validationBody(token, amount)
  await recorder.record("validate-signed", () => client.validatePostback(right))
  await recorder.record("validate-signed-wrong", () =>
    client.validatePostback({ ...right, street: order.OTHER_RESIDENCE.streetName })
  )
}

async function settle(run: Run, { orderId, token: applicationToken }: Signed): Promise<boolean> {
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

const NAMES = [
  ["partial-refund-items", "items"],
  ["partial-refund-application-items", "applicationItems"],
  ["partial-refund-both", "both"],
] as const

/** Tries one partial refund with each name of the item list. Returns the current token. */
async function refundInParts(run: Run, { orderId, token }: Signed): Promise<string> {
  const { recorder, client, journal, amount } = run
  let current = token
  let kept = 2
  for (const [name, list] of NAMES) {
    if (list === "both" && current !== token) break
    if (kept === 0) break
    const body = order.remainingCart(amount, kept, list)
    const applicationToken = current
    const answer = await recorder.record(name, () => {
      journal.update(orderId, { openCall: "partial refund" })
      return client.partialRefund({ applicationToken, body })
    })
    if (answer === null) {
      const one = find(run.evidence(), name)
      if (!isRefused(one) || one.hadUnauthorized) break
      journal.update(orderId, { openCall: null })
      continue
    }
    if (answer.token === null || answer.token === current) break
    journal.update(orderId, { token: answer.token, openCall: null })
    if (current === token) await readBoth(run, { orderId, old: token, fresh: answer.token })
    current = answer.token
    kept -= 1
  }
  return current
}

async function readBoth(
  { recorder, client }: Run,
  { orderId, old, fresh }: { orderId: string; old: string; fresh: string }
): Promise<void> {
  await recorder.record("status-replaced", () => client.getStatus({ applicationToken: old }))
  await recorder.record("status-new-token", () => client.getStatus({ applicationToken: fresh }))
  await recorder.record("order-id-new-token", () =>
    client.updateOrderId({ applicationToken: fresh, id: `${orderId}-C` })
  )
}
