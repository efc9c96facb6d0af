import { startStores } from "./start-stores"

/** A store for each of Jest's workers, without the dashboard. */
export default async function globalSetup({ maxWorkers }: { maxWorkers: number }): Promise<void> {
  await startStores({ workers: maxWorkers, admin: false })
}
