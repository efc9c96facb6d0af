import { applicationForm } from "../../../src/api/store/consumer-financing/forms"
import {
  type FieldProblem,
  validate,
} from "../../../src/api/store/consumer-financing/form-problems"

const NOW = Date.parse("2026-06-15T12:00:00Z")

type Part = Record<string, unknown>

const form = (personal: Part = {}, employment: Part | null = null, residence: Part = {}) => ({
  personal: { ssn: "078-05-1120", birth_date: "1987-03-09", ...personal },
  ...(employment
    ? { employment: { pay_cycle: "weekly", next_pay_date: "2026-06-19", ...employment } }
    : {}),
  residence,
})

/** Without the codes, which the last test is about. */
const problemsOf = (body: unknown) =>
  codedProblemsOf(body).map(({ field, message }) => ({ field, message }))

function codedProblemsOf(body: unknown): FieldProblem[] {
  let problems: FieldProblem[] = []
  const refuse = (found: FieldProblem[]) => {
    problems = found
    return new Error("refused")
  }
  try {
    validate(applicationForm(NOW), body, { refuse })
  } catch (error) {
    expect(error).toHaveProperty("message", "refused")
  }
  return problems
}

describe("the form of a full application", () => {
  it("is read into the contract's forms", () => {
    const data = applicationForm(NOW).parse(
      form(
        {
          cell_phone: "(212) 555-0143",
          home_phone: "",
          license: { number: " D-1 ", state: "ny", issued_on: "2020-01-31" },
        },
        { monthly_income: "4200", employer_name: "  Harbor\tWorks " },
        { rent_or_own: "own", monthly_cost: 10.5 }
      )
    )
    expect(data).toMatchObject({
      personal: {
        ssn: "078051120",
        birth_date: "1987-03-09",
        cell_phone: "2125550143",
        home_phone: undefined,
        license: { number: "D-1", state: "NY", issued_on: "2020-01-31" },
      },
      employment: { pay_cycle: "weekly", monthly_income: 4200, employer_name: "Harbor Works" },
      residence: { rent_or_own: "own", monthly_cost: 10.5 },
    })
    expect(data.personal.license?.expires_on).toBeUndefined()
  })

  it("needs no more than the contract does: employment and residence may be left out", () => {
    expect(problemsOf({ personal: form().personal })).toEqual([])
  })

  it.each<[string, unknown, string, RegExp]>([
    ["no SSN", form({ ssn: undefined }), "personal.ssn", /^is missing$/],
    ["eight digits", form({ ssn: "07805112" }), "personal.ssn", /nine digits/],
    ["letters", form({ ssn: "078-05-112O" }), "personal.ssn", /nine digits/],
    ["dashes elsewhere", form({ ssn: "0780-5-1120" }), "personal.ssn", /nine digits/],
    ["a number as number", form({ ssn: 78051120 }), "personal.ssn", /has to be a text/],
    ["a group of zeros", form({ ssn: "078-00-1120" }), "personal.ssn", /not a number/],
    ["a serial of zeros", form({ ssn: "078050000" }), "personal.ssn", /not a number/],
    ["no such day", form({ birth_date: "1987-02-30" }), "personal.birth_date", /calendar/],
    ["another order", form({ birth_date: "03/09/1987" }), "personal.birth_date", /YYYY-MM-DD/],
    ["a child", form({ birth_date: "2010-01-01" }), "personal.birth_date", /between 18 and 120/],
    ["another age", form({ birth_date: "1887-01-01" }), "personal.birth_date", /between 18 and/],
    ["a phone too short", form({ cell_phone: "555-0143" }), "personal.cell_phone", /US phone/],
    ["a phone abroad", form({ cell_phone: "+49 30 123456" }), "personal.cell_phone", /US phone/],
    [
      "a state in words",
      form({ license: { state: "New York" } }),
      "personal.license.state",
      /two letters/,
    ],
    ["no state", form({ license: { state: "ZZ" } }), "personal.license.state", /two letters/],
    [
      "expired before it was issued",
      form({ license: { issued_on: "2020-01-02", expires_on: "2019-01-01" } }),
      "personal.license.expires_on",
      /after issued_on/,
    ],
    [
      "issued tomorrow's tomorrow",
      form({ license: { issued_on: "2026-06-17" } }),
      "personal.license.issued_on",
      /past/,
    ],
    ["a zip+4", form({}, null, { zip: "10118-0110" }), "residence.zip", /five digits/],
    ["a state", form({}, null, { state: "N" }), "residence.state", /two letters/],
    ["a tenure", form({}, null, { rent_or_own: "squat" }), "residence.rent_or_own", /rent, own/],
    ["a cost", form({}, null, { monthly_cost: -1 }), "residence.monthly_cost", /negative/],
    ["thirds", form({}, null, { monthly_cost: 1.333 }), "residence.monthly_cost", /two decimals/],
    ["no object", { personal: "x" }, "personal", /has to be an object/],
    ["nothing", null, "body", /has to be an object/],
    ["a list", [], "body", /has to be an object/],
  ])("F14: refuses %s, naming the field and the rule", (...[, body, field, message]) => {
    expect(problemsOf(body)).toEqual([{ field, message: expect.stringMatching(message) as string }])
  })

  it.each<[string, Part, string, RegExp]>([
    ["no pay cycle", { pay_cycle: undefined }, "pay_cycle", /^is missing$/],
    ["another pay cycle", { pay_cycle: "daily" }, "pay_cycle", /weekly, biweekly, twice_per_month/],
    ["the contract's spelling", { pay_cycle: "WEEKLY" }, "pay_cycle", /one of/],
    ["no next pay date", { next_pay_date: undefined }, "next_pay_date", /^is missing$/],
    ["a next pay date that is past", { next_pay_date: "2026-06-13" }, "next_pay_date", /to come/],
    ["one in another year", { next_pay_date: "2062-06-19" }, "next_pay_date", /within a year/],
    [
      "twice a month without the pay date before",
      { pay_cycle: "twice_per_month" },
      "previous_pay_date",
      /is needed/,
    ],
    [
      "a pay date before with another cycle",
      { previous_pay_date: "2026-06-12" },
      "previous_pay_date",
      /twice_per_month only/,
    ],
    [
      "a pay date before that is to come",
      { pay_cycle: "twice_per_month", previous_pay_date: "2026-06-30" },
      "previous_pay_date",
      /past/,
    ],
    ["an income with a comma", { monthly_income: "4,200" }, "monthly_income", /digits only/],
    ["an income with cents", { monthly_income: "4200.00" }, "monthly_income", /digits only/],
    ["an income with a sign", { monthly_income: "$4200" }, "monthly_income", /digits only/],
    ["half a dollar", { monthly_income: 4200.5 }, "monthly_income", /digits only/],
    ["less than nothing", { monthly_income: -1 }, "monthly_income", /digits only/],
    ["half a month", { months: 1.5 }, "months", /whole number/],
    ["a word for yes", { self_employed: "yes" }, "self_employed", /true or false/],
  ])("F14: of employment it refuses %s", (...[, employment, field, message]) => {
    expect(problemsOf(form({}, employment))).toEqual([
      { field: `employment.${field}`, message: expect.stringMatching(message) as string },
    ])
  })

  it("F14: takes today and yesterday's evening for a pay day: the shopper's day may not be ours", () => {
    for (const next_pay_date of ["2026-06-14", "2026-06-15", "2027-06-15"]) {
      expect(problemsOf(form({}, { next_pay_date }))).toEqual([])
    }
    const twice = { pay_cycle: "twice_per_month", previous_pay_date: "2026-06-16" }
    expect(problemsOf(form({}, twice))).toEqual([])
  })

  it("lists every problem at once, once for each field", () => {
    const body = form(
      { ssn: "0-0000", birth_date: "yesterday" },
      { pay_cycle: "twice_per_month", next_pay_date: "soon", monthly_income: "much" },
      { zip: "1" }
    )
    expect(problemsOf(body).map(({ field }) => field)).toEqual([
      "personal.ssn",
      "personal.birth_date",
      "employment.next_pay_date",
      "employment.monthly_income",
      "employment.previous_pay_date",
      "residence.zip",
    ])
  })

  it("G3: says nothing of what was sent, not even under which unknown name", () => {
    const secret = "078-05-1120"
    const body = {
      [secret]: secret,
      personal: { ssn: `${secret}x`, birth_date: secret, cell_phone: secret, [secret]: secret },
      employment: { pay_cycle: secret, next_pay_date: secret, monthly_income: secret },
      residence: { zip: secret, state: secret, rent_or_own: secret, monthly_cost: secret },
    }
    const problems = problemsOf(body)
    expect(problems.length).toBeGreaterThan(10)
    expect(JSON.stringify(problems)).not.toContain(secret)
    expect(problems).toContainEqual({
      field: "body",
      message: "holds a field that is not known here",
    })
  })

  it("suggests the right spelling of a name that is almost right", () => {
    const body = { personal: { ssn: "078051120", birthDate: "1987-03-09" } }
    expect(problemsOf(body)).toEqual([{ field: "personal.birth_date", message: "is missing" }])
    expect(problemsOf({ ...form(), Personal: {} })).toEqual([
      { field: "personal", message: "has to be spelt personal" },
    ])
  })

  it("G8: takes no prototype for a field", () => {
    const body: unknown = JSON.parse(
      '{"personal":{"ssn":"078051120","birth_date":"1987-03-09"},"__proto__":{"a":1}}'
    )
    expect(problemsOf(body)).toEqual([
      { field: "body", message: "holds a field that is not known here" },
    ])
  })

  it("names the rule by a code, too, with its limit, for storefronts with their own texts", () => {
    const longest = "x".repeat(101)
    const body = form(
      { ssn: undefined },
      { employer_name: longest, previous_pay_date: "2026-06-01" }
    )
    expect(codedProblemsOf(body).map(({ field, code, limit }) => [field, code, limit])).toEqual([
      ["personal.ssn", "missing", undefined],
      ["employment.employer_name", "too-long", "100"],
      ["employment.previous_pay_date", "payday-needless", undefined],
    ])
    expect(codedProblemsOf({ ...form(), Personal: {} })[0]).not.toHaveProperty("code")
  })
})
