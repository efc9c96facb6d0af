import { startStores } from "../../store/setup/start-stores"

/** A store that serves the dashboard, with the plugin's screens built into it. */
export default async function globalSetup({ maxWorkers }: { maxWorkers: number }): Promise<void> {
  await startStores({ workers: maxWorkers, admin: true })
}
