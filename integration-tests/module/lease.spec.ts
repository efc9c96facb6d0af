import { setTimeout as sleep } from "node:timers/promises"
import { LeaseBusy } from "../../src/modules/consumer-financing/coordination/lease"
import { startModule } from "./running-module"

const running = startModule()

let leaseCount = 0
const createLeaseName = () => `money:application_${++leaseCount}`

async function expireLease(name: string): Promise<void> {
  await running()
    .financing.context.knex("financing_lease")
    .where({ id: name })
    .update({ expires_at: new Date(Date.now() - 1_000) })
}

async function getSecondsLeft(name: string): Promise<number | null> {
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
    const name = createLeaseName()
    const lease = await financing.leases.acquire(name)
    expect(lease.name).toBe(name)
    const busyError: unknown = await financing.leases.acquire(name).catch((error: unknown) => error)
    expect(busyError).toBeInstanceOf(LeaseBusy)
    expect(busyError).toMatchObject({ lease: name, message: `${name} is busy` })
    await financing.leases.acquire(createLeaseName())
  })

  it("goes to exactly one of twenty simultaneous callers", async () => {
    const { financing } = running()
    const name = createLeaseName()
    const acquisitions = Array.from({ length: 20 }, () => financing.leases.acquire(name))
    const outcomes = await Promise.allSettled(acquisitions)
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1)
  })

  it("is free once its holder releases it; nobody else can release it", async () => {
    const { financing } = running()
    const name = createLeaseName()
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
    const applicationId = `asked-about-${++leaseCount}`
    const name = `money:${applicationId}`
    expect(await financing.leases.isMoneyOperationRunning(applicationId)).toBe(false)
    const lease = await financing.leases.acquire(name)
    expect(await financing.leases.isMoneyOperationRunning(applicationId)).toBe(true)
    expect(await financing.leases.isMoneyOperationRunning("another")).toBe(false)
    await expireLease(name)
    expect(await financing.leases.isMoneyOperationRunning(applicationId)).toBe(false)
    await lease.release()
  })

  it("is waited for up to the caller's timeout, and acquired as soon as it is free", async () => {
    const { financing } = running()
    const name = createLeaseName()
    const lease = await financing.leases.acquire(name)
    const startedAt = performance.now()
    await expect(financing.leases.acquire(name, 400)).rejects.toBeInstanceOf(LeaseBusy)
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(400)
    const waiting = financing.leases.acquire(name, 20_000)
    setTimeout(() => void lease.release(), 100)
    expect((await waiting).holder).not.toBe(lease.holder)
    expect(performance.now() - startedAt).toBeLessThan(15_000)
  })

  it("goes to each of fifty waiters in one process, which poll less and less often", async () => {
    const { financing } = running()
    const name = createLeaseName()
    const lease = await financing.leases.acquire(name)
    let queryCount = 0
    const countQuery = ({ sql }: { sql: string }) => {
      if (sql.startsWith('insert into "financing_lease"')) queryCount += 1
    }
    financing.context.knex.on("query", countQuery)
    const waiting = Array.from({ length: 50 }, async () => {
      const acquired = await financing.leases.acquire(name, 20_000)
      await acquired.release()
    })
    const startedAt = performance.now()
    await sleep(3_000)
    const seconds = (performance.now() - startedAt) / 1_000
    const queriesWhileHeld = queryCount
    await lease.release()
    await Promise.all(waiting)
    financing.context.knex.removeListener("query", countQuery)
    // Pauses double up to a second, and each is shortened at random by up to a half.
    expect(queriesWhileHeld).toBeLessThanOrEqual(Math.ceil(4 + 2 * seconds))
    expect(queryCount).toBeLessThanOrEqual(Math.ceil(54 + 2 * seconds))
  })

  it("that is not released rejects fifty waiters after at most ten queries", async () => {
    const { financing } = running()
    const name = createLeaseName()
    await financing.leases.acquire(name)
    let queryCount = 0
    const countQuery = ({ sql }: { sql: string }) => {
      if (sql.startsWith('insert into "financing_lease"')) queryCount += 1
    }
    financing.context.knex.on("query", countQuery)
    const waiting = Array.from({ length: 50 }, () => financing.leases.acquire(name, 1_000))
    const outcomes = await Promise.allSettled(waiting)
    financing.context.knex.removeListener("query", countQuery)
    expect(outcomes.map(({ status }) => status)).toEqual(Array(50).fill("rejected"))
    expect(queryCount).toBeLessThanOrEqual(10)
  })

  it("lasts two minutes, and again after its holder renews it", async () => {
    const { financing } = running()
    const name = createLeaseName()
    const lease = await financing.leases.acquire(name)
    const initialSeconds = await getSecondsLeft(name)
    expect(initialSeconds).toBeGreaterThan(115)
    expect(initialSeconds).toBeLessThanOrEqual(120)
    await financing.context.knex.raw(
      "update financing_lease set expires_at = now() + interval '5 seconds' where id = ?",
      [name]
    )
    expect(await lease.renew()).toBe(true)
    expect(await getSecondsLeft(name)).toBeGreaterThan(115)
  })

  it("that expired can be taken over; its former holder can neither renew nor release it (H2)", async () => {
    const { financing } = running()
    const name = createLeaseName()
    const expired = await financing.leases.acquire(name)
    await expireLease(name)
    const newLease = await financing.leases.acquire(name)
    expect(newLease.holder).not.toBe(expired.holder)
    expect(await getSecondsLeft(name)).toBeGreaterThan(100)
    expect(await expired.renew()).toBe(false)
    await expired.release()
    expect(await newLease.renew()).toBe(true)
  })

  it("is not renewed when the process stalls for a minute during the renewal (H2)", async () => {
    const lease = await running().financing.leases.acquire(createLeaseName())
    const realNow = performance.now.bind(performance)
    const nowSpy = jest.spyOn(performance, "now").mockImplementation(() => realNow() + 61_000)
    nowSpy.mockImplementationOnce(() => realNow())
    expect(await lease.renew()).toBe(false)
    nowSpy.mockRestore()
    expect(await lease.renew()).toBe(true)
  })

  it("that expired cannot be renewed, even while it is free", async () => {
    const { financing } = running()
    const name = createLeaseName()
    const lease = await financing.leases.acquire(name)
    await expireLease(name)
    expect(await lease.renew()).toBe(false)
    expect(await getSecondsLeft(name)).toBeLessThan(0)
  })

  it("that was released cannot be renewed", async () => {
    const { financing } = running()
    const lease = await financing.leases.acquire(createLeaseName())
    await lease.release()
    expect(await lease.renew()).toBe(false)
  })
})

describe("a request to run again", () => {
  it("is reported once for several requests, and only for its own lease", async () => {
    const { financing } = running()
    const [name, otherName] = [createLeaseName(), createLeaseName()]
    expect(await financing.leases.isRerunRequested(name)).toBe(false)
    await Promise.all([
      financing.leases.requestRerun(name),
      financing.leases.requestRerun(name),
      financing.leases.requestRerun(name),
    ])
    expect(await financing.leases.isRerunRequested(otherName)).toBe(false)
    expect(await financing.leases.isRerunRequested(name)).toBe(true)
    expect(await financing.leases.isRerunRequested(name)).toBe(false)
  })

  it("leaves the lease free to acquire", async () => {
    const { financing } = running()
    const name = createLeaseName()
    await financing.leases.requestRerun(name)
    await financing.leases.acquire(name)
  })
})
