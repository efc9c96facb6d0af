import { SWITCH_ASSUMPTIONS, type Behaviour, behaviourSchema } from "../../src/sandbox/behaviour"
import { listContradicted, verifyBehaviour } from "./run-verification"

type Row = [behaviour: Partial<Behaviour>, contradicted: string[]]

/** Each switch alone, with the assumptions that it contradicts. */
const SINGLE_SWITCHES: Row[] = [
  [{}, []],
  [{ statusAfterSettle: "L" }, []],
  [{ statusAfterSettle: "S" }, []],
  [{ statusAfterSettle: "Q" }, ["status-code-C"]],
  [{ fundDelaySeconds: 3600 }, []],
  [{ statusAfterCancel: "CX" }, ["status-code-O"]],
  [{ statusAfterRefund: "RX" }, ["status-code-T"]],
  [{ secondSettle: "409" }, []],
  [{ secondSettle: "500" }, []],
  [{ settleWhenNotReady: "ok" }, []],
  [{ secondCancel: "409" }, []],
  [{ secondCancel: "500" }, []],
  [{ cancelWhenFunded: "ok" }, []],
  [{ secondRefund: "ok" }, []],
  [{ refundWhenNotFunded: "400" }, []],
  [{ oldTokenAfterPartialRefund: "404" }, []],
  [{ oldTokenAfterPartialRefund: "follows" }, []],
  [{ partialRefundAnswer: "ok" }, ["partial-refund-answer"]],
  [{ partialRefundAnswer: "null-token" }, ["partial-refund-answer"]],
  [{ partialRefundAnswer: "no-token" }, ["partial-refund-answer"]],
  [{ partialRefundAnswer: "same-token" }, ["partial-refund-answer"]],
  [{ partialRefundAnswer: "unknown-code" }, ["partial-refund-answer"]],
  [{ partialRefundAnswer: "S" }, ["partial-refund-answer"]],
  [{ partialRefundAnswer: "B" }, ["partial-refund-answer"]],
  [{ orderIdAfterPartialRefund: "original" }, []],
  [{ partialRefundItemsName: "applicationItems" }, ["partial-refund-items"]],
  [{ partialRefundItemsName: "both" }, ["partial-refund-items"]],
  [{ postbackOnRefund: true }, []],
  [{ errorBody: "empty" }, []],
  [{ errorBody: "html" }, []],
  [{ unknownTokenStatus: 410 }, []],
  [{ unknownTokenStatus: 500 }, ["unknown-token"]],
  [{ postbackEncoding: "json" }, []],
  [{ postbackFields: "minimal" }, []],
  [{ postbackTiming: "before-answer" }, []],
  [{ acceptedStatuses: ["C", "L"] }, ["signed-validation"]],
  [{ validateUnknownToken: "INCOMPLETE_PT" }, []],
  [{ checkSums: false }, []],
  [{ tokenFormat: "hex" }, []],
  [{ tokenFormat: "opaque" }, []],
  [{ addressOnFile: "another" }, []],
  [{ lender: "Ünïcode & Söhne" }, []],
  [{ magic: false }, []],
  [{ magicDelayMs: 5 }, []],
  [{ slowSeconds: 1 }, []],
]

/** Switches whose two effects a run shows independently of each other. */
const COMBINABLE = SINGLE_SWITCHES.filter(
  ([behaviour, contradicted]) => contradicted.length > 0 && !("partialRefundAnswer" in behaviour)
)

/** Whether one switch keeps the run from the call that shows another's effect. */
function isHidden(id: string, behaviour: Partial<Behaviour>): boolean {
  const { partialRefundAnswer = "code", fundDelaySeconds = 0 } = behaviour
  if (id === "status-code-T") return !["code", "ok", "unknown-code"].includes(partialRefundAnswer)
  return id === "status-code-C" && fundDelaySeconds > 0
}

const describeRow = ([behaviour]: Row) => JSON.stringify(behaviour)

async function expectContradicted([behaviour, expected]: Row): Promise<void> {
  const { report, statuses } = await verifyBehaviour(behaviour)
  expect(listContradicted(report).sort()).toEqual([...expected].sort())
  expect(report.problems).toEqual([])
  const live = statuses.filter((status) => ["P", "A", "R", "S", "C", "L", "W"].includes(status))
  expect(live.length).toBeLessThanOrEqual(report.leftOpen.length)
}

describe("verify against the simulator with each switch alone", () => {
  it.each(SINGLE_SWITCHES.map((row) => [describeRow(row), row] as const))(
    "%s contradicts exactly its own assumptions",
    (_name, row) => expectContradicted(row)
  )

  it("covers every switch, and only contradictions that the switch declares", () => {
    const switches = SINGLE_SWITCHES.flatMap(([behaviour]) => Object.keys(behaviour))
    expect([...new Set(switches)].sort()).toEqual(Object.keys(behaviourSchema.shape).sort())
    for (const [behaviour, contradicted] of SINGLE_SWITCHES) {
      const declared = Object.keys(behaviour).flatMap(
        (name) => SWITCH_ASSUMPTIONS[name as keyof Behaviour]
      )
      expect(contradicted.filter((id) => !declared.includes(id))).toEqual([])
    }
  })
})

describe("verify against the simulator with several switches", () => {
  const pairs = COMBINABLE.flatMap((row, index) =>
    COMBINABLE.slice(index + 1).flatMap((otherRow): Row[] => {
      const [first, second] = [row[0], otherRow[0]]
      if (Object.keys(first).some((name) => name in second)) return []
      return [[{ ...first, ...second }, [...row[1], ...otherRow[1]]]]
    })
  )
  it.each(pairs.map((row) => [describeRow(row), row] as const))(
    "%s contradicts the assumptions of both",
    (_name, row) => expectContradicted(row)
  )

  /** A seeded generator, so that a failing set can be reproduced. */
  function createRandom(seed: number): () => number {
    let state = seed
    return () => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648
  }
  const random = createRandom(47)
  const sets = Array.from({ length: 20 }, (): Row => {
    const chosen = SINGLE_SWITCHES.filter(() => random() < 0.2)
    const behaviour = Object.assign(
      {},
      ...chosen.map(([switchBehaviour]) => switchBehaviour)
    ) as Partial<Behaviour>
    const effective = SINGLE_SWITCHES.filter(([switchBehaviour]) =>
      Object.entries(switchBehaviour).every(
        ([name, value]) =>
          behaviour[name as keyof Behaviour] === value && Object.keys(switchBehaviour).length > 0
      )
    )
    const contradictedIds = effective.flatMap(([, contradicted]) => contradicted)
    return [behaviour, [...new Set(contradictedIds)].filter((id) => !isHidden(id, behaviour))]
  })
  it.each(sets.map((row) => [describeRow(row), row] as const))(
    "the set %s contradicts the assumptions of its switches",
    (_name, row) => expectContradicted(row)
  )
})
