import {
  type HomeAnswer,
  type HomeState,
  isLockedState,
  isSameAddress,
  judgeHome,
  secondsUntilChallenge,
} from "../../../src/domain/home"

const ANSWERS: HomeAnswer[] = ["same", "other", "unverified"]

const judgeProductionHome = (isAtHome: boolean, answer: HomeAnswer, isDeclaredCopy = false) =>
  judgeHome({ environment: "production", isAtHome, answer, isDeclaredCopy })

type Row = { isAtHome: boolean; answer: HomeAnswer; state: HomeState; isLocked: boolean }

test.each<Row>([
  { isAtHome: true, answer: "same", state: "ours", isLocked: false },
  { isAtHome: true, answer: "other", state: "copy", isLocked: true },
  { isAtHome: true, answer: "unverified", state: "unverified", isLocked: false },
  { isAtHome: false, answer: "same", state: "alias", isLocked: false },
  { isAtHome: false, answer: "other", state: "copy", isLocked: true },
  { isAtHome: false, answer: "unverified", state: "possible-copy", isLocked: true },
])("judgeHome returns $state for answer $answer when isAtHome is $isAtHome", (row) => {
  const { isAtHome, answer, state, isLocked } = row
  expect(judgeProductionHome(isAtHome, answer)).toBe(state)
  expect(isLockedState(state)).toBe(isLocked)
})

test("a declared copy is a copy for every answer", () => {
  for (const answer of ANSWERS) {
    expect(judgeProductionHome(true, answer, true)).toBe("copy")
    expect(judgeProductionHome(false, answer, true)).toBe("copy")
  }
})

test("staging is never locked", () => {
  for (const answer of ANSWERS) {
    for (const isAtHome of [true, false]) {
      const facts = { environment: "staging", isAtHome, answer, isDeclaredCopy: true } as const
      expect(judgeHome(facts)).toBe("not-checked")
    }
  }
  expect(isLockedState("not-checked")).toBe(false)
})

test.each([
  ["https://api.shop.example", "https://API.shop.example/", true],
  ["https://api.shop.example:443/store", "https://api.shop.example/store/", true],
  ["https://api.shop.example", "http://api.shop.example", false],
  ["https://api.shop.example", "https://staging.shop.example", false],
  ["http://localhost:9000", "http://localhost:9001", false],
])("%s and %s are the same address: %s", (first, second, isSame) => {
  expect(isSameAddress(first, second)).toBe(isSame)
})

test("an unverified answer is retried within seconds, and a locked state at least once a minute", () => {
  expect(secondsUntilChallenge("ours", 0)).toBe(600)
  expect(secondsUntilChallenge("unverified", 1)).toBe(1)
  expect(secondsUntilChallenge("unverified", 99)).toBe(600)
  expect(secondsUntilChallenge("copy", 0)).toBe(60)
  for (let attempts = 0; attempts < 20; attempts += 1) {
    expect(secondsUntilChallenge("possible-copy", attempts)).toBeLessThanOrEqual(60)
  }
})
