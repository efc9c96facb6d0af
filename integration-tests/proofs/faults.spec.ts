import { type ConnectedSandbox, startConnectedSandbox } from "../contract/connected-sandbox"
import { runConcurrently } from "../../tooling/run-concurrently"
import { expectNoSecrets } from "./expect-no-secrets"
import { type Case, selectCases, isProcessWide } from "./faults/cases"
import { Tally } from "./faults/report"
import { runCase } from "./faults/run-case"
import { selectClientCases, runClientCase } from "./faults/run-client-case"
import { listenForSecrets } from "./find-secrets"
import { PROOF_TIMEOUT_MS, readProofOptions, printLine } from "./proof-options"

/** Many cases can run at once: each mostly waits. */
const AT_ONCE = 8

const options = readProofOptions()

/** Throws one error that lists all violations, with the command to run one alone. */
function expectNoViolations({ violations }: Tally): void {
  const [first] = violations
  if (!first) return
  const list = violations.map(({ name, why }) => `${name}\n${why}`).join("\n\n")
  throw new Error(
    `${violations.length} violations:\n${list}\n\nOne alone: npm run simulate:faults -- --only ${first.name}`
  )
}

describe("Every single fault of a store's calls", () => {
  const chosen = selectCases(options)
  const tally = new Tally("single faults against a real store", chosen.length)

  const run = (one: Case) => async () => {
    await runCase(one).catch((error: unknown) => tally.recordViolation(one.name, error))
    tally.countCase(one.call, one.callFault.point)
  }

  beforeAll(async () => {
    await listenForSecrets()
    printLine(`\n${chosen.length} cases, seed ${options.seed}`)
    const alone = chosen.filter(isProcessWide)
    const rest = chosen.filter((one) => !isProcessWide(one))
    await runConcurrently(rest.map(run), AT_ONCE)
    await runConcurrently(alone.map(run), 1)
    tally.print()
  }, PROOF_TIMEOUT_MS)

  it("leaves Medusa and the service in agreement, or opens a review case (I1–I6, I12)", () => {
    expectNoViolations(tally)
  })

  it("leaks no secret (I10)", () => expectNoSecrets(), PROOF_TIMEOUT_MS)
})

describe("Every single fault of the client's calls outside an order", () => {
  const chosen = selectClientCases(options)
  const tally = new Tally("single faults, client against simulator", chosen.length)
  let joined: ConnectedSandbox

  beforeAll(async () => {
    joined = await startConnectedSandbox()
    const client = joined.connect({ deadlines: { create: 500, read: 500 } })
    // Gets the access token first, within its own deadline.
    await client.getStatus({ applicationToken: await joined.createApplication() })
    for (const one of chosen) {
      await runClientCase(one, { joined, client }).catch((error: unknown) =>
        tally.recordViolation(one.name, error)
      )
      tally.countCase(one.call.call, one.callFault.point)
    }
    tally.print()
  }, PROOF_TIMEOUT_MS)

  afterAll(() => joined.close())

  it("is reported as happened, did not happen or unknown (A1, E1–E6)", () => {
    expectNoViolations(tally)
  })
})
