import { startStores } from "./start-stores"

/** Starts a store for each Jest worker, without the dashboard. */
export default async function globalSetup({ maxWorkers }: { maxWorkers: number }): Promise<void> {
  await startStores({ workers: maxWorkers, admin: false })
}
