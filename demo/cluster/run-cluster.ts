import { rm } from "node:fs/promises"
import { type Redis, startRedis, stopRedis } from "../../tooling/cluster/redis"
import { startCluster } from "../../tooling/cluster/start-cluster"
import { consoleProgress as progress } from "../../tooling/progress"
import type { Store, StoreOptions } from "../../tooling/store-process"
import type { CleanupStack } from "../cleanup-stack"

const SERVER_COUNT = 2

async function startRedisServer(cleanup: CleanupStack): Promise<Redis> {
  const redis = await progress("Starting Redis", startRedis)
  cleanup.add(() => stopRedis(redis, { forget: true }))
  return redis
}

/** Starts two servers and a worker. @returns the worker first, then the servers */
export async function runCluster(options: StoreOptions, cleanup: CleanupStack): Promise<Store[]> {
  const { url: redisUrl } = await startRedisServer(cleanup)
  const { servers, worker, stop } = await progress(
    "Starting two servers, a worker, and a front that hands each request to the next server",
    () => startCluster({ ...options, redisUrl, servers: SERVER_COUNT })
  )
  const stores = [worker, ...servers]
  cleanup.add(async () => {
    await stop()
    // Keeps the logs only after a failure.
    if (process.exitCode === 0) {
      await Promise.all(stores.map(({ logFile }) => rm(logFile, { force: true })))
    }
  })
  return stores
}
