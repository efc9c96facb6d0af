import manifest from "../../../package.json"
import { tooOldMedusa } from "../../../src/modules/consumer-financing/medusa-version"

describe("the version of the shop's Medusa", () => {
  it.each(["2.21.0", "2.21.2", "2.22.0-snapshot-20260911212358", "2.100.0", "3.0.0"])(
    "is fine as %s",
    (version) => expect(tooOldMedusa(version)).toBeUndefined()
  )

  it("is told in one sentence when it is older than what the plugin is tested with", () => {
    expect(tooOldMedusa("2.20.1")).toEqual({
      sentence:
        "medusa-payment-consumer-financing needs Medusa 2.21 or newer, and this is 2.20.1: it is not tested with this one. Update the @medusajs packages in package.json.",
      stops: false,
    })
  })

  it.each(["2.12.9", "2.0.0", "1.20.11"])("stops the start as %s, which lacks zod", (version) => {
    const complaint = tooOldMedusa(version)
    expect(complaint?.stops).toBe(true)
    expect(complaint?.sentence).toContain(`this is ${version}: it cannot run here`)
  })

  it("is fine exactly from where the peers begin", () => {
    for (const peer of ["@medusajs/medusa", "@medusajs/framework"] as const) {
      const oldest = manifest.peerDependencies[peer].replace("^", "")
      expect(tooOldMedusa(oldest)).toBeUndefined()
      const [major, minor] = oldest.split(".").map(Number)
      expect(tooOldMedusa(`${String(major)}.${String((minor ?? 0) - 1)}.9`)).toBeDefined()
    }
  })

  it("is that of the installed package", () => expect(tooOldMedusa()).toBeUndefined())
})
