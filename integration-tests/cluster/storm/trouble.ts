import { setTimeout as sleep } from "node:timers/promises"
import { Client } from "pg"
import { startRedisAgain, stopRedis } from "../../../tooling/cluster/redis"
import { eventually } from "../../../tooling/clients/eventually"
import type { Cluster } from "../../../tooling/cluster/start-cluster"
import type { Store } from "../../../tooling/store-process"
import type { DatabaseProxy } from "../../proofs/kills/database-proxy"
import { harness } from "../../store/harness"
import type { Blow, Trouble } from "./plan"

const { run } = harness()

/** What the storm breaks: the cluster, its wire to Postgres, and the Redis of the set-up. */
export type Ground = { cluster: Cluster; wire: DatabaseProxy }

type Strike = (ground: Ground, blow: Blow) => Promise<void>

/** As a supervisor does, until it stays: one that begins while Postgres is away ends again. */
const startAgain = (store: Store) => eventually(() => store.restart(), { timeoutMs: 300_000 })

async function replaceServer({ cluster }: Ground, { which, lasting }: Blow, how: "kill" | "stop") {
  const index = which % cluster.servers.length
  const server = cluster.servers[index]
  if (!server) return
  await server[how]()
  await sleep(lasting)
  cluster.servers[index] = await startAgain(server)
}

async function replaceWorker({ cluster }: Ground, lasting: number): Promise<void> {
  await cluster.worker.kill()
  await sleep(lasting)
  cluster.worker = await startAgain(cluster.worker)
}

const redis = run.redis ?? { url: "" }

/**
 * One of Postgres' processes dies as in a crash: it ends all others, and recovers from its log. On a
 * server that is not ours the connections are ended.
 */
async function crashPostgres(): Promise<void> {
  const client = new Client({ connectionString: run.databaseUrl })
  client.on("error", () => undefined)
  await client.connect()
  if (process.env.DATABASE_URL) {
    await client.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()"
    )
    await client.end()
    return
  }
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid")
  if (rows[0]) process.kill(rows[0].pid, "SIGKILL")
}

const STRIKES: Record<Trouble, Strike> = {
  "kill a server": (ground, blow) => replaceServer(ground, blow, "kill"),
  "end a server": (ground, blow) => replaceServer(ground, blow, "stop"),
  "kill the worker": (ground, { lasting }) => replaceWorker(ground, lasting),
  "stop Redis": async (_ground, { lasting }) => {
    await stopRedis(redis)
    await sleep(lasting)
    await startRedisAgain(redis)
  },
  // All events and jobs are lost. The worker is started anew, as docs/operations.md says.
  "empty Redis": async (ground, { lasting }) => {
    await stopRedis(redis, { forget: true })
    await sleep(lasting)
    await startRedisAgain(redis)
    await replaceWorker(ground, 0)
  },
  "crash Postgres": () => crashPostgres(),
  "cut Postgres off": async ({ wire }, { lasting }) => {
    wire.cut()
    await sleep(lasting)
    wire.mend()
  },
}

/** One trouble from its beginning to its end. */
export async function strike(ground: Ground, blow: Blow): Promise<void> {
  await STRIKES[blow.trouble](ground, blow)
}

/** Keeps commits through a crash: the embedded Postgres may otherwise lose them. */
export async function keepCommits(): Promise<void> {
  const client = new Client({ connectionString: run.databaseUrl })
  await client.connect()
  const name = decodeURIComponent(new URL(run.databaseUrl).pathname.slice(1))
  await client.query(`alter database "${name}" set synchronous_commit = on`)
  await client.end()
}
