import { type Connected, startConnected } from "../contract/connected"
import { atOnce } from "../../tooling/at-once"
import { expectNoSecrets } from "./expect-no-secrets"
import { type Case, chosenCases, concernsEverybody } from "./faults/cases"
import { Tally } from "./faults/report"
import { runCase } from "./faults/run-case"
import { chosenClientCases, runClientCase } from "./faults/run-client-case"
import { listenForSecrets } from "./find-secrets"
import { PROOF_PATIENCE, proofOptions, say } from "./proof-options"

/** Most of a case is waiting. */
const AT_ONCE = 8

const options = proofOptions()

/** Throws one error about all that was violated, with what to type next. */
function expectNoViolations({ violations }: Tally): void {
  const [first] = violations
  if (!first) return
  const list = violations.map(({ name, why }) => `${name}\n${why}`).join("\n\n")
  throw new Error(
    `${violations.length} violations:\n${list}\n\nOne alone: npm run simulate:faults -- --only ${first.name}`
  )
}

describe("Every single fault of the calls that a store makes", () => {
  const chosen = chosenCases(options)
  const tally = new Tally("single faults against a real store", chosen.length)

  const run = (one: Case) => async () => {
    await runCase(one).catch((error: unknown) => tally.violate(one.name, error))
    tally.count(one.call, one.ill.point)
  }

  beforeAll(async () => {
    await listenForSecrets()
    say(`\n${chosen.length} cases, seed ${options.seed}`)
    const alone = chosen.filter(concernsEverybody)
    const rest = chosen.filter((one) => !concernsEverybody(one))
    await atOnce(rest.map(run), AT_ONCE)
    await atOnce(alone.map(run), 1)
    tally.print()
  }, PROOF_PATIENCE)

  it("leaves Medusa and the service in agreement, or opens a review case (I1–I6, I12)", () => {
    expectNoViolations(tally)
  })

  it("lets no secret out (I10)", () => expectNoSecrets(), PROOF_PATIENCE)
})

describe("Every single fault of the calls outside an order, by the client alone", () => {
  const chosen = chosenClientCases(options)
  const tally = new Tally("single faults, client against simulator", chosen.length)
  let joined: Connected

  beforeAll(async () => {
    joined = await startConnected()
    const client = joined.connect({ deadlines: { create: 500, read: 500 } })
    // The access token is had before, within its own patience.
    await client.getStatus({ applicationToken: await joined.file() })
    for (const one of chosen) {
      await runClientCase(one, { joined, client }).catch((error: unknown) =>
        tally.violate(one.name, error)
      )
      tally.count(one.call.call, one.ill.point)
    }
    tally.print()
  }, PROOF_PATIENCE)

  afterAll(() => joined.close())

  it("reports the outcome: happened, did not happen, or unknown (A1, E1–E6)", () => {
    expectNoViolations(tally)
  })
})
