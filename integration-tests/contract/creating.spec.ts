import type { FullApplicationBody, VirtualCartBody } from "../../src/financing-api"
import {
  type ConnectedSandbox,
  getFinancingError,
  buildOrder,
  startConnectedSandbox,
} from "./connected-sandbox"

const VIRTUAL_CART: VirtualCartBody = {
  orderId: "phone-7",
  personalFirstName: "Maya",
  personalLastName: "Okafor",
  personalEmail: "maya@example.com",
  personalCellPhone: "7185550142",
  residenceStreetName: "418 Linden Avenue",
  residenceCity: "Brooklyn",
  residenceState: "NY",
  residenceZip: "11201",
  redirectUrl: "http://localhost:9/return",
  cancelUrl: "http://localhost:9/cancel",
  loanAmount: 601,
  items: [{ description: "Walnut chair", quantity: 2, price: 300.5 }],
}

const FULL_APPLICATION: FullApplicationBody = {
  orderId: "cart_1-1",
  notifyUrl: "http://localhost:9/hook",
  loanAmount: 601,
  discount: 10,
  personalInfo: {
    ssn: "123456789",
    dob: "1985-12-10",
    firstName: "Maya",
    lastName: "Okafor",
    cellPhone: "7185550142",
    email: "maya@example.com",
  },
  employmentInfo: {
    payCycle: "TWICE_PER_MONTH",
    nextPayDate: "2026-01-15",
    previousPayDate: "2025-12-31",
    monthlyIncome: 5200,
  },
  residenceInfo: { streetName: "418 Linden Avenue", city: "Brooklyn", state: "NY", zip: "11201" },
  items: [{ description: "Walnut chair", quantity: 2, price: 305.5 }],
}

