import { startRedis } from "../../../tooling/cluster/redis"
import { startStores } from "../../store/setup/start-stores"
import { started } from "../../store/setup/started"

/** Starts one server of a cluster for each of Jest's workers. A spec starts the others. */
export default async function globalSetup({ maxWorkers }: { maxWorkers: number }): Promise<void> {
  const redis = await startRedis()
  started.redis = redis
  await startStores({ workers: maxWorkers, admin: false, redis })
}
