import { config } from "../../../src/jobs/watch-ledger"
import { leaseSeconds } from "../../../src/modules/consumer-financing/coordination/lease"
import { parseOptions } from "../../../src/options/parse-options"

const { deadlines } = parseOptions({
  backendUrl: "https://api.shop.example",
  storefrontUrl: "https://shop.example",
  secret: "9057016420a8931ec8fc165aaa8569c988744763f66440088b642cc65603547e",
})

/** Seconds between two runs of the scheduled status checks, plus the longest status check. */
const STATUS_CHECK_SECONDS = 5 + deadlines.read / 1000

describe("a settle of a killed process (fact 23)", () => {
  it("is found within five minutes by the job that watches Medusa's rows", () => {
    const leaseDuration = leaseSeconds(deadlines)
    const jobInterval = config.schedule.interval / 1000
    expect(leaseDuration + jobInterval + STATUS_CHECK_SECONDS).toBeLessThan(5 * 60)
  })
})
