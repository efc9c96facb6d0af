import { PURCHASE_STATES } from "../../../src/domain/purchase-state"
import type { Silence } from "../../../src/domain/observation"
import { reviewOfSilence } from "../../../src/domain/review-silence"

const HOUR = 60 * 60
const buildSilence = (changes: Partial<Silence> = {}): Silence => ({
  because: "unreachable",
  environment: "production",
  state: "ready-to-settle",
  purchaseState: "authorized-order",
  isAlarm: false,
  secondsOpen: 10 * HOUR,
  secondsUnheard: 8 * HOUR,
  secondsApart: HOUR,
  ...changes,
})
const listCauses = (changes: Partial<Silence>) =>
  reviewOfSilence(buildSilence(changes)).open.map(({ cause }) => cause)

describe("an application without an answer from the service", () => {
  it("gets an unwatched case six hours after a due check, when an order depends on it", () => {
    const affectedStates = PURCHASE_STATES.filter((purchaseState) =>
      listCauses({ purchaseState }).includes("unwatched")
    )
    expect([...affectedStates].sort()).toEqual([
      "authorized-order",
      "captured-order",
      "order-without-live-payment",
      "unpaid-order",
    ])
    expect(listCauses({ secondsUnheard: 6.9 * HOUR })).toEqual([])
  })

  it("opens no review case before its next scheduled check", () => {
    const oldApplication = { secondsOpen: 60 * HOUR, secondsApart: HOUR }
    expect(listCauses({ ...oldApplication, secondsUnheard: 29 * HOUR })).toEqual([])
    expect(listCauses({ ...oldApplication, secondsUnheard: 31 * HOUR })).toEqual(["unwatched"])
  })

  it("opens no review case once it is funded, or when the service refuses to answer", () => {
    expect(listCauses({ state: "funded" })).toEqual([])
    expect(listCauses({ because: "refused" })).toEqual([])
  })

  it("opens a cancel case at once for a cancelled order, and after 15 minutes for an abandoned cart", () => {
    expect(listCauses({ purchaseState: "cancelled-order", secondsUnheard: 1 })).toEqual(["cancel"])
    expect(listCauses({ purchaseState: "nothing", secondsUnheard: 14 * 60 })).toEqual([])
    expect(listCauses({ purchaseState: "nothing", secondsUnheard: 16 * 60 })).toEqual(["cancel"])
  })

  it("opens a cancel case only for a cancelled order during an outage alarm", () => {
    const affectedStates = PURCHASE_STATES.filter((purchaseState) =>
      listCauses({ purchaseState, isAlarm: true }).includes("cancel")
    )
    expect(affectedStates).toEqual(["cancelled-order"])
  })

  it("opens an unwatched case that reports missing credentials", () => {
    const { open } = reviewOfSilence(buildSilence({ because: "no-credentials", secondsUnheard: 1 }))
    expect(open).toEqual([
      {
        cause: "unwatched",
        reason: expect.stringMatching(/no credentials for the production environment/) as string,
      },
    ])
  })

  it("opens no review case once it has ended", () => {
    for (const because of ["unreachable", "refused", "no-credentials"] as const) {
      expect(listCauses({ because, state: "cancelled", purchaseState: "cancelled-order" })).toEqual(
        []
      )
    }
  })
})
