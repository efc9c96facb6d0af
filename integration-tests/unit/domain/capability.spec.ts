import fc from "fast-check"
import {
  CAPABILITY_PURPOSES,
  type CapabilitySubject,
  signCapability,
  verifyCapability,
} from "../../../src/domain/capability"

const SECRET = "a-secret-of-thirty-two-characters"
const OLDER = "the-secret-that-was-used-before-it"
const SUBJECT: CapabilitySubject = {
  purpose: "postback",
  environment: "staging",
  applicationId: "finapp_01",
}

describe("capabilities (B1)", () => {
  it("are 43 characters that are safe in a path, and always the same", () => {
    const signature = signCapability(SUBJECT, SECRET)
    expect(signature).toMatch(/^[\w-]{43}$/)
    expect(signCapability({ ...SUBJECT }, SECRET)).toBe(signature)
  })

  it("stay what they were: an address that was given out before an upgrade still opens", () => {
    expect(signCapability(SUBJECT, SECRET)).toBe("5fH8vDb727VY7hq9HnsFKv4lFXeaYDPc83KZQEmRJyo")
  })

  it("differ by purpose, environment, application and secret (B14)", () => {
    const signatures = CAPABILITY_PURPOSES.flatMap((purpose) =>
      ["staging", "production"].flatMap((environment) =>
        ["finapp_01", "finapp_02"].flatMap((applicationId) =>
          [SECRET, OLDER].map((secret) =>
            signCapability({ purpose, environment, applicationId }, secret)
          )
        )
      )
    )
    expect(new Set(signatures).size).toBe(4 * 2 * 2 * 2)
  })

  it("cannot be shifted from one part of the subject into the next", () => {
    const one = signCapability({ ...SUBJECT, environment: "a", applicationId: "b" }, SECRET)
    const other = signCapability({ ...SUBJECT, environment: "ab", applicationId: "" }, SECRET)
    expect(one).not.toBe(other)
  })

  it("hold for the current secret, and for the previous one while it is changed (H6)", () => {
    const older = signCapability(SUBJECT, OLDER)
    expect(verifyCapability(SUBJECT, signCapability(SUBJECT, SECRET), [SECRET, OLDER])).toBe(true)
    expect(verifyCapability(SUBJECT, older, [SECRET, OLDER])).toBe(true)
    expect(verifyCapability(SUBJECT, older, [SECRET])).toBe(false)
    expect(verifyCapability(SUBJECT, older, [])).toBe(false)
  })

  it("are refused when they are anything else, of any length (G5)", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (given) => {
        fc.pre(given !== signCapability(SUBJECT, SECRET))
        expect(verifyCapability(SUBJECT, given, [SECRET, OLDER])).toBe(false)
      })
    )
  })

  it("are refused with one character changed, added or taken away", () => {
    const signature = signCapability(SUBJECT, SECRET)
    const first = signature.startsWith("A") ? "B" : "A"
    for (const forged of [first + signature.slice(1), `${signature}A`, signature.slice(1), ""]) {
      expect(verifyCapability(SUBJECT, forged, [SECRET])).toBe(false)
    }
  })
})
