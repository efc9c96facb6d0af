import { spawn } from "node:child_process"
import { createWriteStream } from "node:fs"
import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises"
import path from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { CACHE, getNpmScript, PACKAGE_NAME, ROOT } from "../paths"
import { NODE_OPTIONS } from "./hosts"

export type Starter = { folder: string; backend: string; storefront: string }
type Environment = Record<string, string>

const SEED = path.join(ROOT, "tooling", "shop-template", "src", "scripts")

/** Copies the starter, with these plugin options. Leaves the given folder unchanged. */
export async function copyStarter(given: string, options: string): Promise<Starter> {
  const folder = path.join(CACHE, "starter")
  await rm(folder, { recursive: true, force: true })
  const isSource = (file: string) => !/[\\/](node_modules|\.next|\.medusa|\.git)$/.test(file)
  await cp(given, folder, { recursive: true, filter: isSource })
  const starter = {
    folder,
    backend: path.join(folder, "apps", "backend"),
    storefront: path.join(folder, "apps", "storefront"),
  }
  const example = await readFile(path.join(ROOT, "medusa-config.example.ts"), "utf8")
  const secret = "secret: process.env.FINANCING_SECRET,"
  const config = example.replace(secret, `${secret}\n${options}`)
  await writeFile(path.join(starter.backend, "medusa-config.ts"), config)
  // The starter's seed sells in Europe; the tests need the United States.
  await rm(path.join(starter.backend, "src", "migration-scripts"), { recursive: true, force: true })
  await cp(SEED, path.join(starter.backend, "src", "scripts"), { recursive: true })
  return starter
}

/** E-mail prefix of shoppers who apply in the dialog. */
export const DIALOG_EMAIL = "dialog"
const CONTINUE_ELEMENT = "<ContinueToFinancing cartId={cart.id}"

/** Enables both modes of docs/storefront.md in one build, chosen by the shopper's e-mail address. */
export async function enableDialog({ storefront }: Starter): Promise<void> {
  const folder = path.join(storefront, "src", "modules", "checkout", "components")
  const file = path.join(folder, "payment-button", "index.tsx")
  const text = await readFile(file, "utf8")
  if (!text.includes(`${CONTINUE_ELEMENT} />`))
    throw new Error(`${file} lacks ${CONTINUE_ELEMENT} />`)
  const mode = `cart.email?.startsWith("${DIALOG_EMAIL}") ? "dialog" : "redirect"`
  await writeFile(
    file,
    text.replace(`${CONTINUE_ELEMENT} />`, `${CONTINUE_ELEMENT} mode={${mode}} />`)
  )
}

type Versions = Record<string, string>
type Manifest = {
  packageManager?: string
  dependencies?: Versions
  devDependencies?: Versions
}

const upgradeVersions = (versions: Versions, upgrade: Versions): Versions =>
  Object.fromEntries(
    Object.entries(versions).map(([name, version]) => [name, upgrade[name] ?? version])
  )

/** Adds the packed plugin to both applications, and upgrades the backend's packages to the documented versions. */
export async function addPlugin(
  { backend, storefront }: Starter,
  { tarball, upgrade }: { tarball: string; upgrade: Versions }
): Promise<void> {
  for (const app of [backend, storefront]) {
    const file = path.join(app, "package.json")
    const manifest = JSON.parse(await readFile(file, "utf8")) as Manifest
    const to = app === backend ? upgrade : {}
    manifest.dependencies = {
      ...upgradeVersions(manifest.dependencies ?? {}, to),
      [PACKAGE_NAME]: `file:${tarball}`,
    }
    manifest.devDependencies = upgradeVersions(manifest.devDependencies ?? {}, to)
    await writeFile(file, JSON.stringify(manifest, null, 2))
  }
}

async function getPnpmSpec({ folder }: Starter): Promise<string> {
  const text = await readFile(path.join(folder, "package.json"), "utf8")
  return (JSON.parse(text) as Manifest).packageManager ?? "pnpm@10"
}

export type Command = { cwd: string; args: string[]; env?: Environment; log: string }

async function startCommand(starter: Starter, { cwd, args, env, log }: Command) {
  const logFile = path.join(CACHE, "logs", `starter-${log}.log`)
  await mkdir(path.dirname(logFile), { recursive: true })
  const output = createWriteStream(logFile)
  const command = [getNpmScript(), "exec", "--yes", await getPnpmSpec(starter), "--", ...args]
  const child = spawn(process.execPath, command, {
    cwd,
    env: { ...process.env, MEDUSA_DISABLE_TELEMETRY: "true", CI: "true", ...env, NODE_OPTIONS },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  })
  child.stdout.pipe(output)
  child.stderr.pipe(output)
  return { child, logFile }
}

/** Runs a command with the starter's pnpm. @throws Error that names the log */
export async function runCommand(starter: Starter, command: Command): Promise<void> {
  const { child, logFile } = await startCommand(starter, command)
  const code = await new Promise((resolve) => child.on("exit", resolve))
  if (code !== 0) throw new Error(`pnpm ${command.args.join(" ")} failed: read ${logFile}`)
}

/** Starts a server and waits until `url` answers. @returns a function that stops it @throws Error that names the log */
export async function startServer(starter: Starter, command: Command, url: string) {
  const { child, logFile } = await startCommand(starter, command)
  const stop = () => {
    if (child.pid && child.exitCode === null) process.kill(-child.pid, "SIGKILL")
  }
  const isUp = () =>
    fetch(url).then(
      ({ status }) => status < 500,
      () => false
    )
  for (let second = 0; !(await isUp()); second += 1) {
    if (child.exitCode !== null || second > 120) {
      stop()
      throw new Error(`${url} does not answer: read ${logFile}`)
    }
    await sleep(1_000)
  }
  return stop
}
