import type { OrderSnapshot } from "../../src/domain/order-snapshot"
import { startModule, buildCart } from "./running-module"

const running = startModule({
  fullApplication: { enabled: true, attemptsPerPerson: 4, mismatchesPerPerson: 2 },
})

/** The simulator answers this name with a mismatch. */
const mismatchedPerson = { firstName: "Nora", lastName: "Mismatch" }

type Person = { firstName: string; lastName: string }
type Applicant = {
  person?: Person
  email: string
  cellPhone: string
  birthDate?: string
  street?: string
}

let homeCount = 0

/** Builds an application from a new street address, unless `street` is given. */
function buildForm({ person, email, cellPhone, birthDate = "1987-03-09", street }: Applicant) {
  homeCount += 1
  const cart = buildCart({ email, cellPhone })
  const streetAddress = { street: street ?? `${homeCount} Linden Avenue` }
  const snapshot: OrderSnapshot = {
    ...cart,
    address: { ...cart.address, ...person, ...streetAddress },
  }
  const personal = { ssn: "900-12-3456", birth_date: birthDate }
  return { snapshot, form: { personal }, cellPhone, paymentSessionId: null }
}

const apply = (applicant: Applicant) => running().financing.applyInFull(buildForm(applicant))

async function submitForm(applicant: Applicant): Promise<string> {
  try {
    const result = await apply(applicant)
    return result.outcome === "limited" ? "limited" : (result.application.code ?? result.outcome)
  } catch (error) {
    return String(error)
  }
}

const countCreates = async () =>
  (await running().sandbox.control.calls({ operation: "createFullApplication" })).length

const NEUTRAL_ANSWER = expect.stringContaining(
  "cannot take another application with these details"
) as string

describe("the shop's own form (G6)", () => {
  it("gives one neutral answer after two mismatches and does not call the service", async () => {
    const applicant = {
      person: mismatchedPerson,
      email: "nora@example.com",
      cellPhone: "2125550111",
    }
    expect([await submitForm(applicant), await submitForm(applicant)]).toEqual(["X", "X"])
    const createsBefore = await countCreates()
    // Even the right number gets this answer: the input is not compared any more.
    expect(await submitForm(applicant)).toEqual(NEUTRAL_ANSWER)
    for (const other of [
      { ...applicant, email: "other-1@example.com", cellPhone: "2125550112" },
      {
        ...applicant,
        person: { firstName: "Ada", lastName: "Other" },
        email: "other-2@example.com",
      },
      {
        ...applicant,
        person: { firstName: "Ada", lastName: "Other" },
        cellPhone: "2125550113",
        email: "NORA@example.com",
      },
      // With an additional first name.
      {
        person: { firstName: "Nora Belle", lastName: "Mismatch" },
        email: "other-4@example.com",
        cellPhone: "2125550115",
      },
      // With another spelling of the name.
      {
        person: { firstName: "NORA", lastName: "mis-match" },
        email: "other-3@example.com",
        cellPhone: "2125550114",
      },
    ]) {
      expect(await submitForm(other)).toEqual(NEUTRAL_ANSWER)
    }
    expect(await countCreates()).toBe(createsBefore)
  })

  it("counts mismatches by street and zip code, whatever name, phone and e-mail address are given", async () => {
    const street = "7 Orchard Street"
    const buildGuess = (number: number) => ({
      person: { firstName: `Guess${"abc"[number]}`, lastName: "Mismatch" },
      email: `guess-${number}@example.com`,
      cellPhone: `212555014${number}`,
      birthDate: `1980-01-0${number + 1}`,
      street: number === 2 ? street.toUpperCase() : street,
    })
    expect([await submitForm(buildGuess(0)), await submitForm(buildGuess(1))]).toEqual(["X", "X"])
    const createsBefore = await countCreates()
    expect(await submitForm(buildGuess(2))).toEqual(NEUTRAL_ANSWER)
    expect(await submitForm(buildGuess(2))).toContain("on the service's own page")
    expect(await countCreates()).toBe(createsBefore)
  })

  it("reveals two mismatches and no more when ten requests arrive at once", async () => {
    const applicant = {
      person: { ...mismatchedPerson, firstName: "Tess" },
      email: "tess@example.com",
    }
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => submitForm({ ...applicant, cellPhone: "2125550120" }))
    )
    expect(answers.filter((answer) => answer === "X")).toHaveLength(2)
    expect(answers.filter((answer) => answer !== "X")).toEqual(Array(8).fill(NEUTRAL_ANSWER))
  })

  it("allows four matching applications per person, and limits the fifth", async () => {
    const applicant = { email: "maya@example.com", cellPhone: "2125550130" }
    for (let index = 0; index < 4; index += 1) expect(await submitForm(applicant)).toBe("A")
    expect(await submitForm(applicant)).toBe("limited")
    expect(
      await submitForm({ ...applicant, email: "m2@example.com", cellPhone: "2125550131" })
    ).toBe("limited")
    const another = { email: "m3@example.com", cellPhone: "2125550132", birthDate: "1990-01-01" }
    expect(await submitForm(another)).toBe("A")
  })

  it("stores only keyed hashes, for a day at most (G4)", async () => {
    const { financing } = running()
    const rows = await financing.context
      .knex("financing_lease")
      .whereLike("id", "budget:attempt-%")
      .select<{ id: string; expires_at: Date }[]>("id", "expires_at")
    expect(rows.length).toBeGreaterThan(3)
    for (const { id, expires_at } of rows) {
      expect(id).toMatch(/^budget:attempt-[\w-]{43}$/)
      expect(expires_at.getTime() - Date.now()).toBeLessThanOrEqual(24 * 3_600_000 + 5_000)
    }
  })
})
