import { readReply, startWithCaller, type Caller } from "./caller"

describe("address status and postback validation at the simulator", () => {
  let caller: Caller
  let token: string
  beforeAll(async () => {
    caller = await startWithCaller()
  })
  afterAll(() => caller.sandbox.close())
  beforeEach(async () => {
    await caller.sandbox.control.reset()
    token = await caller.createSignedApplication()
  })

  const residenceInfo = {
    streetName: "418 Linden Avenue",
    city: "Brooklyn",
    state: "NY",
    zip: "11201",
  }
  const getAddressStatus = (body: object) =>
    caller.post(`/ecommerce/application/${token}/address/status`, body)

  it("returns the status, and U for a declined application with another address", async () => {
    expect((await getAddressStatus({ residenceInfo })).json).toMatchObject({ status: "S", token })
    await caller.sandbox.control.status(token, { status: "U" })
    const otherAddress = { residenceInfo: { ...residenceInfo, zip: "90210" } }
    expect((await getAddressStatus(otherAddress)).json).toMatchObject({
      status: "U",
      message: "address does not match",
    })
  })

  it("refuses an address with unknown or missing fields", async () => {
    const { json } = await getAddressStatus({ residenceInfo: { ...residenceInfo, street: "x" } })
    expect(json.message).toContain("residenceInfo.street:")
    expect((await getAddressStatus(residenceInfo)).json.message).toContain(
      "residenceInfo: is required"
    )
  })

  const details = {
    loanAmount: 812.4,
    firstName: "Maya",
    lastName: "Okafor",
    street: "418 Linden Avenue",
    city: "Brooklyn",
    state: "NY",
    zip: "11201",
  }
  const postValidation = async (body: object) =>
    readReply(
      await fetch(`${caller.sandbox.baseUrl}/application-validation/validateipn`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ cmd: "_validate-me", uuid: token, ...body }),
      })
    )

  it("answers a validation in plain text with only the exact word (E4)", async () => {
    const answer = await postValidation({})
    expect(answer.text).toBe("VERIFIED_PT")
    expect(answer.contentType).toContain("text/plain")
  })

  it.each([
    ["VERIFIED_PT for matching details", { verifyParams: true, ...details }, "VERIFIED_PT"],
    [
      "INCOMPLETE_PT for an amount that differs by a cent",
      { verifyParams: true, ...details, loanAmount: 812.41 },
      "INCOMPLETE_PT",
    ],
    [
      "INCOMPLETE_PT for a different name",
      { verifyParams: true, ...details, lastName: "X" },
      "INCOMPLETE_PT",
    ],
    [
      "INCOMPLETE_PT for a missing detail",
      { verifyParams: true, ...details, zip: undefined },
      "INCOMPLETE_PT",
    ],
    ["VERIFIED_PT for different details without verifyParams", { zip: "00000" }, "VERIFIED_PT"],
    ["NOT_FOUND_PT for another command", { cmd: "_notify-validate" }, "NOT_FOUND_PT"],
    ["NOT_FOUND_PT for no command", { cmd: undefined }, "NOT_FOUND_PT"],
    ["NOT_FOUND_PT for an empty uuid", { uuid: "" }, "NOT_FOUND_PT"],
    ["NOT_FOUND_PT for an unknown uuid", { uuid: "nobody" }, "NOT_FOUND_PT"],
  ])("answers %s", async (_name, body, word) => {
    expect((await postValidation(body)).text).toBe(word)
  })

  it.each([
    ["U", "VERIFIED_PT"],
    ["O", "VERIFIED_PT"],
    ["T", "VERIFIED_PT"],
    ["W", "VERIFIED_PT"],
    ["P", "INCOMPLETE_PT"],
    ["A", "INCOMPLETE_PT"],
  ])("validates an application with status %s as %s", async (status, word) => {
    await caller.sandbox.control.status(token, { status })
    expect((await postValidation({})).text).toBe(word)
  })

  it("refuses a field that the contract does not list", async () => {
    const answer = await postValidation({ status: "S" })
    expect(answer.status).toBe(400)
    expect(answer.json.message).toContain("status:")
  })
})
