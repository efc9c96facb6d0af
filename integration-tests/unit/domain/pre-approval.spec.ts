import { cents } from "../../../src/domain/money"
import {
  isOver,
  findObstacle,
  PRE_APPROVAL_STATES,
  preApprovalStateOf,
} from "../../../src/domain/pre-approval"

const NOW = Date.parse("2026-11-20T12:00:00Z")
const approvedPreApproval = {
  state: "approved" as const,
  expires_at: "2026-12-20T12:00:00Z",
  max_approval_cents: 100_000,
}

describe("the state of a pre-approval", () => {
  it("follows from the service's code, and is needs-attention for an unknown code", () => {
    const states = [..."PZRAWMSCLXUOTB"].map((code) => [code, preApprovalStateOf(code as "P")])
    expect(Object.fromEntries([...states, ["?", preApprovalStateOf("unknown")]])).toEqual({
      P: "awaiting-customer",
      Z: "awaiting-customer",
      R: "approved",
      A: "approved",
      W: "under-review",
      M: "under-review",
      S: "needs-attention",
      C: "needs-attention",
      L: "needs-attention",
      X: "declined",
      U: "declined",
      O: "cancelled",
      T: "needs-attention",
      B: "needs-attention",
      "?": "needs-attention",
    })
  })

  it("is final when it is in-doubt, refused, declined, cancelled or expired", () => {
    expect(PRE_APPROVAL_STATES.filter(isOver)).toEqual([
      "in-doubt",
      "refused",
      "declined",
      "cancelled",
      "expired",
    ])
  })
})

describe("findObstacle", () => {
  it("returns null up to the approved amount, and above-amount beyond it", () => {
    expect(findObstacle(approvedPreApproval, cents(100_000), NOW)).toBeNull()
    expect(findObstacle(approvedPreApproval, cents(100_001), NOW)).toBe("above-amount")
  })

  it("returns above-amount when the service named no amount", () => {
    expect(findObstacle({ ...approvedPreApproval, max_approval_cents: null }, cents(1), NOW)).toBe(
      "above-amount"
    )
  })

  it("returns expired from the expiry time on, even before a status check", () => {
    const expiresAt = Date.parse(approvedPreApproval.expires_at)
    expect(findObstacle(approvedPreApproval, cents(1), expiresAt - 1)).toBeNull()
    expect(findObstacle(approvedPreApproval, cents(1), expiresAt)).toBe("expired")
    expect(findObstacle({ ...approvedPreApproval, state: "expired" }, cents(1), NOW)).toBe(
      "expired"
    )
  })

  it("returns an obstacle for every state except approved", () => {
    for (const state of PRE_APPROVAL_STATES.filter((candidate) => candidate !== "approved")) {
      expect(findObstacle({ ...approvedPreApproval, state }, cents(1), NOW)).not.toBeNull()
    }
  })
})
