import { adminMiddlewares } from "../../src/api/admin/consumer-financing/middlewares"
import { isOwnAnswer, issueChallenge } from "../../src/domain/self-proof"
import { harness } from "./harness"
import { settingsOf } from "./setting-steps"

const { run, admin } = harness()

const { secret = "" } = run.settings

const ADMIN = `${run.storeUrl}/admin/consumer-financing`

describe("the address that proves a shop to itself", () => {
  const here = (challenge: string) => fetch(`${run.storeUrl}/consumer-financing/here/${challenge}`)

  it("answers what the shop itself asked within the last minute", async () => {
    const challenge = issueChallenge(Date.now() - 5_000, secret)
    const { answer } = (await (await here(challenge)).json()) as { answer: string }
    expect(isOwnAnswer(challenge, answer, [secret])).toBe(true)
  })

  it("answers nothing that anybody else asks, or later", async () => {
    for (const challenge of [
      issueChallenge(Date.now() - 65_000, secret),
      issueChallenge(Date.now(), "another-secret-of-4f1b9c27-d0e85a36"),
      "0123456789abcdef0123456789abcdef",
      "x",
    ]) {
      expect((await here(challenge)).status).toBe(404)
    }
  })
})

describe("the admin API", () => {
  const send = async (path: string, method: string, type: string | null) =>
    await fetch(`${ADMIN}${path}`, {
      method,
      headers: { ...(await admin.headers()), ...(type === null ? {} : { "content-type": type }) },
      ...(type === null ? {} : { body: '{"order_id_prefix":"FORM-"}' }),
    })

  it.each(["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "a/b"])(
    "takes no %s, whatever stands in it: a form of another site is none of ours",
    async (type) => {
      const answer = await send("/settings", "POST", type)
      expect(answer.status).toBe(415)
      expect(await answer.json()).toEqual({
        type: "invalid_data",
        message: "Only JSON is taken here: send `Content-Type: application/json`.",
      })
      expect((await settingsOf(admin.door).show()).values.order_id_prefix).toBe("")
    }
  )

  it("takes a body of no type at none of its routes, which a page elsewhere can send", async () => {
    const posts = adminMiddlewares.filter(({ methods }) => methods?.includes("POST"))
    expect(posts.length).toBeGreaterThan(10)
    for (const { matcher } of posts) {
      const path = String(matcher).replace("/admin/consumer-financing", "").replace(/:\w+/g, "x")
      expect([path, (await send(path, "POST", null)).status]).toEqual([path, 415])
    }
    expect((await send("/settings/credentials/elsewhere", "DELETE", "text/plain")).status).toBe(415)
  })

  it("takes JSON, and a bare DELETE, which no form can send", async () => {
    const answer = await send("/settings", "POST", "application/json; charset=utf-8")
    expect(answer.status).toBe(200)
    await settingsOf(admin.door).change({ order_id_prefix: null })
    const bare = await send("/settings/credentials/elsewhere", "DELETE", null)
    expect(bare.status).toBe(400)
  })
})
