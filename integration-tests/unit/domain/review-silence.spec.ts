import { PURCHASE_STATES } from "../../../src/domain/purchase-state"
import type { Silence } from "../../../src/domain/observation"
import { reviewOfSilence } from "../../../src/domain/review-silence"

const HOUR = 60 * 60
const silence = (changed: Partial<Silence> = {}): Silence => ({
  because: "unreachable",
  environment: "production",
  state: "ready-to-settle",
  purchaseState: "authorized-order",
  isAlarm: false,
  secondsOpen: 10 * HOUR,
  secondsUnheard: 8 * HOUR,
  secondsApart: HOUR,
  ...changed,
})
const causesOf = (changed: Partial<Silence>) =>
  reviewOfSilence(silence(changed)).open.map(({ cause }) => cause)

describe("an application without an answer from the service", () => {
  it("gets an unwatched case six hours after a due check, when an order depends on it", () => {
    const listed = PURCHASE_STATES.filter((purchaseState) =>
      causesOf({ purchaseState }).includes("unwatched")
    )
    expect([...listed].sort()).toEqual([
      "authorized-order",
      "captured-order",
      "order-without-live-payment",
      "unpaid-order",
    ])
    expect(causesOf({ secondsUnheard: 6.9 * HOUR })).toEqual([])
  })

  it("opens no review case before its next scheduled check", () => {
    const old = { secondsOpen: 60 * HOUR, secondsApart: HOUR }
    expect(causesOf({ ...old, secondsUnheard: 29 * HOUR })).toEqual([])
    expect(causesOf({ ...old, secondsUnheard: 31 * HOUR })).toEqual(["unwatched"])
  })

  it("opens no review case once it is funded, or when the service refuses to answer", () => {
    expect(causesOf({ state: "funded" })).toEqual([])
    expect(causesOf({ because: "refused" })).toEqual([])
  })

  it("opens a cancel case at once for a cancelled order, and after 15 minutes for an abandoned cart", () => {
    expect(causesOf({ purchaseState: "cancelled-order", secondsUnheard: 1 })).toEqual(["cancel"])
    expect(causesOf({ purchaseState: "nothing", secondsUnheard: 14 * 60 })).toEqual([])
    expect(causesOf({ purchaseState: "nothing", secondsUnheard: 16 * 60 })).toEqual(["cancel"])
  })

  it("opens a cancel case only for a cancelled order during an outage alarm", () => {
    const listed = PURCHASE_STATES.filter((purchaseState) =>
      causesOf({ purchaseState, isAlarm: true }).includes("cancel")
    )
    expect(listed).toEqual(["cancelled-order"])
  })

  it("opens an unwatched case that reports missing credentials", () => {
    const { open } = reviewOfSilence(silence({ because: "no-credentials", secondsUnheard: 1 }))
    expect(open).toEqual([
      {
        cause: "unwatched",
        reason: expect.stringMatching(/no credentials for the production environment/) as string,
      },
    ])
  })

  it("opens no review case once it has ended", () => {
    for (const because of ["unreachable", "refused", "no-credentials"] as const) {
      expect(causesOf({ because, state: "cancelled", purchaseState: "cancelled-order" })).toEqual(
        []
      )
    }
  })
})
