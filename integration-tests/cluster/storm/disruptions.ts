import { setTimeout as sleep } from "node:timers/promises"
import { Client } from "pg"
import { restartRedis, stopRedis } from "../../../tooling/cluster/redis"
import { eventually } from "../../../tooling/clients/eventually"
import type { Cluster } from "../../../tooling/cluster/start-cluster"
import type { Store } from "../../../tooling/store-process"
import type { DatabaseProxy } from "../../proofs/kills/database-proxy"
import { createHarness } from "../../store/harness"
import type { Disruption, DisruptionKind } from "./plan"

const { run } = createHarness()

/** What the storm disrupts: the cluster and its connection to Postgres. */
export type StormTargets = { cluster: Cluster; proxy: DatabaseProxy }

type DisruptionHandler = (ground: StormTargets, blow: Disruption) => Promise<void>

/** Restarts a store until it stays up, as a supervisor does; without Postgres it exits again. */
const restartStore = (store: Store) => eventually(() => store.restart(), { timeoutMs: 300_000 })

async function replaceServer(
  { cluster }: StormTargets,
  { which, lasting }: Disruption,
  method: "kill" | "stop"
) {
  const index = which % cluster.servers.length
  const server = cluster.servers[index]
  if (!server) return
  await server[method]()
  await sleep(lasting)
  cluster.servers[index] = await restartStore(server)
}

async function replaceWorker({ cluster }: StormTargets, lasting: number): Promise<void> {
  await cluster.worker.kill()
  await sleep(lasting)
  cluster.worker = await restartStore(cluster.worker)
}

const redis = run.redis ?? { url: "" }

/**
 * Kills one process of Postgres, which then ends all others and recovers from its log. On an external server it only
 * terminates the connections.
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

const HANDLERS: Record<DisruptionKind, DisruptionHandler> = {
  "kill a server": (ground, blow) => replaceServer(ground, blow, "kill"),
  "end a server": (ground, blow) => replaceServer(ground, blow, "stop"),
  "kill the worker": (ground, { lasting }) => replaceWorker(ground, lasting),
  "stop Redis": async (_ground, { lasting }) => {
    await stopRedis(redis)
    await sleep(lasting)
    await restartRedis(redis)
  },
  // Loses all events and jobs. The worker is restarted, as docs/operations.md says.
  "empty Redis": async (ground, { lasting }) => {
    await stopRedis(redis, { forget: true })
    await sleep(lasting)
    await restartRedis(redis)
    await replaceWorker(ground, 0)
  },
  "crash Postgres": () => crashPostgres(),
  "cut Postgres off": async ({ proxy }, { lasting }) => {
    proxy.cut()
    await sleep(lasting)
    proxy.mend()
  },
}

/** Runs one disruption from start to end. */
export async function runDisruption(ground: StormTargets, blow: Disruption): Promise<void> {
  await HANDLERS[blow.kind](ground, blow)
}

/** Turns on synchronous commits, which the embedded Postgres could otherwise lose in a crash. */
export async function enableSynchronousCommits(): Promise<void> {
  const client = new Client({ connectionString: run.databaseUrl })
  await client.connect()
  const name = decodeURIComponent(new URL(run.databaseUrl).pathname.slice(1))
  await client.query(`alter database "${name}" set synchronous_commit = on`)
  await client.end()
}
