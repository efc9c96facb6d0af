import type { AttentionView } from "../../src/workflows"
import { eventually } from "../../tooling/clients/eventually"
import { harness } from "./harness"
import { type HttpDoor, httpDoor } from "../../tooling/clients/http-door"
import { paymentOf, sign } from "./purchase-steps"
import { refusalOf } from "./setting-steps"
import { type ShopApart, startShopApart } from "./shop-apart"

const { simulator } = harness()

const HERE = "/admin/consumer-financing"
const SENTENCE = /Your role does not allow this\. Ask somebody who may capture and refund payments/

type Right = `${string}:${string}`

let apart: ShopApart
/** Somebody who may see and change orders, and nothing else. */
let clerk: HttpDoor
/** Who may capture and refund besides. */
let accountant: HttpDoor
/** Who may see orders only. */
let reader: HttpDoor
/** Whose role has nothing to do with orders. */
let stranger: HttpDoor

const inside = <T>(module: string, method: string, ...args: unknown[]): Promise<T> =>
  apart.stores[0].control.call<T>(module, method, ...args)

async function policyOf(right: Right): Promise<string> {
  const [known] = await inside<{ id: string }[]>("rbac", "listRbacPolicies", { key: right })
  if (known) return known.id
  const [resource, operation] = right.split(":")
  const policy = { key: right, name: right, resource, operation }
  return (await inside<{ id: string }>("rbac", "createRbacPolicies", policy)).id
}

/** Signed in as a new member of staff whose one role has these rights. */
async function staff(name: string, rights: Right[]): Promise<HttpDoor> {
  const { control, url } = apart.stores[0]
  const { id } = await inside<{ id: string }>("rbac", "createRbacRoles", { name })
  for (const right of rights) {
    const policy = { role_id: id, policy_id: await policyOf(right) }
    await inside("rbac", "createRbacRolePolicies", policy)
  }
  const login = { email: `${name}@shop.example`, password: "furniture-and-finance" }
  const [user] = await control.workflow<{ id: string }[]>("create-users-workflow", {
    users: [{ email: login.email, roles: [id] }],
  })
  const { authIdentity } = await inside<{ authIdentity: { id: string } }>(
    "auth",
    "register",
    "emailpass",
    { body: login }
  )
  const known = { id: authIdentity.id, app_metadata: { user_id: user?.id } }
  await inside("auth", "updateAuthIdentities", known)
  const open = httpDoor(url, async () => ({}))
  const { token } = await open.post<{ token: string }>("/auth/user/emailpass", login)
  return httpDoor(url, async () => ({ authorization: `Bearer ${token}` }))
}

async function listed(door: HttpDoor, orderId: string): Promise<AttentionView[]> {
  const path = `${HERE}/attentions?order_id=${orderId}`
  return (await door.get<{ attentions: AttentionView[] }>(path)).attentions
}

/** What a person is asked about an order, once somebody is. */
async function asked(orderId: string, cause: string): Promise<AttentionView> {
  return await eventually(
    async () => {
      const path = `${HERE}/orders/${orderId}`
      const { application } = await apart.admin.door.get<{ application: { id: string } }>(path)
      await apart.admin.door.post(`${HERE}/applications/${application.id}/sync`)
      const found = (await listed(apart.admin.door, orderId)).find((one) => one.cause === cause)
      if (!found) throw new Error(`Nobody is asked for ${cause}`)
      return found
    },
    { everyMs: 500 }
  )
}

async function bought() {
  const { id } = await apart.shop.createCart()
  await apart.shop.choosePaymentMethod(id)
  const { tip: token } = await simulator.applicationOfCart(id)
  await sign(token)
  const done = await apart.shop.completeCart(id)
  if (done.type !== "order") throw new Error(done.error.message)
  const order = await eventually(async () => {
    const one = await apart.admin.order(done.order.id)
    paymentOf(one)
    return one
  })
  return { order, payment: paymentOf(order), token }
}

