import { within } from "../../../../src/modules/consumer-financing/coordination/within"

describe("waiting for core", () => {
  it("gives what core answers in time, and what it throws", async () => {
    expect(await within(5, Promise.resolve("done"))).toBe("done")
    await expect(within(5, Promise.reject(new Error("refused")))).rejects.toThrow("refused")
  })

  it("ends with a sentence when core never answers (H3)", async () => {
    const never = new Promise<never>(() => undefined)
    await expect(within(0.01, never)).rejects.toThrow("Medusa did not end it within 0.01 seconds.")
  })
})
