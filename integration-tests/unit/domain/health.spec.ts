import { problemsOf, type ServiceState, statusOf } from "../../../src/domain/health"

const NO_BACKLOG = { count: 0, oldest_seconds: 0 }
const buildBacklog = (seconds: number) => ({ count: 1, oldest_seconds: seconds })

type HealthChanges = Partial<Parameters<typeof problemsOf>[0]>

function buildEnvironment(changes: HealthChanges = {}) {
  const facts = {
    is_in_use: true,
    service: "available" as ServiceState,
    is_locked: false,
    checks_due: NO_BACKLOG,
    inbox: NO_BACKLOG,
    in_doubt: NO_BACKLOG,
    review_cases: NO_BACKLOG,
    ...changes,
  }
  return { ...facts, problems: problemsOf(facts) }
}

const UNUSED_ENVIRONMENT = buildEnvironment({ is_in_use: false, service: "not-ready" })

test.each<[string, HealthChanges, [string, ...string[]]]>([
  [
    "is ok when nothing is late",
    { checks_due: buildBacklog(300), inbox: buildBacklog(300) },
    ["ok"],
  ],
  [
    "is degraded when checks wait for more than five minutes",
    { checks_due: buildBacklog(301) },
    ["degraded", "checks-late"],
  ],
  [
    "is degraded when postbacks wait for more than five minutes",
    { inbox: buildBacklog(301) },
    ["degraded", "inbox-late"],
  ],
  [
    "is ok when only decisions by staff are open",
    { in_doubt: buildBacklog(1e6), review_cases: buildBacklog(1e6) },
    ["ok"],
  ],
  ["is down when the service does not answer", { service: "unreachable" }, ["down", "unreachable"]],
  ["is down when the database may be a copy", { is_locked: true }, ["down", "locked"]],
  ["is down without credentials", { service: "not-ready" }, ["down", "not-ready"]],
])("the status %s", (_, changes, [status, ...problems]) => {
  const environment = buildEnvironment(changes)
  expect(environment.problems).toEqual(problems)
  expect(statusOf([environment, UNUSED_ENVIRONMENT])).toBe(status)
})

test("an unused environment reports no problem for a copied database", () => {
  expect(problemsOf(buildEnvironment({ is_in_use: false, is_locked: true }))).toEqual([])
})

test("an unused environment needs no credentials, but degrades the status if its service does not answer", () => {
  expect(UNUSED_ENVIRONMENT.problems).toEqual([])
  const unreachableEnvironment = buildEnvironment({ is_in_use: false, service: "unreachable" })
  expect(statusOf([buildEnvironment(), UNUSED_ENVIRONMENT])).toBe("ok")
  expect(statusOf([buildEnvironment(), unreachableEnvironment])).toBe("degraded")
})