describe("creating applications, client against simulator", () => {
  let connected: ConnectedSandbox
  beforeAll(async () => {
    connected = await startConnectedSandbox()
  })
  afterAll(() => connected.close())
  beforeEach(() => connected.sandbox.control.reset())

  const getApplication = (token: string) => connected.sandbox.control.application(token)
  const countApplications = async () => (await connected.sandbox.control.applications()).length

  it("2: creates an order with every field in its place (F12)", async () => {
    const created = await connected.client.createOrder(buildOrder())
    expect(created).toEqual({
      outcome: "created",
      token: expect.any(String) as string,
      url: expect.stringMatching(/\/apply\?app=\w+&auth=\w+&rauth=\w+$/) as string,
    })
    const token = created.outcome === "created" ? created.token : ""
    expect(await getApplication(token)).toMatchObject({
      kind: "hosted",
      status: "P",
      orderId: "cart_1-1",
      loanAmount: 812.4,
      shipping: 20,
      taxes: 42.4,
      returnUrl: "http://localhost:9/return",
      cancelUrl: "http://localhost:9/cancel",
      customer: {
        firstName: "Maya",
        lastName: "Okafor",
        street: "418 Linden Avenue",
        city: "Brooklyn",
        state: "NY",
        zip: "11201",
        email: "maya@example.com",
        cellPhone: "7185550142",
      },
    })
    expect((await getApplication(token)).items).toEqual(buildOrder().applicationItems)
  })

  it("3: creates a virtual cart under its own field names (F12)", async () => {
    const created = await connected.client.createVirtualCart(VIRTUAL_CART)
    const token = created.outcome === "created" ? created.token : ""
    expect(await getApplication(token)).toMatchObject({
      kind: "virtual-cart",
      orderId: "phone-7",
      customer: { firstName: "Maya", street: "418 Linden Avenue", zip: "11201" },
      returnUrl: "http://localhost:9/return",
    })
  })

  it("4: creates a full application with offers, and 5: selects one (F14)", async () => {
    const created = await connected.client.createFullApplication(FULL_APPLICATION)
    expect(created).toMatchObject({ outcome: "created", status: "A", loanAmount: 601 })
    const { token, offers } = created.outcome === "created" ? created : { token: "", offers: [] }
    expect(offers).toHaveLength(3)
    for (const offer of offers) {
      expect(offer.overallTerm).toBe((offer.leaseTerm ?? 0) + (offer.loanTerm ?? 0))
      expect(offer.contractUrl).toContain(`offer=${String(offer.id)}`)
    }
    const offerId = offers[1]?.id ?? 0
    const selected = await connected.client.selectOffer({ applicationToken: token, offerId })
    expect(selected).toEqual({
      offerId: String(offerId),
      contractUrl: offers[1]?.contractUrl,
      offerType: "LEASELOAN",
    })
    expect((await getApplication(token)).chosenOfferId).toBe(offerId)
  })

  it.each([
    ["Declined", "U"],
    ["Review", "W"],
    ["Mismatch", "X"],
  ])(
    "4: a full application with the last name %s has status %s and no offers",
    async (name, code) => {
      const personalInfo = { ...FULL_APPLICATION.personalInfo, lastName: name }
      expect(
        await connected.client.createFullApplication({ ...FULL_APPLICATION, personalInfo })
      ).toMatchObject({ outcome: "created", status: code, offers: [] })
    }
  )

  it("6: starts a pre-approval, and 7: attaches a cart only once it is approved", async () => {
    const created = await connected.client.createPreApproval({
      firstName: "Maya",
      lastName: "Okafor",
      email: "maya@example.com",
      cellPhone: "7185550142",
      suppressNotification: true,
    })
    const token = created.outcome === "created" ? created.token : ""
    const attachCart = () =>
      connected.client.updateCartAndSend({
        applicationToken: token,
        body: {
          orderId: "cart_9-1",
          loanAmount: 601,
          items: [{ description: "Walnut chair", quantity: 2, price: 300.5 }],
        },
      })
    expect(await getFinancingError(attachCart())).toMatchObject({
      code: "refused",
      httpStatus: 409,
    })
    await connected.sandbox.control.decision(token, { outcome: "approve" })
    expect(await attachCart()).toEqual({
      message: "cart updated and sent",
      token,
      loanAmount: 601,
      taxExempt: false,
    })
    expect(await getApplication(token)).toMatchObject({
      status: "A",
      orderId: "cart_9-1",
      loanAmount: 601,
    })
  })

  it.each<[string, number]>([
    ["below", 299.99],
    ["above", 5000.01],
  ])(
    "E5: a cart %s the approval range is refused by 2, 3 and 4 and creates no application",
    async (_, amount) => {
      const items = [{ description: "Something", quantity: 1, price: amount }]
      const answers = [
        await connected.client.createOrder(
          buildOrder({ loanAmount: amount, shipping: 0, taxes: 0, applicationItems: items })
        ),
        await connected.client.createVirtualCart({ ...VIRTUAL_CART, loanAmount: amount, items }),
      ]
      for (const answer of answers) {
        expect(answer).toEqual({
          outcome: "refused",
          url: expect.stringContaining("/refused/") as string,
        })
      }
      const body = { ...FULL_APPLICATION, loanAmount: amount, discount: 0, items }
      expect(await connected.client.createFullApplication(body)).toMatchObject({
        outcome: "refused",
      })
      expect(await countApplications()).toBe(0)
    }
  )

  it("F8, E5: a PO box is refused with a page that links back to the shop", async () => {
    const answer = await connected.client.createOrder(buildOrder({ street: "PO Box 12" }))
    expect(answer.outcome).toBe("refused")
    const response = await fetch(String(answer.url))
    expect(await response.text()).toContain("http://localhost:9/cancel")
  })

  it("F2: a sum that is off by a cent is refused by the service and creates no application", async () => {
    const error = await getFinancingError(
      connected.client.createOrder(buildOrder({ taxes: 42.41 }))
    )
    expect(error).toMatchObject({
      name: "RefusedError",
      code: "refused",
      outcome: "did-not-happen",
      operation: "createOrder",
      httpStatus: 400,
    })
    expect(await countApplications()).toBe(0)
  })

  it("an invalid zip code, state or phone number fails before any call", async () => {
    await connected.sandbox.control.clearCalls()
    const invalidChanges = [
      { zip: "1120" },
      { state: "New York" },
      { cellPhone: "17185550142" },
    ] as const
    for (const changes of invalidChanges) {
      expect(
        await getFinancingError(connected.client.createOrder(buildOrder(changes)))
      ).toMatchObject({
        code: "invalid_request",
        outcome: "did-not-happen",
        httpStatus: null,
        message: expect.stringContaining(Object.keys(changes)[0] ?? "") as string,
      })
    }
    expect(await connected.sandbox.control.calls({ operation: "createOrder" })).toEqual([])
  })
})
