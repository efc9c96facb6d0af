import fc from "fast-check"
import type { ApplicationForm } from "../../../src/domain/application-form"
import { cents } from "../../../src/domain/money"
import type { OrderSnapshot } from "../../../src/domain/order-snapshot"
import { fullApplicationBody, type Offer } from "../../../src/financing-api"
import { readCart } from "../../../src/translation/cart-to-snapshot"
import {
  disagreements,
  toFullApplicationRequest,
} from "../../../src/translation/full-application-request"
import { readStoredOffers, toOffers, toStoredOffers } from "../../../src/translation/offers"
import { anyCart } from "./arbitrary-carts"

const personal = { ssn: "078051120", birth_date: "1987-03-09" }

const snapshot: OrderSnapshot = {
  cartId: "cart_1",
  email: "dana@shop.example",
  cellPhone: null,
  address: {
    firstName: "Dana",
    lastName: "Shopper",
    street: "350 Fifth Avenue",
    city: "New York",
    state: "NY",
    zip: "10118",
  },
  items: [
    {
      lineItemId: "cali_1",
      variantId: null,
      title: "Chair",
      sku: "CHAIR",
      quantity: 3,
      net: cents(100_00),
      listPrice: null,
    },
  ],
  shipping: cents(10_00),
  taxes: cents(5_55),
  total: cents(115_55),
}

const requestInput = {
  snapshot,
  form: { personal },
  cellPhone: "2125550143",
  orderId: "cart_1-1",
  notifyUrl: "https://api.shop.example/x",
}

describe("the request of Create full application", () => {
  it("F12: uses endpoint 4's field names and contains only given values", () => {
    expect(toFullApplicationRequest(requestInput)).toEqual({
      orderId: "cart_1-1",
      notifyUrl: "https://api.shop.example/x",
      loanAmount: 115.55,
      shipping: 10,
      taxes: 5.55,
      personalInfo: {
        ssn: "078051120",
        dob: "1987-03-09",
        firstName: "Dana",
        lastName: "Shopper",
        cellPhone: "2125550143",
        email: "dana@shop.example",
      },
      residenceInfo: {
        streetName: "350 Fifth Avenue",
        city: "New York",
        state: "NY",
        zip: "10118",
      },
      items: [
        { description: "Chair", quantity: 2, price: 33.33, sku: "CHAIR" },
        { description: "Chair", quantity: 1, price: 33.34, sku: "CHAIR" },
      ],
    })
  })

  it("F12: translates every field of the form into the contract's names", () => {
    const form: ApplicationForm = {
      personal: {
        ...personal,
        home_phone: "2125550144",
        license: { number: "D1", state: "NY", issued_on: "2020-01-01", expires_on: "2030-01-01" },
      },
      employment: {
        pay_cycle: "twice_per_month",
        next_pay_date: "2026-12-15",
        previous_pay_date: "2026-11-30",
        monthly_income: 4200,
        employer_name: "Harbor Works",
        employer_phone: "2125550145",
        months: 3,
        years: 2,
        self_employed: false,
        occupation: "Baker",
        other_income: 10.5,
        other_income_source: "Rent",
      },
      residence: { rent_or_own: "own", monthly_cost: 900, months: 1, years: 4 },
    }
    const body = toFullApplicationRequest({ ...requestInput, form: form })
    expect(fullApplicationBody.safeParse(body).success).toBe(true)
    expect(body.personalInfo).toMatchObject({
      homePhone: "2125550144",
      idNumber: "D1",
      idState: "NY",
      idIssueDate: "2020-01-01",
      idExpirationDate: "2030-01-01",
    })
    expect(body.employmentInfo).toEqual({
      payCycle: "TWICE_PER_MONTH",
      nextPayDate: "2026-12-15",
      previousPayDate: "2026-11-30",
      monthlyIncome: 4200,
      employerName: "Harbor Works",
      employerPhoneNumber: "2125550145",
      employerMonths: 3,
      employerYears: 2,
      selfEmployed: false,
      occupation: "Baker",
      otherIncome: 10.5,
      otherIncomeDesc: "Rent",
    })
    expect(body.residenceInfo).toMatchObject({
      rentOrOwn: "Own",
      residenceAmount: 900,
      residenceMonths: 1,
      residenceYears: 4,
    })
  })

  it("F2: for any cart passes the client's validation, and its parts add up to its loan amount", () => {
    fc.assert(
      fc.property(anyCart, (cart) => {
        const reading = readCart(cart)
        if (!reading.ok) throw new Error(JSON.stringify(reading.problems))
        const body = toFullApplicationRequest({ ...requestInput, snapshot: reading.snapshot })
        expect(fullApplicationBody.safeParse(body).success).toBe(true)
        const dollarsToCents = (dollars = 0) => Math.round(dollars * 100)
        const itemAmounts = (body.items ?? []).map(
          ({ price, quantity }) => dollarsToCents(price) * quantity
        )
        const sum = itemAmounts.reduce((total, amount) => total + amount, 0)
        expect(sum + dollarsToCents(body.shipping) + dollarsToCents(body.taxes)).toBe(
          dollarsToCents(body.loanAmount)
        )
        expect(body.discount).toBeUndefined()
      })
    )
  })
})

