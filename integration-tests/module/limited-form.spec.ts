import type { OrderSnapshot } from "../../src/domain/order-snapshot"
import { startRunningModule, buildCart } from "./running-module"

const running = startRunningModule({
  fullApplication: { enabled: true, attemptsPerPerson: 4, mismatchesPerPerson: 2 },
})

/** The simulator answers this name with a mismatch. */
const wrong = { firstName: "Nora", lastName: "Mismatch" }

type Person = { firstName: string; lastName: string }
type Wish = {
  person?: Person
  email: string
  cellPhone: string
  birthDate?: string
  street?: string
}

let homes = 0

/** Builds an application from a new street address, unless `street` is given. */
function form({ person, email, cellPhone, birthDate = "1987-03-09", street }: Wish) {
  homes += 1
  const cart = buildCart({ email, cellPhone })
  const home = { street: street ?? `${homes} Linden Avenue` }
  const snapshot: OrderSnapshot = { ...cart, address: { ...cart.address, ...person, ...home } }
  const personal = { ssn: "900-12-3456", birth_date: birthDate }
  return { snapshot, form: { personal }, cellPhone, paymentSessionId: null }
}

const apply = (wish: Wish) => running().financing.applyInFull(form(wish))

async function answerTo(wish: Wish): Promise<string> {
  try {
    const result = await apply(wish)
    return result.outcome === "limited" ? "limited" : (result.application.code ?? result.outcome)
  } catch (error) {
    return String(error)
  }
}

const creates = async () =>
  (await running().sandbox.control.calls({ operation: "createFullApplication" })).length

const NEUTRAL = expect.stringContaining(
  "cannot take another application with these details"
) as string

describe("the shop's own form (G6)", () => {
  it("gives one neutral answer after two mismatches and does not call the service", async () => {
    const wish = { person: wrong, email: "nora@example.com", cellPhone: "2125550111" }
    expect([await answerTo(wish), await answerTo(wish)]).toEqual(["X", "X"])
    const before = await creates()
    // Even the right number gets this answer: the input is not compared any more.
    expect(await answerTo(wish)).toEqual(NEUTRAL)
    for (const other of [
      { ...wish, email: "other-1@example.com", cellPhone: "2125550112" },
      { ...wish, person: { firstName: "Ada", lastName: "Other" }, email: "other-2@example.com" },
      {
        ...wish,
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
      expect(await answerTo(other)).toEqual(NEUTRAL)
    }
    expect(await creates()).toBe(before)
  })

  it("counts mismatches by street and zip code, whatever name, phone and e-mail address are given", async () => {
    const street = "7 Orchard Street"
    const guess = (number: number) => ({
      person: { firstName: `Guess${"abc"[number]}`, lastName: "Mismatch" },
      email: `guess-${number}@example.com`,
      cellPhone: `212555014${number}`,
      birthDate: `1980-01-0${number + 1}`,
      street: number === 2 ? street.toUpperCase() : street,
    })
    expect([await answerTo(guess(0)), await answerTo(guess(1))]).toEqual(["X", "X"])
    const before = await creates()
    expect(await answerTo(guess(2))).toEqual(NEUTRAL)
    expect(await answerTo(guess(2))).toContain("on the service's own page")
    expect(await creates()).toBe(before)
  })

  it("reveals two mismatches and no more when ten requests arrive at once", async () => {
    const wish = { person: { ...wrong, firstName: "Tess" }, email: "tess@example.com" }
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => answerTo({ ...wish, cellPhone: "2125550120" }))
    )
    expect(answers.filter((one) => one === "X")).toHaveLength(2)
    expect(answers.filter((one) => one !== "X")).toEqual(Array(8).fill(NEUTRAL))
  })

  it("allows four matching applications per person, and limits the fifth", async () => {
    const wish = { email: "maya@example.com", cellPhone: "2125550130" }
    for (let cart = 0; cart < 4; cart += 1) expect(await answerTo(wish)).toBe("A")
    expect(await answerTo(wish)).toBe("limited")
    expect(await answerTo({ ...wish, email: "m2@example.com", cellPhone: "2125550131" })).toBe(
      "limited"
    )
    const another = { email: "m3@example.com", cellPhone: "2125550132", birthDate: "1990-01-01" }
    expect(await answerTo(another)).toBe("A")
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
