import { startWithCaller, type Caller } from "./caller"

const CREATE_PATH = "/ecommerce/application/create"

function buildPerson(changes: object = {}): object {
  return {
    ssn: "123-45-6789",
    dob: "1990-02-28",
    firstName: "Maya",
    lastName: "Okafor",
    cellPhone: "7185550142",
    email: "maya@example.com",
    ...changes,
  }
}

function buildApplication(changes: object = {}): object {
  return {
    orderId: "full-1",
    notifyUrl: "http://localhost:9/hooks",
    loanAmount: 495,
    discount: 5,
    personalInfo: buildPerson(),
    employmentInfo: { payCycle: "MONTHLY", nextPayDate: "2026-12-01", monthlyIncome: 87654321 },
    residenceInfo: { streetName: "418 Linden Avenue", city: "Brooklyn", state: "NY", zip: "11201" },
    items: [{ description: "Walnut chair", quantity: 1, price: 500 }],
    ...changes,
  }
}

describe("the simulator, given a full application,", () => {
  let caller: Caller
  beforeAll(async () => {
    caller = await startWithCaller({ behaviour: { magicDelayMs: 0 } })
  })
  afterAll(() => caller.sandbox.close())

  interface Offer {
    id: number
    overallTerm: number
    leaseTerm: number
    loanTerm: number
    offerType: string
    contractUrl: string
  }

  it("approves it with offers whose terms add up, each with a page to sign", async () => {
    const { status, json } = await caller.post(CREATE_PATH, buildApplication())
    expect(status).toBe(200)
    expect(json).toMatchObject({ orderId: "full-1", loanAmount: 495, status: "A" })
    const offers = json.offers as Offer[]
    expect(offers.length).toBeGreaterThan(1)
    for (const offer of offers) {
      expect(offer.overallTerm).toBe(offer.leaseTerm + offer.loanTerm)
      expect(offer.offerType).toBe("LEASELOAN")
      expect(await (await fetch(offer.contractUrl)).text()).toContain("Sign your contract")
    }
  })

  it("selects an offer, and returns 404 for an unknown one", async () => {
    const { json } = await caller.post(CREATE_PATH, buildApplication())
    const token = String(json.applicationToken)
    const [, offer] = json.offers as Offer[]
    const path = `/ecommerce/application/${token}/offers/select/${String(offer?.id)}`
    expect((await caller.get(path)).json).toEqual({
      offerId: String(offer?.id),
      contractUrl: offer?.contractUrl,
      accessToken: expect.any(String) as string,
      offerType: "LEASELOAN",
    })
    expect((await caller.sandbox.control.application(token)).chosenOfferId).toBe(offer?.id)
    expect((await caller.get(path.replace(/\d+$/, "999"))).status).toBe(404)
  })

  it.each([
    ["Declined", "U"],
    ["Review", "W"],
    ["Mismatch", "X"],
  ])("returns no offers for the last name %s", async (lastName, status) => {
    const { json } = await caller.post(
      CREATE_PATH,
      buildApplication({ personalInfo: buildPerson({ lastName }) })
    )
    expect(json).toMatchObject({ status, offers: [] })
  })

  it("returns a null token outside the approval range", async () => {
    const { json } = await caller.post(
      CREATE_PATH,
      buildApplication({ loanAmount: 100, items: undefined })
    )
    expect(json).toMatchObject({ applicationToken: null, orderId: "full-1", offers: [] })
  })

  it.each([
    ["a partial SSN", { personalInfo: buildPerson({ ssn: "6789" }) }, "personalInfo.ssn:"],
    ["a US date", { personalInfo: buildPerson({ dob: "02/28/1990" }) }, "personalInfo.dob:"],
    [
      "a day that does not exist",
      { personalInfo: buildPerson({ dob: "1990-02-30" }) },
      "Info.dob:",
    ],
    ["personal fields of the virtual cart", { personalFirstName: "Maya" }, "personalFirstName:"],
    [
      "twice a month without the previous pay date (F14)",
      { employmentInfo: { payCycle: "TWICE_PER_MONTH", nextPayDate: "2026-12-01" } },
      "employmentInfo.previousPayDate:",
    ],
    [
      "an unknown pay cycle (F14)",
      { employmentInfo: { payCycle: "DAILY", nextPayDate: "2026-12-01" } },
      "employmentInfo.payCycle:",
    ],
    [
      "an income with decimals",
      { employmentInfo: { payCycle: "WEEKLY", nextPayDate: "2026-12-01", monthlyIncome: 1.5 } },
      "employmentInfo.monthlyIncome:",
    ],
    ["no residence", { residenceInfo: undefined }, "residenceInfo:"],
    ["no notifyUrl", { notifyUrl: undefined }, "notifyUrl:"],
    ["a sum without its discount", { discount: undefined }, "Σ"],
  ])("refuses %s", async (_name, changes, words) => {
    const { status, json } = await caller.post(CREATE_PATH, buildApplication(changes))
    expect(status).toBe(400)
    expect(json.message).toContain(words)
  })

  it("shows no SSN, birth date or income in calls, applications and log lines (G3)", async () => {
    const lines: string[] = []
    const newCaller = await startWithCaller({ quiet: false, log: (line) => lines.push(line) })
    await newCaller.post(CREATE_PATH, buildApplication())
    const output = JSON.stringify([
      await newCaller.sandbox.control.calls(),
      await newCaller.sandbox.control.applications(),
      lines,
    ])
    await newCaller.sandbox.close()
    expect(output).toContain("full-1")
    expect(lines.length).toBeGreaterThan(0)
    const { apiPassword, apiSignature } = newCaller.sandbox.credentials.staging
    for (const secret of ["123-45-6789", "1990-02-28", "87654321", apiPassword, apiSignature]) {
      expect(output).not.toContain(secret)
    }
  })
})