describe("a form that repeats the cart's data", () => {
  it("agrees despite different case, punctuation and spacing", () => {
    const repeated = {
      personal: {
        ...personal,
        first_name: " dana",
        last_name: "SHOPPER",
        email: "Dana@shop.example",
      },
      residence: { street: "350, fifth avenue.", city: "new york", state: "NY", zip: "10118" },
    }
    expect(disagreements(repeated, snapshot)).toEqual([])
    expect(disagreements({ personal }, snapshot)).toEqual([])
  })

  it("F11: reports each differing field without revealing either value", () => {
    const repeated = {
      personal: { ...personal, first_name: "Danny" },
      residence: { street: "1 Elsewhere Street", zip: "10117" },
    }
    const problems = disagreements(repeated, snapshot)
    expect(problems.map(({ field }) => field)).toEqual([
      "personal.first_name",
      "residence.street",
      "residence.zip",
    ])
    expect(JSON.stringify(problems)).not.toMatch(/Dan|Elsewhere|Fifth|1011/)
  })

  it.each<["personal" | "residence", string, string]>([
    ["personal", "first_name", "first name"],
    ["personal", "last_name", "last name"],
    ["personal", "email", "e-mail address"],
    ["residence", "street", "street"],
    ["residence", "city", "city"],
    ["residence", "state", "state"],
    ["residence", "zip", "zip code"],
  ])("reports a different or empty %s.%s and what to do", (part, key, label) => {
    const sentence = `has to be the ${label} in the cart; leave it out to use that one`
    const problems = [{ field: `${part}.${key}`, sentence }]
    const buildForm = (value: string) => ({
      personal: part === "personal" ? { ...personal, [key]: value } : personal,
      residence: part === "residence" ? { [key]: value } : undefined,
    })
    expect(disagreements(buildForm("elsewhere"), snapshot)).toEqual(problems)
    expect(disagreements(buildForm(""), snapshot)).toEqual(problems)
  })
})

const OFFER: Offer = {
  id: 7,
  overallTerm: 24,
  leaseTerm: 5,
  loanTerm: 19,
  loanRate: 13.9,
  residualPercent: 75,
  moneyFactor: 0.0035,
  offerType: "LEASELOAN",
  leasePayment: 71.335,
  loanPayment: 62.1,
  residualPayment: 1000,
  contractUrl: "https://financing.example/apply?auth=secret",
}

describe("the service's offers", () => {
  it("are stored as numbers, payments in cents, without contract addresses", () => {
    const offers = toOffers([OFFER])
    expect(offers).toEqual([
      {
        id: 7,
        type: "LEASELOAN",
        termMonths: 24,
        leaseMonths: 5,
        loanMonths: 19,
        leasePayment: 7134,
        loanPayment: 6210,
        residual: 100_000,
        residualPercent: 75,
        loanRate: 13.9,
        moneyFactor: 0.0035,
      },
    ])
    const stored: unknown = JSON.parse(JSON.stringify(toStoredOffers(offers)))
    expect(readStoredOffers(stored)).toEqual(offers)
  })

  it("E3: have null for invalid values, and are dropped if their ID is invalid", () => {
    const invalidOffer = {
      ...OFFER,
      leaseTerm: -1,
      leasePayment: -5,
      loanRate: Number.NaN,
      overallTerm: 1.5,
    }
    const invalidIdOffers = [1.5, -1, 3_000_000_000].map((id) => ({ ...OFFER, id }))
    expect(toOffers([invalidOffer, ...invalidIdOffers, OFFER])).toMatchObject([
      { id: 7, termMonths: null, leaseMonths: null, leasePayment: null, loanRate: null },
    ])
  })

  it("E3: keep zero, and have null for missing, negative and non-finite numbers", () => {
    const keys = [
      "overallTerm",
      "leaseTerm",
      "loanTerm",
      "loanRate",
      "residualPercent",
      "moneyFactor",
      "leasePayment",
      "loanPayment",
      "residualPayment",
    ] as const
    const buildOffer = (value: number | null) => ({
      ...OFFER,
      ...Object.fromEntries(keys.map((key) => [key, value])),
    })
    const readNumbers = (value: number | null) => {
      const [offer] = toOffers([buildOffer(value)])
      const { id: _id, type: _type, ...numbers } = offer ?? {}
      return [...new Set(Object.values(numbers))]
    }
    expect(readNumbers(0)).toEqual([0])
    for (const value of [null, -1, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(readNumbers(value)).toEqual([null])
    }
    expect(toOffers([{ ...OFFER, id: 0 }])).toMatchObject([{ id: 0 }])
  })

  it("have the sum of both terms as their term, else the overall term", () => {
    const readOffers = (terms: Partial<Offer>) =>
      toOffers([{ ...OFFER, overallTerm: 30, ...terms }])
    expect(readOffers({})).toMatchObject([{ termMonths: 24 }])
    expect(readOffers({ leaseTerm: null })).toMatchObject([{ termMonths: 30, loanMonths: 19 }])
    expect(readOffers({ loanTerm: null })).toMatchObject([{ termMonths: 30, leaseMonths: 5 }])
    expect(readOffers({ loanTerm: null, overallTerm: null })).toMatchObject([{ termMonths: null }])
  })

  it("are read once per ID", () => {
    expect(toOffers([OFFER, { ...OFFER, overallTerm: 3 }])).toHaveLength(1)
  })

  it("G3: have a null type if the text is not a code word", () => {
    for (const offerType of [
      "078-05-1120",
      "x LEASE",
      "1987-03-09",
      "Dana Shopper",
      "leaseloan",
      "",
    ]) {
      expect(toOffers([{ ...OFFER, offerType }])).toMatchObject([{ type: null }])
    }
  })

  it("are stored as null when there are none, and read as none when unreadable", () => {
    expect(toStoredOffers([])).toBeNull()
    for (const json of [null, undefined, "x", {}, { offers: [{ id: "7" }] }]) {
      expect(readStoredOffers(json)).toEqual([])
    }
  })
})
