import type { Creation, FullApplicationBody } from "../financing-api"
import { type CallName, findExchange, isRefused } from "./evidence"
import type { ApplicationKind } from "./journal"
import type { RunContext } from "./context"
import * as order from "./test-order"

/** Amounts below and above the approval range of any merchant, in dollars. */
const AMOUNT_BELOW_RANGE = 1
const AMOUNT_ABOVE_RANGE = 999_999
const UNKNOWN_TOKEN = "00000000-0000-4000-8000-000000000000"

/** Creates an application. Updates the journal before and after the call. */
export async function createApplication(
  run: RunContext,
  name: CallName,
  { kind, send }: { kind: ApplicationKind; send: (orderId: string) => Promise<Creation> }
): Promise<{ orderId: string; token: string; url: string | null } | null> {
  const orderId = run.newOrderId()
  const created = await run.recorder.record(name, () => {
    run.journal.start(orderId, kind)
    return send(orderId)
  })
  const one = findExchange(run.evidence(), name)
  // The client retries after a 401, but the service may already have created an application.
  const isDuplicatePossible = one?.hadUnauthorized === true
  if (created?.outcome === "created") {
    run.journal.update(orderId, {
      token: created.token,
      ...(!isDuplicatePossible && { openCall: null }),
    })
    return { orderId, token: created.token, url: created.url }
  }
  if (!isDuplicatePossible && (created !== null || isRefused(one))) {
    run.journal.update(orderId, { isEnded: true })
  }
  return null
}

/** Steps that need no person. */
export const UNATTENDED_STEPS: readonly ((run: RunContext) => Promise<void>)[] = [
  requestTokens,
  createAndCancel,
  createRefused,
  createVirtualCarts,
  createPreApproval,
  applyInFull,
]

async function requestTokens({ recorder, client, second, wrong }: RunContext): Promise<void> {
  await recorder.record("token-wrong-password", () => wrong.requestToken())
  await recorder.record("status-unknown", () =>
    client.getStatus({ applicationToken: UNKNOWN_TOKEN })
  )
  await recorder.record("status-null", () => client.getStatus({ applicationToken: "null" }))
  await recorder.record("validate-unknown", () =>
    client.validatePostback({ uuid: UNKNOWN_TOKEN, verifyParams: false })
  )
  await recorder.record("token-second", () => second.requestToken())
}

async function createAndCancel(run: RunContext): Promise<void> {
  const { recorder, client, amount, links } = run
  const created = await createApplication(run, "create", {
    kind: "cart",
    send: (orderId) => client.createOrder(order.buildOrderBody({ orderId, amount, links })),
  })
  if (created === null) return
  const applicationToken = created.token
  await recorder.record("token-after-second", () => client.getStatus({ applicationToken }))
  await recorder.record("status-new", () => client.getStatus({ applicationToken }))
  await recorder.record("address-status", () =>
    client.getAddressStatus({ applicationToken, residenceInfo: order.RESIDENCE })
  )
  await recorder.record("address-status-other", () =>
    client.getAddressStatus({ applicationToken, residenceInfo: order.OTHER_RESIDENCE })
  )
  for (const [name, suffix] of [
    ["order-id", "A"],
    ["order-id-again", "B"],
  ] as const) {
    const id = `${created.orderId}-${suffix}`
    await recorder.record(name, () => client.updateOrderId({ applicationToken, id }))
  }
  const right = order.buildValidationBody(applicationToken, amount)
  await recorder.record("validate-right", () => client.validatePostback(right))
  await recorder.record("validate-wrong", () =>
    client.validatePostback({ ...right, street: order.OTHER_RESIDENCE.streetName })
  )
  const cancelled = await recorder.record("cancel", () => client.cancel({ applicationToken }))
  await recorder.record("cancel-again", () => client.cancel({ applicationToken }))
  if (cancelled === null) return
  await recorder.record("status-cancelled", () => client.getStatus({ applicationToken }))
}

async function createRefused(run: RunContext): Promise<void> {
  const { client, links, amount } = run
  const refusals = [
    ["create-below", { amount: AMOUNT_BELOW_RANGE }],
    ["create-above", { amount: AMOUNT_ABOVE_RANGE }],
    ["create-po-box", { street: order.PO_BOX }],
  ] as const
  for (const [name, change] of refusals) {
    await createApplication(run, name, {
      kind: "cart",
      send: (orderId) => {
        const body = order.buildOrderBody({ orderId, amount, links, ...change })
        return client.createOrder("street" in change ? { ...body, street: change.street } : body)
      },
    })
  }
}

async function createVirtualCarts(run: RunContext): Promise<void> {
  const { client, amount, links } = run
  for (const name of ["virtual-cart", "virtual-cart-no-address"] as const) {
    await createApplication(run, name, {
      kind: "virtual cart",
      send: (orderId) => {
        const body = order.buildVirtualCartBody({ orderId, amount, links }, name === "virtual-cart")
        return client.createVirtualCart(body)
      },
    })
  }
}

async function createPreApproval(run: RunContext): Promise<void> {
  const { recorder, client, amount } = run
  const created = await createApplication(run, "pre-approval", {
    kind: "pre-approval",
    send: () => client.createPreApproval(order.PRE_APPROVAL),
  })
  if (created === null) return
  const { orderId, token: applicationToken } = created
  await recorder.record("status-pre-approval", () => client.getStatus({ applicationToken }))
  const body = {
    orderId,
    loanAmount: amount,
    shipping: 0,
    taxes: 0,
    items: order.buildItems(amount),
  }
  await recorder.record("attach-cart", () => client.updateCartAndSend({ applicationToken, body }))
  await recorder.record("status-after-attach", () => client.getStatus({ applicationToken }))
}

async function applyInFull(run: RunContext): Promise<void> {
  const { recorder, client, applicant, amount, links } = run
  if (applicant === null) return
  const items = order.buildItems(amount)
  const notifyUrl = links.notifyUrl ?? links.returnUrl
  const offers: { id: number }[] = []
  const created = await createApplication(run, "full-application", {
    kind: "full application",
    send: async (orderId) => {
      const body: FullApplicationBody = {
        ...applicant,
        orderId,
        notifyUrl,
        loanAmount: amount,
        items,
      }
      const answer = await client.createFullApplication(body)
      if (answer.outcome === "refused") return answer
      offers.push(...answer.offers.flatMap(({ id }) => (id === null ? [] : [{ id }])))
      return { outcome: "created", token: answer.token, url: null }
    },
  })
  if (created === null) return
  const applicationToken = created.token
  await recorder.record("status-full-application", () => client.getStatus({ applicationToken }))
  const [first, last] = [offers.at(0), offers.at(-1)]
  if (first === undefined || last === undefined) return
  await recorder.record("select-offer", () =>
    client.selectOffer({ applicationToken, offerId: first.id })
  )
  await recorder.record("select-offer-again", () =>
    client.selectOffer({ applicationToken, offerId: last.id })
  )
}
