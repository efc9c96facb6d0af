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
const CONCURRENCY = 8

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
  const cases = selectCases(options)
  const tally = new Tally("single faults against a real store", cases.length)

  const createRunner = (testCase: Case) => async () => {
    await runCase(testCase).catch((error: unknown) => tally.recordViolation(testCase.name, error))
    tally.countCase(testCase.call, testCase.callFault.point)
  }

  beforeAll(async () => {
    await listenForSecrets()
    printLine(`\n${cases.length} cases, seed ${options.seed}`)
    const processWide = cases.filter(isProcessWide)
    const rest = cases.filter((testCase) => !isProcessWide(testCase))
    await runConcurrently(rest.map(createRunner), CONCURRENCY)
    await runConcurrently(processWide.map(createRunner), 1)
    tally.print()
  }, PROOF_TIMEOUT_MS)

  it("leaves Medusa and the service in agreement, or opens a review case (I1–I6, I12)", () => {
    expectNoViolations(tally)
  })

  it("leaks no secret (I10)", () => expectNoSecrets(), PROOF_TIMEOUT_MS)
})

describe("Every single fault of the client's calls outside an order", () => {
  const cases = selectClientCases(options)
  const tally = new Tally("single faults, client against simulator", cases.length)
  let connected: ConnectedSandbox

  beforeAll(async () => {
    connected = await startConnectedSandbox()
    const client = connected.connect({ deadlines: { create: 500, read: 500 } })
    // Gets the access token first, within its own deadline.
    await client.getStatus({ applicationToken: await connected.createApplication() })
    for (const clientCase of cases) {
      await runClientCase(clientCase, { joined: connected, client }).catch((error: unknown) =>
        tally.recordViolation(clientCase.name, error)
      )
      tally.countCase(clientCase.call.call, clientCase.callFault.point)
    }
    tally.print()
  }, PROOF_TIMEOUT_MS)

  afterAll(() => connected.close())

  it("is reported as happened, did not happen or unknown (A1, E1–E6)", () => {
    expectNoViolations(tally)
  })
})
