import { startStores } from "../../store/setup/start-stores"

/** Starts stores that serve the dashboard with the plugin's screens. */
export default async function globalSetup({ maxWorkers }: { maxWorkers: number }): Promise<void> {
  await startStores({ workers: maxWorkers, admin: true })
}
