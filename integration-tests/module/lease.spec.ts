import { setTimeout as sleep } from "node:timers/promises"
import { LeaseBusy } from "../../src/modules/consumer-financing/coordination/lease"
import { startRunningModule } from "./running-module"

const running = startRunningModule()

let leases = 0
const newName = () => `money:application_${++leases}`

async function expire(name: string): Promise<void> {
  await running()
    .financing.context.knex("financing_lease")
    .where({ id: name })
    .update({ expires_at: new Date(Date.now() - 1_000) })
}

async function secondsLeft(name: string): Promise<number | null> {
  const [row] = await running()
    .financing.context.knex("financing_lease")
    .where({ id: name })
    .select<{ left: string }[]>(
      running().financing.context.knex.raw("extract(epoch from expires_at - now()) as left")
    )
  return row ? Number(row.left) : null
}

describe("a lease", () => {
  it("has one holder at a time; a second acquire fails at once and names the lease", async () => {
    const { financing } = running()
    const name = newName()
    const lease = await financing.leases.acquire(name)
    expect(lease.name).toBe(name)
    const busy: unknown = await financing.leases.acquire(name).catch((error: unknown) => error)
    expect(busy).toBeInstanceOf(LeaseBusy)
    expect(busy).toMatchObject({ lease: name, message: `${name} is busy` })
    await financing.leases.acquire(newName())
  })

  it("goes to exactly one of twenty simultaneous callers", async () => {
    const { financing } = running()
    const name = newName()
    const asked = Array.from({ length: 20 }, () => financing.leases.acquire(name))
    const outcomes = await Promise.allSettled(asked)
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1)
  })

  it("is free once its holder releases it; nobody else can release it", async () => {
    const { financing } = running()
    const name = newName()
    const lease = await financing.leases.acquire(name)
    await financing.leases.release({ name, holder: "somebody else" })
    await expect(financing.leases.acquire(name)).rejects.toBeInstanceOf(LeaseBusy)
    await lease.release()
    const next = await financing.leases.acquire(name)
    expect(next.holder).not.toBe(lease.holder)
    await lease.release()
    await expect(financing.leases.acquire(name)).rejects.toBeInstanceOf(LeaseBusy)
  })

  it("is reported as a running money operation until it expires", async () => {
    const { financing } = running()
    const applicationId = `asked-about-${++leases}`
    const name = `money:${applicationId}`
    expect(await financing.leases.isMoneyOperationRunning(applicationId)).toBe(false)
    const lease = await financing.leases.acquire(name)
    expect(await financing.leases.isMoneyOperationRunning(applicationId)).toBe(true)
    expect(await financing.leases.isMoneyOperationRunning("another")).toBe(false)
    await expire(name)
    expect(await financing.leases.isMoneyOperationRunning(applicationId)).toBe(false)
    await lease.release()
  })

  it("is waited for up to the caller's timeout, and acquired as soon as it is free", async () => {
    const { financing } = running()
    const name = newName()
    const lease = await financing.leases.acquire(name)
    const begun = performance.now()
    await expect(financing.leases.acquire(name, 400)).rejects.toBeInstanceOf(LeaseBusy)
    expect(performance.now() - begun).toBeGreaterThanOrEqual(400)
    const waiting = financing.leases.acquire(name, 20_000)
    setTimeout(() => void lease.release(), 100)
    expect((await waiting).holder).not.toBe(lease.holder)
    expect(performance.now() - begun).toBeLessThan(15_000)
  })

  it("goes to each of fifty waiters in one process, which poll less and less often", async () => {
    const { financing } = running()
    const name = newName()
    const lease = await financing.leases.acquire(name)
    let asked = 0
    const count = ({ sql }: { sql: string }) => {
      if (sql.startsWith('insert into "financing_lease"')) asked += 1
    }
    financing.context.knex.on("query", count)
    const waiting = Array.from({ length: 50 }, async () => {
      const mine = await financing.leases.acquire(name, 20_000)
      await mine.release()
    })
    const begun = performance.now()
    await sleep(3_000)
    const seconds = (performance.now() - begun) / 1_000
    const whileHeld = asked
    await lease.release()
    await Promise.all(waiting)
    financing.context.knex.removeListener("query", count)
    // Pauses double up to a second, and each is shortened at random by up to a half.
    expect(whileHeld).toBeLessThanOrEqual(Math.ceil(4 + 2 * seconds))
    expect(asked).toBeLessThanOrEqual(Math.ceil(54 + 2 * seconds))
  })

  it("that is not released rejects fifty waiters after at most ten queries", async () => {
    const { financing } = running()
    const name = newName()
    await financing.leases.acquire(name)
    let asked = 0
    const count = ({ sql }: { sql: string }) => {
      if (sql.startsWith('insert into "financing_lease"')) asked += 1
    }
    financing.context.knex.on("query", count)
    const waiting = Array.from({ length: 50 }, () => financing.leases.acquire(name, 1_000))
    const outcomes = await Promise.allSettled(waiting)
    financing.context.knex.removeListener("query", count)
    expect(outcomes.map(({ status }) => status)).toEqual(Array(50).fill("rejected"))
    expect(asked).toBeLessThanOrEqual(10)
  })

  it("lasts two minutes, and again after its holder renews it", async () => {
    const { financing } = running()
    const name = newName()
    const lease = await financing.leases.acquire(name)
    const longest = await secondsLeft(name)
    expect(longest).toBeGreaterThan(115)
    expect(longest).toBeLessThanOrEqual(120)
    await financing.context.knex.raw(
      "update financing_lease set expires_at = now() + interval '5 seconds' where id = ?",
      [name]
    )
    expect(await lease.renew()).toBe(true)
    expect(await secondsLeft(name)).toBeGreaterThan(115)
  })

  it("that expired can be taken over; its former holder can neither renew nor release it (H2)", async () => {
    const { financing } = running()
    const name = newName()
    const lost = await financing.leases.acquire(name)
    await expire(name)
    const taken = await financing.leases.acquire(name)
    expect(taken.holder).not.toBe(lost.holder)
    expect(await secondsLeft(name)).toBeGreaterThan(100)
    expect(await lost.renew()).toBe(false)
    await lost.release()
    expect(await taken.renew()).toBe(true)
  })

  it("is not renewed when the process stalls for a minute during the renewal (H2)", async () => {
    const lease = await running().financing.leases.acquire(newName())
    const real = performance.now.bind(performance)
    const late = jest.spyOn(performance, "now").mockImplementation(() => real() + 61_000)
    late.mockImplementationOnce(() => real())
    expect(await lease.renew()).toBe(false)
    late.mockRestore()
    expect(await lease.renew()).toBe(true)
  })

  it("that expired cannot be renewed, even while it is free", async () => {
    const { financing } = running()
    const name = newName()
    const lease = await financing.leases.acquire(name)
    await expire(name)
    expect(await lease.renew()).toBe(false)
    expect(await secondsLeft(name)).toBeLessThan(0)
  })

  it("that was released cannot be renewed", async () => {
    const { financing } = running()
    const lease = await financing.leases.acquire(newName())
    await lease.release()
    expect(await lease.renew()).toBe(false)
  })
})

describe("a request to run again", () => {
  it("is reported once for several requests, and only for its own lease", async () => {
    const { financing } = running()
    const [door, other] = [newName(), newName()]
    expect(await financing.leases.isRerunRequested(door)).toBe(false)
    await Promise.all([
      financing.leases.requestRerun(door),
      financing.leases.requestRerun(door),
      financing.leases.requestRerun(door),
    ])
    expect(await financing.leases.isRerunRequested(other)).toBe(false)
    expect(await financing.leases.isRerunRequested(door)).toBe(true)
    expect(await financing.leases.isRerunRequested(door)).toBe(false)
  })

  it("leaves the lease free to acquire", async () => {
    const { financing } = running()
    const door = newName()
    await financing.leases.requestRerun(door)
    await financing.leases.acquire(door)
  })
})
