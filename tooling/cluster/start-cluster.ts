import { startStore, type Store, type StoreOptions } from "../store-process"
import { type Front, startFront } from "./front"

export type ClusterOptions = Omit<StoreOptions, "port"> & {
  redisUrl: string
  servers: number
  /** Of the front; a free one otherwise. */
  port?: number
}

/** Several Medusa servers and a worker on one database and one Redis, behind one address. */
export type Cluster = {
  front: Front
  /** Who restarts one puts the new process in its place. */
  servers: Store[]
  worker: Store
  stop: () => Promise<void>
}

/** Its `backendUrl` is the front's address. */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const { redisUrl, servers: count, port, ...common } = options
  const front = await startFront(port)
  const start = (workerMode: "server" | "worker") =>
    startStore({
      ...common,
      settings: { backendUrl: front.url, ...common.settings, redisUrl, workerMode },
    })
  const started = await Promise.allSettled([
    start("worker"),
    ...Array.from({ length: count }, () => start("server")),
  ])
  const failed = started.find((one) => one.status === "rejected")
  const [worker, ...servers] = started.flatMap((one) =>
    one.status === "fulfilled" ? [one.value] : []
  )
  const stopAll = async (stores: Store[]): Promise<void> => {
    await front.close()
    await Promise.all(stores.map((store) => store.stop()))
  }
  if (failed || !worker) {
    await stopAll(worker ? [worker, ...servers] : [])
    throw failed?.reason instanceof Error ? failed.reason : new Error("No server started.")
  }
  front.spreadOver(servers.map(({ url }) => url))
  const cluster: Cluster = {
    front,
    servers,
    worker,
    stop: () => stopAll([cluster.worker, ...cluster.servers]),
  }
  return cluster
}
