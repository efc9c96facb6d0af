import fc from "fast-check"
import {
  CAPABILITY_PURPOSES,
  type CapabilitySubject,
  signCapability,
  verifyCapability,
} from "../../../src/domain/capability"

const SECRET = "a-secret-of-thirty-two-characters"
const PREVIOUS_SECRET = "the-secret-that-was-used-before-it"
const SUBJECT: CapabilitySubject = {
  purpose: "postback",
  environment: "staging",
  applicationId: "finapp_01",
}

describe("capabilities (B1)", () => {
  it("have 43 URL-safe characters, and are deterministic", () => {
    const signature = signCapability(SUBJECT, SECRET)
    expect(signature).toMatch(/^[\w-]{43}$/)
    expect(signCapability({ ...SUBJECT }, SECRET)).toBe(signature)
  })

  it("do not change with an upgrade, so that existing URLs stay valid", () => {
    expect(signCapability(SUBJECT, SECRET)).toBe("5fH8vDb727VY7hq9HnsFKv4lFXeaYDPc83KZQEmRJyo")
  })

  it("differ by purpose, environment, application and secret (B14)", () => {
    const signatures = CAPABILITY_PURPOSES.flatMap((purpose) =>
      ["staging", "production"].flatMap((environment) =>
        ["finapp_01", "finapp_02"].flatMap((applicationId) =>
          [SECRET, PREVIOUS_SECRET].map((secret) =>
            signCapability({ purpose, environment, applicationId }, secret)
          )
        )
      )
    )
    expect(new Set(signatures).size).toBe(4 * 2 * 2 * 2)
  })

  it("differ when a character moves from one part of the subject to the next", () => {
    const first = signCapability({ ...SUBJECT, environment: "a", applicationId: "b" }, SECRET)
    const second = signCapability({ ...SUBJECT, environment: "ab", applicationId: "" }, SECRET)
    expect(first).not.toBe(second)
  })

  it("are valid with the current secret, and with the previous one during a rotation (H6)", () => {
    const previousSignature = signCapability(SUBJECT, PREVIOUS_SECRET)
    expect(
      verifyCapability(SUBJECT, signCapability(SUBJECT, SECRET), [SECRET, PREVIOUS_SECRET])
    ).toBe(true)
    expect(verifyCapability(SUBJECT, previousSignature, [SECRET, PREVIOUS_SECRET])).toBe(true)
    expect(verifyCapability(SUBJECT, previousSignature, [SECRET])).toBe(false)
    expect(verifyCapability(SUBJECT, previousSignature, [])).toBe(false)
  })

  it("are rejected when they are any other string, of any length (G5)", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (candidate) => {
        fc.pre(candidate !== signCapability(SUBJECT, SECRET))
        expect(verifyCapability(SUBJECT, candidate, [SECRET, PREVIOUS_SECRET])).toBe(false)
      })
    )
  })

  it("are rejected with one character changed, added or removed", () => {
    const signature = signCapability(SUBJECT, SECRET)
    const otherCharacter = signature.startsWith("A") ? "B" : "A"
    for (const forged of [
      otherCharacter + signature.slice(1),
      `${signature}A`,
      signature.slice(1),
      "",
    ]) {
      expect(verifyCapability(SUBJECT, forged, [SECRET])).toBe(false)
    }
  })
})
