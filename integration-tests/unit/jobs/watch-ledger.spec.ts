import { config } from "../../../src/jobs/watch-ledger"
import { leaseSeconds } from "../../../src/modules/consumer-financing/coordination/lease"
import { parseOptions } from "../../../src/options/parse-options"

const { deadlines } = parseOptions({
  backendUrl: "https://api.shop.example",
  storefrontUrl: "https://shop.example",
  secret: "9057016420a8931ec8fc165aaa8569c988744763f66440088b642cc65603547e",
})

/** Seconds between two runs of the scheduled status checks, plus the longest status check. */
const UNTIL_CHECKED = 5 + deadlines.read / 1000

describe("a settle of a killed process (fact 23)", () => {
  it("is found within five minutes by the job that watches Medusa's rows", () => {
    const counts = leaseSeconds(deadlines)
    const comesRound = config.schedule.interval / 1000
    expect(counts + comesRound + UNTIL_CHECKED).toBeLessThan(5 * 60)
  })
})
