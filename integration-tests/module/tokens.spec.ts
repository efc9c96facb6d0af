import { isUserFacing } from "../../src/translation/user-error"
import { createApplication, startModule } from "./running-module"

const running = startModule()

describe("the tokens of an application", () => {
  it("form a chain: the newest is current, and each still finds its application (A5, B8)", async () => {
    const { financing } = running()
    const { application, token } = await createApplication(financing)
    await financing.tokens.add(application, `${token}-2`)
    await financing.tokens.add(application, `${token}-3`)
    expect(await financing.tokens.currentOf(application.id)).toBe(`${token}-3`)
    for (const storedToken of [token, `${token}-2`, `${token}-3`]) {
      const { id, cart_id, state, financed_cents } = application
      expect(await financing.tokens.findApplication(storedToken)).toMatchObject({
        id,
        cart_id,
        state,
        financed_cents,
      })
    }
    const chain = await financing.listFinancingTokens(
      { application_id: application.id },
      { order: { position: "ASC" } }
    )
    expect(chain.map(({ position }) => position)).toEqual([1, 2, 3])
    expect(chain.map(({ environment }) => environment)).toEqual(Array(3).fill("staging"))
  })

  it("are added once: an old one does not become current again", async () => {
    const { financing } = running()
    const { application, token } = await createApplication(financing)
    await financing.tokens.add(application, `${token}-2`)
    await financing.tokens.add(application, token)
    expect(await financing.tokens.currentOf(application.id)).toBe(`${token}-2`)
    const chain = await financing.listFinancingTokens({ application_id: application.id })
    expect(chain).toHaveLength(2)
  })

  it("belong to one application and cannot be added to another (B3)", async () => {
    const { financing } = running()
    const first = await createApplication(financing)
    const other = await createApplication(financing)
    await expect(financing.tokens.add(other.application, first.token)).rejects.toThrow()
    expect(await financing.tokens.findApplication(first.token)).toMatchObject({
      id: first.application.id,
    })
  })

  it("are new only when no application of the environment ever had them", async () => {
    const { financing } = running()
    const { application, token } = await createApplication(financing)
    const other = await createApplication(financing)
    expect(await financing.tokens.onlyIfNew(application, "never-seen")).toBe("never-seen")
    expect(await financing.tokens.onlyIfNew(application, token)).toBeNull()
    expect(await financing.tokens.onlyIfNew(application, other.token)).toBeNull()
    expect(await financing.tokens.onlyIfNew(application, null)).toBeNull()
    expect(await financing.tokens.onlyIfNew(application, "")).toBeNull()
    const productionApplication = { ...application, environment: "production" as const }
    expect(await financing.tokens.onlyIfNew(productionApplication, token)).toBe(token)
  })

  it("do not exist before the service answers; reading the current one fails with a message", async () => {
    const { financing } = running()
    const { snapshot } = await createApplication(financing)
    const unanswered = await financing.applications.open(
      { ...snapshot, cartId: "cart_silent" },
      { kind: "hosted", environment: "staging", paymentSessionId: "payses_s", customer_id: null }
    )
    expect(await financing.tokens.findCurrent(unanswered.id)).toBeNull()
    const error: unknown = await financing.tokens
      .currentOf(unanswered.id)
      .catch((thrown: unknown) => thrown)
    expect(isUserFacing(error)).toBe(true)
    expect(String(error)).toContain("has not confirmed this application")
    expect(await financing.tokens.findApplication("nobody's")).toBeNull()
  })
})
