import { within } from "../../../../src/modules/consumer-financing/coordination/within"

describe("waiting for Medusa", () => {
  it("returns Medusa's result and throws its error", async () => {
    expect(await within(5, Promise.resolve("done"))).toBe("done")
    await expect(within(5, Promise.reject(new Error("refused")))).rejects.toThrow("refused")
  })

  it("throws an error when Medusa never answers (H3)", async () => {
    const pending = new Promise<never>(() => undefined)
    await expect(within(0.01, pending)).rejects.toThrow(
      "Medusa did not end it within 0.01 seconds."
    )
  })
})
