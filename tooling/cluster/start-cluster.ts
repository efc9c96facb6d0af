import { startStore, type Store, type StoreOptions } from "../store-process"
import { type LoadBalancer, startLoadBalancer } from "./load-balancer"

export type ClusterOptions = Omit<StoreOptions, "port"> & {
  redisUrl: string
  servers: number
  /** The load balancer's port; a free one by default. */
  port?: number
}

/** Several Medusa servers and a worker on one database and one Redis, behind a load balancer. */
export type Cluster = {
  loadBalancer: LoadBalancer
  /** After a restart, replace the entry with the new process. */
  servers: Store[]
  worker: Store
  stop: () => Promise<void>
}

/** Starts a cluster. Its `backendUrl` is the load balancer's address. @throws Error when a process does not start */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const { redisUrl, servers: count, port, ...common } = options
  const loadBalancer = await startLoadBalancer(port)
  const startMember = (workerMode: "server" | "worker") =>
    startStore({
      ...common,
      settings: { backendUrl: loadBalancer.url, ...common.settings, redisUrl, workerMode },
    })
  const started = await Promise.allSettled([
    startMember("worker"),
    ...Array.from({ length: count }, () => startMember("server")),
  ])
  const failed = started.find((result) => result.status === "rejected")
  const [worker, ...servers] = started.flatMap((result) =>
    result.status === "fulfilled" ? [result.value] : []
  )
  const stopAll = async (stores: Store[]): Promise<void> => {
    await loadBalancer.close()
    await Promise.all(stores.map((store) => store.stop()))
  }
  if (failed || !worker) {
    await stopAll(worker ? [worker, ...servers] : [])
    throw failed?.reason instanceof Error ? failed.reason : new Error("No server started.")
  }
  loadBalancer.setServers(servers.map(({ url }) => url))
  const cluster: Cluster = {
    loadBalancer,
    servers,
    worker,
    stop: () => stopAll([cluster.worker, ...cluster.servers]),
  }
  return cluster
}
