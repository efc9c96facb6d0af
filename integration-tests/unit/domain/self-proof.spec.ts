import {
  hashChallenge,
  isOwnChallenge,
  issueChallenge,
  readVerdict,
  signVerdict,
} from "../../../src/domain/self-proof"

const SECRET = "9057016420a8931ec8fc165aaa8569c988744763f66440088b642cc65603547e"
const PREVIOUS_SECRET = "the-secret-that-was-used-before-it"
const NOW = Date.UTC(2026, 10, 25)

test("isOwnChallenge accepts a challenge within one minute, signed with any current secret", () => {
  const challenge = issueChallenge(NOW, PREVIOUS_SECRET)
  expect(isOwnChallenge(challenge, NOW, [SECRET, PREVIOUS_SECRET])).toBe(true)
  expect(isOwnChallenge(challenge, NOW + 60_000, [PREVIOUS_SECRET])).toBe(true)
  expect(isOwnChallenge(challenge, NOW + 60_001, [PREVIOUS_SECRET])).toBe(false)
  expect(isOwnChallenge(challenge, NOW - 60_001, [PREVIOUS_SECRET])).toBe(false)
  expect(isOwnChallenge(challenge, NOW, [SECRET])).toBe(false)
})

test("isOwnChallenge rejects a changed challenge", () => {
  const challenge = issueChallenge(NOW, PREVIOUS_SECRET)
  const [issuedAt = "", random = "", signature = ""] = challenge.split("-")
  const laterTime = (Number.parseInt(issuedAt, 36) + 1_000).toString(36)
  const forgedChallenges = [
    "",
    "0".repeat(32),
    `${challenge}0`,
    `${challenge}\n`,
    "../x",
    `${laterTime}-${random}-${signature}`,
  ]
  for (const forged of forgedChallenges)
    expect(isOwnChallenge(forged, NOW, [PREVIOUS_SECRET])).toBe(false)
})

test("readVerdict accepts only a verdict that a current secret signed for this challenge", () => {
  const challenge = issueChallenge(NOW, SECRET)
  for (const verdict of ["same", "other"] as const) {
    const signature = signVerdict(challenge, verdict, PREVIOUS_SECRET)
    expect(readVerdict(challenge, { verdict, signature }, [SECRET, PREVIOUS_SECRET])).toBe(verdict)
    expect(readVerdict(challenge, { verdict, signature }, [SECRET])).toBeNull()
    const otherChallenge = issueChallenge(NOW, SECRET)
    expect(readVerdict(otherChallenge, { verdict, signature }, [PREVIOUS_SECRET])).toBeNull()
  }
})

test("readVerdict rejects the signature of another verdict, an unknown verdict and a missing signature", () => {
  const challenge = issueChallenge(NOW, SECRET)
  const signature = signVerdict(challenge, "other", SECRET)
  expect(readVerdict(challenge, { verdict: "same", signature }, [SECRET])).toBeNull()
  expect(readVerdict(challenge, { verdict: "yes", signature }, [SECRET])).toBeNull()
  expect(readVerdict(challenge, { verdict: "other", signature: null }, [SECRET])).toBeNull()
})

test("hashChallenge returns 43 characters that do not contain the challenge", () => {
  const challenge = issueChallenge(NOW, SECRET)
  expect(hashChallenge(challenge)).not.toContain(challenge)
  expect(hashChallenge(challenge)).toHaveLength(43)
})
