import { setTimeout as sleep } from "node:timers/promises"
import { committed } from "./committed"
import { appliedFor, runningModule } from "./running-module"

const running = runningModule()

/** The first change of applications waits once it has begun, and has seen what it is going to see. */
async function holdFirstChange(): Promise<() => Promise<unknown>> {
  const { databaseUrl } = running()
  const sql = (text: string) => committed(databaseUrl, text)
  await sql(`create sequence changes`)
  await sql(`create function hold_first() returns trigger language plpgsql as $$ begin
    if nextval('changes') = 1 then perform pg_sleep(1); end if; return null; end $$`)
  await sql(`create trigger hold_first before update on financing_application
    for each statement execute function hold_first()`)
  return () => sql(`drop function hold_first cascade; drop sequence changes`)
}

describe("the word that an application shows of what a person is asked", () => {
  it("is the newest reason although one process clears while another asks (I12)", async () => {
    const { financing, databaseUrl } = running()
    const { application } = await appliedFor(financing)
    const { id } = application
    await financing.askForAttention(id, "order-id", "The number is missing.")
    const release = await holdFirstChange()
    try {
      const clearing = financing.clearAttention(id, "order-id")
      await sleep(300)
      await financing.askForAttention(id, "doubt", "Nobody knows.")
      await clearing
    } finally {
      await release()
    }
    const [row] = await committed(
      databaseUrl,
      `select attention from financing_application where id = $1`,
      [id]
    )
    expect(row).toEqual({ attention: "Nobody knows." })
  })
})
