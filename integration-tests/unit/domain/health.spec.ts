import { problemsOf, type ServiceState, statusOf } from "../../../src/domain/health"

const NONE = { count: 0, oldest_seconds: 0 }
const waits = (seconds: number) => ({ count: 1, oldest_seconds: seconds })

type Change = Partial<Parameters<typeof problemsOf>[0]>

function judged(change: Change = {}) {
  const facts = {
    is_in_use: true,
    service: "available" as ServiceState,
    is_locked: false,
    checks_due: NONE,
    inbox: NONE,
    in_doubt: NONE,
    review_cases: NONE,
    ...change,
  }
  return { ...facts, problems: problemsOf(facts) }
}

const UNUSED = judged({ is_in_use: false, service: "not-ready" })

test.each<[string, Change, [string, ...string[]]]>([
  ["is ok when nothing is late", { checks_due: waits(300), inbox: waits(300) }, ["ok"]],
  [
    "is degraded when checks wait for more than five minutes",
    { checks_due: waits(301) },
    ["degraded", "checks-late"],
  ],
  [
    "is degraded when postbacks wait for more than five minutes",
    { inbox: waits(301) },
    ["degraded", "inbox-late"],
  ],
  [
    "is ok when only decisions by staff are open",
    { in_doubt: waits(1e6), review_cases: waits(1e6) },
    ["ok"],
  ],
  ["is down when the service does not answer", { service: "unreachable" }, ["down", "unreachable"]],
  ["is down when the database may be a copy", { is_locked: true }, ["down", "locked"]],
  ["is down without credentials", { service: "not-ready" }, ["down", "not-ready"]],
])("the status %s", (_, change, [status, ...problems]) => {
  const environment = judged(change)
  expect(environment.problems).toEqual(problems)
  expect(statusOf([environment, UNUSED])).toBe(status)
})

test("an unused environment reports no problem for a copied database", () => {
  expect(problemsOf(judged({ is_in_use: false, is_locked: true }))).toEqual([])
})

test("an unused environment needs no credentials, but degrades the status if its service does not answer", () => {
  expect(UNUSED.problems).toEqual([])
  const silent = judged({ is_in_use: false, service: "unreachable" })
  expect(statusOf([judged(), UNUSED])).toBe("ok")
  expect(statusOf([judged(), silent])).toBe("degraded")
})
