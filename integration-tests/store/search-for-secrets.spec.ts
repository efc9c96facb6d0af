import { EVENT_PREFIX } from "../../src/modules/consumer-financing/events"
import { findSecrets, listenForSecrets } from "../proofs/find-secrets"
import { createHarness } from "./harness"
import { createAppliedCart } from "./purchase-steps"

const { shop, store, simulator } = createHarness()

const runSql = (statement: string, values: string[] = []) =>
  store.call("__pg_connection__", "raw", statement, values)

/** Leaks a word into a log, a table, an event and an answer. */
async function leakWord(word: string): Promise<void> {
  await store.call("logger", "info", `Somebody logs ${word}`)
  await runSql("create table kept_by_mistake (word text)")
  await runSql("insert into kept_by_mistake values (?)", [word])
  await store.emitEvent(`${EVENT_PREFIX}.settled`, { id: word })
  // Medusa's error names the unknown cart.
  await shop.getCart(word).catch(() => undefined)
}

describe("the search for secrets at the end of every proof (I10)", () => {
  beforeAll(listenForSecrets)
  afterAll(() => runSql("drop table kept_by_mistake"))

  it("finds an access token in a log, a table, an event and an answer, without printing it", async () => {
    await createAppliedCart()
    const token = (await simulator.accessTokens()).at(-1)
    await leakWord(String(token))
    const found = await findSecrets()
    expect(found).toEqual(
      expect.arrayContaining([
        "a log",
        "the table kept_by_mistake",
        `the event ${EVENT_PREFIX}.settled`,
        "an answer",
      ])
    )
    expect(found.join()).not.toContain(token)
  })
})
