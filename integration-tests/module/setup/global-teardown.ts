import { started } from "./started"

export default async function globalTeardown(): Promise<void> {
  await started.postgres?.stop()
}
