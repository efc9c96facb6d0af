import { startRedis } from "../../../tooling/cluster/redis"
import { startStores } from "../../store/setup/start-stores"
import { started } from "../../store/setup/started"

/** Each of Jest's workers gets one server of a cluster; a spec starts the others. */
export default async function globalSetup({ maxWorkers }: { maxWorkers: number }): Promise<void> {
  const redis = await startRedis()
  started.redis = redis
  await startStores({ workers: maxWorkers, admin: false, redis })
}
