import { withLateApproval } from "../../../src/domain/late-approval"
import type { OpenOperation } from "../../../src/domain/next-action"
import { ACTION_TABLE } from "../../../src/domain/action-table"
import { PURCHASE_STATES } from "../../../src/domain/purchase-state"
import type { SeenCode } from "../../../src/domain/status-codes"

const CODES = Object.keys(ACTION_TABLE.nothing) as SeenCode[]
const DOUBTFUL: OpenOperation = {
  kind: "cancel",
  doubtful: true,
  secondsInDoubt: 60,
  attempts: 1,
}

describe("an approval that came too late", () => {
  it("is a person's to decide about, unless the merchant wants it ended", () => {
    for (const purchaseState of PURCHASE_STATES) {
      for (const code of CODES) {
        const move = ACTION_TABLE[purchaseState][code]
        expect(withLateApproval(move, { purchaseState, code, open: null }, "hold")).toBe(move)
      }
    }
  })

  it("is then ended where it is signed and not funded, and nothing else is", () => {
    const ended = PURCHASE_STATES.flatMap((purchaseState) =>
      CODES.filter((code) => {
        const move = ACTION_TABLE[purchaseState][code]
        return withLateApproval(move, { purchaseState, code, open: null }, "cancel") !== move
      }).map((code) => `${purchaseState} ${code}`)
    )
    expect(ended).toEqual(["changed-cart S", "changed-request S"])
  })

  it("keeps ending while our own cancel is in doubt", () => {
    const late = { purchaseState: "changed-cart", code: "S", open: DOUBTFUL } as const
    expect(withLateApproval("wait", late, "cancel")).toBe("end-application")
    expect(withLateApproval("wait", late, "hold")).toBe("wait")
    // A time limit's cancel is repeated by that limit.
    expect(withLateApproval("wait", { ...late, code: "A" }, "cancel")).toBe("wait")
    const underWay = { ...late, open: { ...DOUBTFUL, doubtful: false } }
    expect(withLateApproval("wait", underWay, "cancel")).toBe("wait")
    const settling = { ...late, open: { ...DOUBTFUL, kind: "settle" as const } }
    expect(withLateApproval("wait", settling, "cancel")).toBe("wait")
    const paid = { ...late, purchaseState: "authorized-order" as const }
    expect(withLateApproval("wait", paid, "cancel")).toBe("wait")
  })
})
