/** The address of a store's control server. Plain data, so that it can be passed to another process. */
export type ControlAddress = { url: string; token: string }

/** Runs code inside a running store's process, for specs. */
export type StoreControl = {
  /** Calls a method of a module or of any other registration in the container. */
  call: <T>(module: string, method: string, ...args: unknown[]) => Promise<T>
  /** Runs a workflow by its id. @returns its result */
  runWorkflow: <T>(id: string, input?: unknown) => Promise<T>
  /** Runs a scheduled job now, by the name in its config. */
  runJob: (name: string) => Promise<void>
  /** Runs `query.graph`. */
  queryGraph: <T>(config: GraphConfig) => Promise<T[]>
  emitEvent: (name: string, data: unknown) => Promise<void>
  /** Clears the plugin's cached clients and access tokens, and the in-memory locks on these keys, as a restart does. */
  clearMemory: (locks: string[]) => Promise<void>
  /** Returns the process's usage since its start. Needs store-statements.cjs as a preload. */
  readUsage: () => Promise<Usage>
  /** Stops a job's schedule; `runJob` still runs it. */
  unschedule: (name: string) => Promise<void>
  /** Resumes a job's schedule. */
  reschedule: (name: string) => Promise<void>
  /** Starts recording the events of that name. */
  recordEvents: (name: string) => Promise<void>
  /** Returns the data of the recorded events of that name, oldest first. */
  listEvents: <T>(name: string) => Promise<T[]>
}

/** Statements at Postgres, of which `ours` on the plugin's tables; CPU milliseconds; resident memory in bytes. */
export type Usage = { statements: number; ours: number; cpuMs: number; rss: number }

export type GraphConfig = {
  entity: string
  fields: string[]
  filters?: Record<string, unknown>
  pagination?: Record<string, unknown>
}

/** An error thrown inside the store. */
export class StoreError extends Error {
  readonly type: string | undefined
  constructor(thrown: { message: string; name?: string; type?: string }) {
    super(thrown.message)
    this.name = thrown.name ?? "StoreError"
    this.type = thrown.type
  }
}

type Answer = { result?: unknown; error?: { message: string; name?: string; type?: string } }

/** Creates a client of a store's control server. Results pass through JSON: dates are strings, big numbers numbers. */
export function createStoreControl(
  { url, token }: ControlAddress,
  headers: Record<string, string> = {}
): StoreControl {
  const send = async <T>(operation: string, input: Record<string, unknown>): Promise<T> => {
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
    call: (module, method, ...args) => send("call", { module, method, args }),
    runWorkflow: (id, input) => send("workflow", { id, input }),
    runJob: async (name) => {
      await send("workflow", { id: `job-${name}` })
    },
    queryGraph: async <T>(config: GraphConfig) =>
      (await send<{ data: T[] }>("graph", { config })).data,
    recordEvents: async (name) => {
      await send("listen", { name })
    },
    listEvents: (name) => send("heard", { name }),
    emitEvent: async (name, data) => {
      await send("emit", { event: { name, data } })
    },
    readUsage: () => send("usage", {}),
    clearMemory: async (locks) => {
      await send("forget", { locks })
    },
    unschedule: async (name) => {
      await send("unschedule", { id: `job-${name}` })
    },
    reschedule: async (name) => {
      await send("reschedule", { id: `job-${name}` })
    },
  }
}
