import { startWithCaller, type Caller, waitUntil } from "./caller"
import { startPostbackReceiver, type PostbackReceiver } from "./postback-receiver"

const SEND_PATH = "/ecommerce/application/pre-approval/send"
const CART = {
  orderId: "pre-1",
  loanAmount: 495,
  shipping: 0,
  taxes: 0,
  discount: 5,
  items: [{ description: "Walnut chair", quantity: 1, price: 500 }],
}

describe("a pre-approval at the simulator", () => {
  let caller: Caller
  let receiver: PostbackReceiver
  beforeAll(async () => {
    receiver = await startPostbackReceiver()
    caller = await startWithCaller({ preApprovalNotifyUrl: receiver.url })
  })
  afterAll(async () => {
    await caller.sandbox.close()
    await receiver.close()
  })
  const customer = { firstName: "Maya", lastName: "Okafor", email: "maya@example.com" }

  it("sends its link by text and e-mail, except with suppressNotification", async () => {
    const { control } = caller.sandbox
    const answer = await caller.post(SEND_PATH, { ...customer, cellPhone: "7185550142" })
    const { messages, url } = await control.application(String(answer.json.token))
    expect(messages.map(({ channel }) => channel)).toEqual(["text", "email"])
    expect(messages[0]?.text).toContain(url)
    expect(answer.json.url).toBe(url)
    const suppressed = await caller.post(SEND_PATH, {
      firstName: "Maya",
      suppressNotification: true,
    })
    expect((await control.application(String(suppressed.json.token))).messages).toEqual([])
  })

  it("is approved on its page and sends a postback to the merchant's notify address", async () => {
    const { json } = await caller.post(SEND_PATH, customer)
    const page = await (await fetch(String(json.url))).text()
    expect(page).toContain("See what you can spend")
    await fetch(String(json.url), {
      method: "POST",
      body: new URLSearchParams({ decision: "approve" }),
    })
    await waitUntil(() => receiver.received.length === 1)
    expect(receiver.received[0]?.fields).toMatchObject({
      txn_type: "pre-approval",
      uuid: json.token,
    })
    expect((await caller.sandbox.control.application(String(json.token))).status).toBe("R")
  })

  it("accepts a cart only after approval, and reaches S when the customer signs", async () => {
    const { control } = caller.sandbox
    const token = String((await caller.post(SEND_PATH, customer)).json.token)
    const path = `/ecommerce/application/${token}/cart/update/send`
    expect((await caller.post(path, CART)).status).toBe(409)
    await control.decision(token, { outcome: "approve" })
    expect((await caller.post(path, CART)).json).toEqual({
      status: "ok",
      message: "cart updated and sent",
      token,
      loanAmount: 495,
      taxExempt: false,
    })
    expect(await control.application(token)).toMatchObject({ status: "A", orderId: "pre-1" })
    await control.decision(token, { outcome: "sign" })
    expect((await control.application(token)).status).toBe("S")
  })

  it("refuses an unknown field, an empty cart and a sum that does not match", async () => {
    const token = String((await caller.post(SEND_PATH, { ...customer, lastName: "B" })).json.token)
    await caller.sandbox.control.decision(token, { outcome: "approve" })
    const path = `/ecommerce/application/${token}/cart/update/send`
    expect((await caller.post(SEND_PATH, { personalEmail: "a@b.co" })).json.message).toContain(
      "personalEmail:"
    )
    expect((await caller.post(path, { ...CART, items: [] })).json.message).toContain("items:")
    expect((await caller.post(path, { ...CART, taxes: 1 })).json.message).toContain("Σ")
  })
})