const resolve = (door: HttpDoor, { id }: AttentionView, action: string) =>
  door.post<{ resolution: { settled: boolean } }>(`${HERE}/attentions/${id}/resolve`, {
    action,
    note: "The portal shows it",
  })

beforeAll(async () => {
  apart = await startShopApart({ roles: true })
  clerk = await staff("clerk", ["order:read", "order:update"])
  accountant = await staff("accountant", [
    "order:read",
    "order:update",
    "capture:create",
    "refund:create",
  ])
  reader = await staff("reader", ["order:read"])
  stranger = await staff("stranger", ["product:read"])
}, 300_000)

describe("a store with roles", () => {
  afterEach(() => simulator.settings({ behaviour: { partialRefundAnswer: "code" } }))

  it("settles by a decision for whoever may capture, and for nobody else", async () => {
    const { order, payment, token } = await bought()
    await apart.admin.capture(payment.id)
    await simulator.settings({ behaviour: { partialRefundAnswer: "S" } })
    await apart.admin.refund(payment.id, { amount: 100 }).catch(() => undefined)
    const attention = await asked(order.id, "settle-again")
    expect(attention.actions).toContain("settle")
    const { tip } = await simulator.application(token)

    const { status, body } = await refusalOf(resolve(clerk, attention, "settle"))
    expect(status).toBe(403)
    expect(body.message).toMatch(SENTENCE)
    expect(await simulator.calls({ operation: "settle", token: tip })).toEqual([])

    expect(await resolve(accountant, attention, "settle")).toMatchObject({
      resolution: { settled: true },
    })
    expect(await simulator.calls({ operation: "settle", token: tip })).toHaveLength(1)
  })

  it("refunds by a decision for whoever may refund, and for nobody else", async () => {
    const { order, token } = await bought()
    await simulator.status(token, { status: "C", postback: false })
    await apart.admin.cancelOrder(order.id)
    const attention = await asked(order.id, "unneeded-loan")

    for (const action of ["refund", "record-refund"]) {
      const { status, body } = await refusalOf(resolve(clerk, attention, action))
      expect(status).toBe(403)
      expect(body.message).toMatch(SENTENCE)
    }
    expect(await simulator.calls({ operation: "refund", token })).toEqual([])
    expect(await resolve(clerk, attention, "look-again")).toHaveProperty("resolution")

    // Offered is what whoever asks may do.
    const offered = async (door: HttpDoor) =>
      (await listed(door, order.id)).find(({ id }) => id === attention.id)?.actions
    expect(await offered(accountant)).toEqual(["refund", "look-again", "acknowledge"])
    expect(await offered(clerk)).toEqual(["look-again", "acknowledge"])
    expect(await offered(reader)).toEqual([])
    const file = await clerk.get<{ application: { attentions: AttentionView[] } }>(
      `${HERE}/orders/${order.id}`
    )
    expect(file.application.attentions[0]?.actions).toEqual(["look-again", "acknowledge"])
    expect(await refusalOf(resolve(reader, attention, "acknowledge"))).toMatchObject({
      status: 403,
    })

    expect(await resolve(accountant, attention, "refund")).toMatchObject({
      resolution: { settled: true },
    })
    expect(await simulator.application(token)).toMatchObject({ refunded: true, refundCount: 1 })
  })

  it.each([
    "applications",
    "applications/summary",
    "applications/export",
    "attentions",
    "postbacks",
    "pre-approvals",
    "financing-requests?order_id=order_1",
    "settings",
    "settings/self-check",
  ])("shows nobody without a right %s", async (path) => {
    expect(await refusalOf(stranger.get(`${HERE}/${path}`))).toMatchObject({ status: 403 })
    const nobody = httpDoor(apart.stores[0].url, async () => ({}))
    expect(await refusalOf(nobody.get(`${HERE}/${path}`))).toMatchObject({ status: 401 })
  })

  it("shows its lists to whoever may see orders", async () => {
    for (const path of ["applications", "applications/summary", "attentions", "postbacks"]) {
      await reader.get(`${HERE}/${path}`)
    }
  })
})
