import { applicationForm } from "../../../src/api/store/consumer-financing/forms"
import {
  type FieldProblem,
  validate,
} from "../../../src/api/store/consumer-financing/form-problems"

const NOW = Date.parse("2026-06-15T12:00:00Z")

type Fields = Record<string, unknown>

const buildForm = (
  personal: Fields = {},
  employment: Fields | null = null,
  residence: Fields = {}
) => ({
  personal: { ssn: "078-05-1120", birth_date: "1987-03-09", ...personal },
  ...(employment
    ? { employment: { pay_cycle: "weekly", next_pay_date: "2026-06-19", ...employment } }
    : {}),
  residence,
})

/** The problems without their codes, which the last test checks. */
const listProblems = (body: unknown) =>
  listCodedProblems(body).map(({ field, message }) => ({ field, message }))

function listCodedProblems(body: unknown): FieldProblem[] {
  let problems: FieldProblem[] = []
  const refuse = (reported: FieldProblem[]) => {
    problems = reported
    return new Error("refused")
  }
  try {
    validate(applicationForm(NOW), body, { refuse })
  } catch (error) {
    expect(error).toHaveProperty("message", "refused")
  }
  return problems
}

describe("applicationForm", () => {
  it("converts the input to the contract's formats", () => {
    const data = applicationForm(NOW).parse(
      buildForm(
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

  it("accepts a form without employment and residence", () => {
    expect(listProblems({ personal: buildForm().personal })).toEqual([])
  })

  it.each<[string, unknown, string, RegExp]>([
    ["no SSN", buildForm({ ssn: undefined }), "personal.ssn", /^is missing$/],
    ["an SSN of eight digits", buildForm({ ssn: "07805112" }), "personal.ssn", /nine digits/],
    ["an SSN with a letter", buildForm({ ssn: "078-05-112O" }), "personal.ssn", /nine digits/],
    [
      "an SSN with misplaced dashes",
      buildForm({ ssn: "0780-5-1120" }),
      "personal.ssn",
      /nine digits/,
    ],
    ["a numeric SSN", buildForm({ ssn: 78051120 }), "personal.ssn", /has to be a text/],
    [
      "an SSN with a group of zeros",
      buildForm({ ssn: "078-00-1120" }),
      "personal.ssn",
      /not a number/,
    ],
    [
      "an SSN with a serial of zeros",
      buildForm({ ssn: "078050000" }),
      "personal.ssn",
      /not a number/,
    ],
    [
      "a birth date that does not exist",
      buildForm({ birth_date: "1987-02-30" }),
      "personal.birth_date",
      /calendar/,
    ],
    [
      "a birth date in US format",
      buildForm({ birth_date: "03/09/1987" }),
      "personal.birth_date",
      /YYYY-MM-DD/,
    ],
    [
      "an applicant under 18",
      buildForm({ birth_date: "2010-01-01" }),
      "personal.birth_date",
      /between 18 and 120/,
    ],
    [
      "an applicant over 120",
      buildForm({ birth_date: "1887-01-01" }),
      "personal.birth_date",
      /between 18 and/,
    ],
    [
      "a phone number that is too short",
      buildForm({ cell_phone: "555-0143" }),
      "personal.cell_phone",
      /US phone/,
    ],
    [
      "a foreign phone number",
      buildForm({ cell_phone: "+49 30 123456" }),
      "personal.cell_phone",
      /US phone/,
    ],
    [
      "a license state in words",
      buildForm({ license: { state: "New York" } }),
      "personal.license.state",
      /two letters/,
    ],
    [
      "an unknown license state",
      buildForm({ license: { state: "ZZ" } }),
      "personal.license.state",
      /two letters/,
    ],
    [
      "a license that expires before it is issued",
      buildForm({ license: { issued_on: "2020-01-02", expires_on: "2019-01-01" } }),
      "personal.license.expires_on",
      /after issued_on/,
    ],
    [
      "a license issued the day after tomorrow",
      buildForm({ license: { issued_on: "2026-06-17" } }),
      "personal.license.issued_on",
      /past/,
    ],
    ["a ZIP+4 code", buildForm({}, null, { zip: "10118-0110" }), "residence.zip", /five digits/],
    ["a one-letter state", buildForm({}, null, { state: "N" }), "residence.state", /two letters/],
    [
      "an unknown tenure",
      buildForm({}, null, { rent_or_own: "squat" }),
      "residence.rent_or_own",
      /rent, own/,
    ],
    [
      "a negative monthly cost",
      buildForm({}, null, { monthly_cost: -1 }),
      "residence.monthly_cost",
      /negative/,
    ],
    [
      "a monthly cost with three decimals",
      buildForm({}, null, { monthly_cost: 1.333 }),
      "residence.monthly_cost",
      /two decimals/,
    ],
    ["a section that is not an object", { personal: "x" }, "personal", /has to be an object/],
    ["a null body", null, "body", /has to be an object/],
    ["a list as the body", [], "body", /has to be an object/],
  ])("F14: rejects %s, and names the field and the rule", (...[, body, field, message]) => {
    expect(listProblems(body)).toEqual([
      { field, message: expect.stringMatching(message) as string },
    ])
  })

  it.each<[string, Fields, string, RegExp]>([
    ["no pay cycle", { pay_cycle: undefined }, "pay_cycle", /^is missing$/],
    [
      "an unknown pay cycle",
      { pay_cycle: "daily" },
      "pay_cycle",
      /weekly, biweekly, twice_per_month/,
    ],
    ["a pay cycle in the contract's spelling", { pay_cycle: "WEEKLY" }, "pay_cycle", /one of/],
    ["no next pay date", { next_pay_date: undefined }, "next_pay_date", /^is missing$/],
    ["a next pay date in the past", { next_pay_date: "2026-06-13" }, "next_pay_date", /to come/],
    [
      "a next pay date more than a year ahead",
      { next_pay_date: "2062-06-19" },
      "next_pay_date",
      /within a year/,
    ],
    [
      "a twice-monthly cycle without the previous pay date",
      { pay_cycle: "twice_per_month" },
      "previous_pay_date",
      /is needed/,
    ],
    [
      "a previous pay date with another cycle",
      { previous_pay_date: "2026-06-12" },
      "previous_pay_date",
      /twice_per_month only/,
    ],
    [
      "a previous pay date in the future",
      { pay_cycle: "twice_per_month", previous_pay_date: "2026-06-30" },
      "previous_pay_date",
      /past/,
    ],
    ["an income with a comma", { monthly_income: "4,200" }, "monthly_income", /digits only/],
    ["an income with cents", { monthly_income: "4200.00" }, "monthly_income", /digits only/],
    ["an income with a sign", { monthly_income: "$4200" }, "monthly_income", /digits only/],
    ["an income with half a dollar", { monthly_income: 4200.5 }, "monthly_income", /digits only/],
    ["a negative income", { monthly_income: -1 }, "monthly_income", /digits only/],
    ["a fractional number of months", { months: 1.5 }, "months", /whole number/],
    ["a text instead of a boolean", { self_employed: "yes" }, "self_employed", /true or false/],
  ])("F14: rejects employment with %s", (...[, employment, field, message]) => {
    expect(listProblems(buildForm({}, employment))).toEqual([
      { field: `employment.${field}`, message: expect.stringMatching(message) as string },
    ])
  })

  it("F14: tolerates one day of difference in pay dates, for the shopper's time zone", () => {
    for (const next_pay_date of ["2026-06-14", "2026-06-15", "2027-06-15"]) {
      expect(listProblems(buildForm({}, { next_pay_date }))).toEqual([])
    }
    const twiceMonthly = { pay_cycle: "twice_per_month", previous_pay_date: "2026-06-16" }
    expect(listProblems(buildForm({}, twiceMonthly))).toEqual([])
  })

  it("reports every problem at once, one per field", () => {
    const body = buildForm(
      { ssn: "0-0000", birth_date: "yesterday" },
      { pay_cycle: "twice_per_month", next_pay_date: "soon", monthly_income: "much" },
      { zip: "1" }
    )
    expect(listProblems(body).map(({ field }) => field)).toEqual([
      "personal.ssn",
      "personal.birth_date",
      "employment.next_pay_date",
      "employment.monthly_income",
      "employment.previous_pay_date",
      "residence.zip",
    ])
  })

  it("G3: repeats no submitted value and no unknown field name", () => {
    const secret = "078-05-1120"
    const body = {
      [secret]: secret,
      personal: { ssn: `${secret}x`, birth_date: secret, cell_phone: secret, [secret]: secret },
      employment: { pay_cycle: secret, next_pay_date: secret, monthly_income: secret },
      residence: { zip: secret, state: secret, rent_or_own: secret, monthly_cost: secret },
    }
    const problems = listProblems(body)
    expect(problems.length).toBeGreaterThan(10)
    expect(JSON.stringify(problems)).not.toContain(secret)
    expect(problems).toContainEqual({
      field: "body",
      message: "holds a field that is not known here",
    })
  })

  it("reports the expected name of a misspelled field", () => {
    const body = { personal: { ssn: "078051120", birthDate: "1987-03-09" } }
    expect(listProblems(body)).toEqual([{ field: "personal.birth_date", message: "is missing" }])
    expect(listProblems({ ...buildForm(), Personal: {} })).toEqual([
      { field: "personal", message: "has to be spelt personal" },
    ])
  })

  it("G8: rejects __proto__ as an unknown field", () => {
    const body: unknown = JSON.parse(
      '{"personal":{"ssn":"078051120","birth_date":"1987-03-09"},"__proto__":{"a":1}}'
    )
    expect(listProblems(body)).toEqual([
      { field: "body", message: "holds a field that is not known here" },
    ])
  })

  it("returns a code and a limit for each rule, for storefronts with their own texts", () => {
    const tooLongName = "x".repeat(101)
    const body = buildForm(
      { ssn: undefined },
      { employer_name: tooLongName, previous_pay_date: "2026-06-01" }
    )
    expect(listCodedProblems(body).map(({ field, code, limit }) => [field, code, limit])).toEqual([
      ["personal.ssn", "missing", undefined],
      ["employment.employer_name", "too-long", "100"],
      ["employment.previous_pay_date", "payday-needless", undefined],
    ])
    expect(listCodedProblems({ ...buildForm(), Personal: {} })[0]).not.toHaveProperty("code")
  })
})
