import { stopEverything } from "./started"

export default async function globalTeardown(): Promise<void> {
  await stopEverything()
}
