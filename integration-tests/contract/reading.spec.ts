import {
  type ConnectedSandbox,
  getFinancingError,
  buildOrder,
  startConnectedSandbox,
} from "./connected-sandbox"

describe("reading an application, client against simulator", () => {
  let connected: ConnectedSandbox
  let token: string
  beforeAll(async () => {
    connected = await startConnectedSandbox()
  })
  afterAll(() => connected.close())
  beforeEach(async () => {
    await connected.sandbox.control.reset()
    token = await connected.createApplication()
  })

  it("8: returns the status with amounts, lender and tax exemption", async () => {
    expect(await connected.client.getStatus({ applicationToken: token })).toEqual({
      status: "P",
      message: "created, nothing decided",
      token,
      maxApprovalAmount: 5000,
      loanAmount: 812.4,
      lender: "Sandbox Lending",
      taxExempt: false,
    })
  })

  it.each(["P", "Z", "R", "A", "W", "M", "S", "C", "L", "X", "U", "O", "T", "B", "Q"])(
    "8: returns the status code %s unchanged",
    async (status) => {
      await connected.sandbox.control.status(token, { status })
      expect((await connected.client.getStatus({ applicationToken: token })).status).toBe(status)
    }
  )

  it("8: C4: returns the changed amount of a tax-exempt application", async () => {
    await connected.sandbox.control.status(token, { taxExempt: true, loanAmount: 770 })
    expect(await connected.client.getStatus({ applicationToken: token })).toMatchObject({
      taxExempt: true,
      loanAmount: 770,
    })
  })

  it("8: refuses an unknown token", async () => {
    const error = await getFinancingError(
      connected.client.getStatus({ applicationToken: "no-such-token" })
    )
    expect(error).toMatchObject({ code: "refused", httpStatus: 404, outcome: "did-not-happen" })
  })

  it("9: returns the status and whether the address matches", async () => {
    const address = { streetName: "418 Linden Avenue", city: "Brooklyn", state: "NY", zip: "11201" }
    const getAddressStatus = (residenceInfo: typeof address) =>
      connected.client.getAddressStatus({ applicationToken: token, residenceInfo })
    expect(await getAddressStatus(address)).toEqual({
      status: "P",
      message: "address matches",
      token,
    })
    await connected.sandbox.control.status(token, { status: "U" })
    expect(await getAddressStatus({ ...address, zip: "10001" })).toEqual({
      status: "U",
      message: "address does not match",
      token,
    })
  })

  describe("15: validating a postback", () => {
    const { firstName, lastName, street, city, state, zip, loanAmount } = buildOrder()
    const details = { firstName, lastName, street, city, state, zip, loanAmount }
    const validate = (changes: object = {}) =>
      connected.client.validatePostback({ uuid: token, verifyParams: true, ...details, ...changes })

    it("verifies an application in an accepted status whose details match (F11)", async () => {
      await connected.sandbox.control.status(token, { status: "S" })
      expect(await validate()).toBe("VERIFIED_PT")
    })

    it.each(["O", "U", "T", "W"])(
      "also verifies status %s, so that a verification approves nothing",
      async (status) => {
        await connected.sandbox.control.status(token, { status })
        expect(await validate()).toBe("VERIFIED_PT")
      }
    )

    it("returns INCOMPLETE_PT before a decision and for other details", async () => {
      expect(await validate()).toBe("INCOMPLETE_PT")
      await connected.sandbox.control.status(token, { status: "S" })
      for (const changes of [{ loanAmount: 812.41 }, { zip: "10001" }, { lastName: "Other" }]) {
        expect(await validate(changes)).toBe("INCOMPLETE_PT")
      }
    })

    it("compares no details without verifyParams", async () => {
      await connected.sandbox.control.status(token, { status: "S" })
      const result = await connected.client.validatePostback({ uuid: token, verifyParams: false })
      expect(result).toBe("VERIFIED_PT")
    })

    it("returns NOT_FOUND_PT for an unknown token", async () => {
      expect(await validate({ uuid: "no-such-token" })).toBe("NOT_FOUND_PT")
    })

    it("sends no access token", async () => {
      await validate()
      const [call] = await connected.sandbox.control.calls({ operation: "validatePostback" })
      expect(call?.accessTokenNumber).toBeUndefined()
    })
  })
})
