/** Where a store's test door is: plain data, so that it can be handed to another process. */
export type ControlAddress = { url: string; token: string }

/** What a spec can do inside a running store, as code in the store's own process would. */
export type StoreControl = {
  /** Calls a method of a module, or of anything else in the container. */
  call: <T>(module: string, method: string, ...args: unknown[]) => Promise<T>
  /** Runs a workflow by its id. @returns its result */
  workflow: <T>(id: string, input?: unknown) => Promise<T>
  /** Runs a scheduled job now, by the name in its config. */
  runJob: (name: string) => Promise<void>
  /** `query.graph`. */
  graph: <T>(config: GraphConfig) => Promise<T[]>
  emit: (name: string, data: unknown) => Promise<void>
  /**
   * Drops what the plugin holds in memory (clients, access tokens) and the in-memory locks on some
   * keys, as a restart would.
   */
  forget: (locks: string[]) => Promise<void>
  /** Of a store that counts (see store-statements.cjs): what its process took since it started. */
  usage: () => Promise<Usage>
  /** From now on a scheduled job runs only when `runJob` runs it. */
  unschedule: (name: string) => Promise<void>
  /** And from now on by its schedule again. */
  reschedule: (name: string) => Promise<void>
  /** Keeps the data of every event of that name from now on. */
  listen: (name: string) => Promise<void>
  /** The data of the events of that name since somebody listens, oldest first. */
  heard: <T>(name: string) => Promise<T[]>
}

/** Statements at Postgres, and those among them about the plugin's tables; bytes of memory now. */
export type Usage = { statements: number; ours: number; cpuMs: number; rss: number }

export type GraphConfig = {
  entity: string
  fields: string[]
  filters?: Record<string, unknown>
  pagination?: Record<string, unknown>
}

/** An error that was thrown inside the store. */
export class StoreError extends Error {
  readonly type: string | undefined
  constructor(thrown: { message: string; name?: string; type?: string }) {
    super(thrown.message)
    this.name = thrown.name ?? "StoreError"
    this.type = thrown.type
  }
}

type Answer = { result?: unknown; error?: { message: string; name?: string; type?: string } }

/** Dates arrive as strings and big numbers as numbers: everything crosses as JSON. */
export function storeControl(
  { url, token }: ControlAddress,
  headers: Record<string, string> = {}
): StoreControl {
  const ask = async <T>(operation: string, input: Record<string, unknown>): Promise<T> => {
    const response = await fetch(url, {
      method: "POST",
      headers: { ...headers, authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ operation, ...input }),
    })
    const answer = (await response.json()) as Answer
    if (answer.error) throw new StoreError(answer.error)
    return answer.result as T
  }
  return {
    call: (module, method, ...args) => ask("call", { module, method, args }),
    workflow: (id, input) => ask("workflow", { id, input }),
    runJob: async (name) => {
      await ask("workflow", { id: `job-${name}` })
    },
    graph: async <T>(config: GraphConfig) => (await ask<{ data: T[] }>("graph", { config })).data,
    listen: async (name) => {
      await ask("listen", { name })
    },
    heard: (name) => ask("heard", { name }),
    emit: async (name, data) => {
      await ask("emit", { event: { name, data } })
    },
    usage: () => ask("usage", {}),
    forget: async (locks) => {
      await ask("forget", { locks })
    },
    unschedule: async (name) => {
      await ask("unschedule", { id: `job-${name}` })
    },
    reschedule: async (name) => {
      await ask("reschedule", { id: `job-${name}` })
    },
  }
}
