import { mkdtemp, readFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import path from "node:path"
import { ROOT } from "../../../tooling/paths"
import { type Store, type StoreOptions, startStore } from "../../../tooling/store-process"
import { createAdminClient } from "../../../tooling/clients/admin-client"
import { createHarness } from "../../store/harness"
import { createShopClient } from "../../../tooling/clients/shop-client"
import type { Clients } from "../journeys/journey"

const { run } = createHarness()

const EFFECTS_PRELOAD = path.join(ROOT, "tooling", "store-effects.cjs")

/** A second process of the worker's store, on the same database, to be killed or stopped. */
export type Victim = Store

/** All victims of this spec, to search their logs and to kill them at the end. */
export const victims: Victim[] = []

/** Options of a victim. */
export type VictimOptions = Pick<StoreOptions, "env"> & {
  databaseUrl?: string
  preload?: string[]
}

/** Starts a victim. Postbacks and shoppers still go to the worker's own store. */
export async function startVictim(options: VictimOptions = {}): Promise<Victim> {
  const { databaseUrl = run.databaseUrl, preload = [], env = {} } = options
  const victim = await startStore({
    shop: run.shop,
    databaseUrl,
    settings: { ...run.settings, backendUrl: run.storeUrl },
    preload: [EFFECTS_PRELOAD, ...preload],
    env,
  })
  victims.push(victim)
  return victim
}

/** Where a request is interrupted, and how: see tooling/store-effects.cjs. */
export type Interruption = {
  /** An effect's number, its name, or `<name>+<n>`. */
  moment: string
  action: "die" | "stop"
}

/** A request to a victim, whose effects can be read while it runs. */
export type TrackedRequest = {
  headers: Record<string, string>
  url: string
  clients: Clients
  /** Reads the names of the effects so far, and the one at which it died. */
  read: () => Promise<{ effects: string[]; diedAt: string | null }>
}

let requestCount = 0

export async function createTrackedRequest(
  victim: Victim,
  interruption?: Interruption
): Promise<TrackedRequest> {
  requestCount += 1
  const file = path.join(await mkdtemp(path.join(tmpdir(), "effects-")), `${requestCount}.log`)
  const headers = {
    "x-effects": [file, interruption?.moment ?? "", interruption?.action ?? ""].join(";"),
  }
  return {
    headers,
    url: victim.url,
    clients: {
      shop: createShopClient(victim.url, run.facts, headers),
      admin: createAdminClient(victim.url, headers),
    },
    read: async () => {
      const text = await readFile(file, "utf8").catch(() => "")
      const lines = text.split("\n").filter((line) => line !== "")
      const name = (line: string) => line.replace(/^(† )?\d+ /, "")
      const died = lines.find((line) => line.startsWith("†"))
      const effects = lines.filter((line) => !line.startsWith("†")).map(name)
      return { effects, diedAt: died === undefined ? null : name(died) }
    },
  }
}
